/** Compares pending drafts with memories, and with one another. */
import { messageOf, throwIfAborted } from '../../core/errors.js';
import { formatDraft } from '../../core/inbox/draft-file.js';
import { dayAt } from '../../core/local-day.js';
import { keyedCache, memo } from '../../core/memo.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { DraftFile } from '../../core/ports/drafts.js';
import type { Draft, RelatedMemory } from '../../core/results.js';
import type { StoreHeads } from '../stores/heads.js';
import { TimeSlice } from '../time-slice.js';
import { parseAs } from '../write/context.js';
import {
  type EmbedPassages,
  embedPassages,
  findNear,
  type NearMemories,
  type TextVectors,
} from '../write/near-duplicates.js';
import { loadHeadsForWriting } from '../write/target-store.js';
import type { InboxContext } from './context.js';
import { type ComparedDraft, type DraftRelations, relateDrafts } from './related-drafts.js';
import { projectKeys, storeToCompare } from './target-store.js';

/** The memories that the drafts of one project are compared with. */
interface Baseline {
  readonly snapshot: StoreHeads;
  /** Model, number of vectors and day: another state gives another result for the same snapshot. */
  readonly state: string;
}

interface Comparison {
  readonly baseline: Baseline;
  readonly related: readonly RelatedMemory[];
  readonly draft: ComparedDraft;
  /** Compared by words only, because the limit of embedded texts was reached. */
  readonly partial: boolean;
}

/** The last comparison of a draft file: a long inbox is listed again after each decision. */
const lastComparison = memo((_: DraftFile): { comparison?: Comparison } => ({}));

/** One pass over the drafts of an inbox. */
export class DraftComparer {
  readonly #context: InboxContext;
  readonly #signal: AbortSignal | undefined;
  readonly #embedder: DraftEmbedder;
  readonly #keyOf: ReturnType<typeof projectKeys>;
  readonly #baselines = keyedCache<string, Promise<Baseline>>();
  /** By store. */
  readonly #compared = new Map<string, ComparedDraft[]>();
  #unfinished = false;

  /** @param mostEmbedded number of draft texts that are embedded anew; default 50 */
  constructor(context: InboxContext, signal: AbortSignal | undefined, mostEmbedded?: number) {
    this.#context = context;
    this.#signal = signal;
    this.#embedder = createDraftEmbedder(context, mostEmbedded);
    this.#keyOf = projectKeys(context);
  }

  /** Memories close to a draft; empty when the comparison fails, because the draft is listed all the same. */
  async related(file: DraftFile, draft: Draft): Promise<readonly RelatedMemory[]> {
    try {
      const { baseline, related, draft: compared } = await this.#compare(file, draft);
      const { key } = baseline.snapshot.info;
      const group = this.#compared.get(key) ?? [];
      this.#compared.set(key, group);
      group.push(compared);
      return related;
    } catch (error) {
      throwIfAborted(this.#signal);
      this.#context.ports.log.warn(`A draft was not held against the memories: ${messageOf(error)}`);
      return [];
    }
  }

  /** Whether some drafts were compared by words only because the limit of embedded texts was reached. */
  get unfinished(): boolean {
    return this.#unfinished;
  }

  /** Relations among the drafts that {@link related} was called for. */
  async relatedDrafts(): Promise<DraftRelations> {
    const { drafts, ports } = this.#context;
    const found = await Promise.all(
      [...this.#compared].map(([key, group]) =>
        relateDrafts(drafts, key, group, new TimeSlice(ports.clock, this.#signal)),
      ),
    );
    return new Map(found.flatMap((each) => [...each]));
  }

  async #compare(file: DraftFile, draft: Draft): Promise<Comparison> {
    const baseline = await this.#baselines(await this.#keyOf(draft), () =>
      loadBaseline(this.#context, draft, this.#signal),
    );
    const cache = lastComparison(file);
    const before = cache.comparison;
    const canImprove = before?.partial === true && this.#embedder.left > 0;
    const comparison =
      before !== undefined && isSameBaseline(before.baseline, baseline) && !canImprove
        ? before
        : await this.#compareAnew(baseline, draft, before?.draft);
    cache.comparison = comparison;
    this.#unfinished ||= comparison.partial;
    return comparison;
  }

  async #compareAnew(baseline: Baseline, draft: Draft, before: ComparedDraft | undefined): Promise<Comparison> {
    const { missed, embed } = this.#embedder;
    const near = await findNearMemories(this.#context, baseline.snapshot, draft, embed, this.#signal);
    return {
      baseline,
      related: near.related,
      draft: comparedDraft(before, near.file, near.meaning),
      partial: this.#embedder.missed > missed,
    };
  }
}

/** The object of the last comparison where text and vectors are the same, so that it is not compared with other drafts anew. */
function comparedDraft(
  before: ComparedDraft | undefined,
  { memory, ...file }: ParsedFile,
  meaning: TextVectors | undefined,
): ComparedDraft {
  if (before !== undefined && (meaning === undefined || hasSameVectors(before.meaning, meaning))) return before;
  if (before !== undefined) return { ...before, meaning };
  // A draft's name is made of its text: the values in it would separate drafts about one subject.
  return { id: memory.path.replace(/\.md$/, ''), file: { ...file, memory: { ...memory, name: 'note' } }, meaning };
}

const hasSameVectors = (a: TextVectors | undefined, b: TextVectors): boolean =>
  a?.model.id === b.model.id &&
  a.vectors.length === b.vectors.length &&
  a.vectors.every((vector, at) => vector === b.vectors[at]);

async function loadBaseline(context: InboxContext, draft: Draft, signal: AbortSignal | undefined): Promise<Baseline> {
  const snapshot = await loadHeadsForWriting(context, await storeToCompare(context, draft), signal);
  const model = context.ports.embedder.model?.id ?? '';
  const { ready } = await context.ports.index.vectorProgress(model, [snapshot.info.key]);
  // Results tell ages in days.
  return { snapshot, state: `${model} ${ready} ${dayAt(context.ports.clock.now())}` };
}

function isSameBaseline(a: Baseline, b: Baseline): boolean {
  return a === b || (a.state === b.state && isSameSnapshot(a.snapshot, b.snapshot));
}

const snapshotEquality = memo((_: StoreHeads) => new WeakMap<StoreHeads, boolean>());

/** Whether two snapshots are of the same store with the same files. */
function isSameSnapshot(a: StoreHeads, b: StoreHeads): boolean {
  const cached = snapshotEquality(a).get(b);
  if (cached !== undefined) return cached;
  const same =
    a.info.key === b.info.key &&
    a.files.size === b.files.size &&
    [...a.files].every(([path, { source }]) => b.files.get(path)?.source.stamp.hash === source.stamp.hash);
  snapshotEquality(a).set(b, same);
  return same;
}

/** Draft texts embedded anew while a list is made; further drafts are compared by words until a later pass. */
const MOST_EMBEDDED = 50;

/** The text without the day that distillation adds at its end: memories have none, and an opposite statement would seem to be about another subject. */
const undated = (body: string): string => body.replace(/ \(\d{4}-\d\d-\d\d\)(?=\.?\s*$)/, '');

/** Compares a draft as the memory file that it would become: a text with name and description has other vectors than one without. */
export async function findNearMemories(
  context: InboxContext,
  snapshot: StoreHeads,
  draft: Draft,
  embed: EmbedPassages,
  signal: AbortSignal | undefined,
): Promise<NearMemories & { readonly file: ParsedFile }> {
  const text = formatDraft({
    ...draft,
    description: undated(draft.description),
    body: undated(draft.body),
  });
  const file = parseAs(context, snapshot.info, `${draft.id}.md`, text);
  return { ...(await findNear(context, snapshot, file, { named: false, embed }, signal)), file };
}

/** Embeds draft texts, and saves the vectors beside the drafts. */
export interface DraftEmbedder {
  readonly embed: EmbedPassages;
  /** Texts that may still be embedded anew. */
  readonly left: number;
  /** Calls that embedded nothing because the limit was reached. */
  readonly missed: number;
}

/** @param most texts that are embedded anew in all */
export function createDraftEmbedder(
  { drafts: { vectors } }: Pick<InboxContext, 'drafts'>,
  most = MOST_EMBEDDED,
): DraftEmbedder {
  const state = { left: most, missed: 0 };
  const embed: EmbedPassages = async (population, texts, signal) => {
    const stored = await vectors.get(population.model.id, texts);
    const found = stored.filter((vector) => vector !== undefined);
    if (found.length === texts.length) return found;
    if (state.left <= 0) {
      state.missed++;
      return undefined;
    }
    state.left -= texts.length;
    const made = await embedPassages(population, texts, signal);
    population.check();
    if (made !== undefined) await vectors.save(population.model.id, texts, made);
    return made;
  };
  return Object.assign(state, { embed });
}
