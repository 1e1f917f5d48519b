/** What drafts that wait bear on: memories close to them, and one another. */
import { messageOf, throwIfAborted } from '../../core/errors.js';
import { formatDraft } from '../../core/inbox/draft-file.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import { memo, onceFor } from '../../core/memo.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { DraftFile } from '../../core/ports/drafts.js';
import type { Draft, RelatedMemory } from '../../core/results.js';
import { DAY_MS } from '../../core/units.js';
import { comparedName } from '../../core/write/names.js';
import type { StoreSnapshot } from '../stores/snapshot.js';
import { TimeSlice } from '../time-slice.js';
import { parseAs } from '../write/context.js';
import {
  type EmbedPassages,
  embedPassages,
  findNear,
  type NearMemories,
  type TextVectors,
} from '../write/near-duplicates.js';
import { loadForWriting } from '../write/target-store.js';
import type { InboxContext } from './context.js';
import { type ComparedDraft, type DraftRelations, relateDrafts } from './related-drafts.js';
import { projectKeys, storeToCompare } from './target-store.js';

export interface DraftComparison {
  /** Memories close to a draft. It is shown whether or not there is something to hold it against. */
  related(file: DraftFile, draft: Draft): Promise<readonly RelatedMemory[]>;
  /** Whether some were compared by their words alone because enough were embedded. */
  unfinished(): boolean;
  /** What those that were asked about have to do with one another. */
  relatedDrafts(): Promise<DraftRelations>;
}

/** What the drafts of one project are held against. `state` changes when that would come to something else. */
interface Around {
  readonly snapshot: StoreSnapshot;
  readonly state: string;
}

interface Compared {
  readonly around: Around;
  readonly related: readonly RelatedMemory[];
  readonly side: ComparedDraft;
  /** By words alone, because enough were embedded. */
  readonly partial: boolean;
}

/** What a draft's file was held against last, and what came of it: a long inbox is looked at again after each decision. */
const last = memo((_: DraftFile): { compared?: Compared } => ({}));

/** @param most texts of drafts that are embedded anew; default 50 */
export function compareDrafts(context: InboxContext, signal: AbortSignal | undefined, most?: number): DraftComparison {
  const project = onceFor<string, Promise<Around>>();
  const groups = new Map<string, ComparedDraft[]>();
  const embedder = createDraftEmbedder(context, most);
  const keyOf = projectKeys(context);
  let unfinished = false;
  const compared = async (file: DraftFile, draft: Draft): Promise<Compared> => {
    const around = await project(await keyOf(draft), () => aroundOf(context, draft, signal));
    const known = last(file);
    if (
      known.compared === undefined ||
      !isSame(known.compared.around, around) ||
      (known.compared.partial && embedder.left > 0)
    ) {
      const { missed } = embedder;
      const {
        related,
        meaning,
        file: memory,
      } = await findNearMemories(context, around.snapshot, draft, embedder.embed, signal);
      known.compared = {
        around,
        related,
        side: sideOf(known.compared?.side, memory, meaning),
        partial: embedder.missed > missed,
      };
    }
    unfinished ||= known.compared.partial;
    return known.compared;
  };
  return {
    related: async (file, draft) => {
      try {
        const {
          around: {
            snapshot: {
              info: { key },
            },
          },
          related,
          side,
        } = await compared(file, draft);
        const group = groups.get(key) ?? [];
        groups.set(key, group);
        group.push(side);
        return related;
      } catch (error) {
        throwIfAborted(signal);
        context.ports.log.warn(`A draft was not held against the memories: ${messageOf(error)}`);
        return [];
      }
    },
    unfinished: () => unfinished,
    relatedDrafts: async () => {
      const found = await Promise.all(
        [...groups].map(([key, sides]) =>
          relateDrafts(context.drafts, key, sides, new TimeSlice(context.ports.clock, signal)),
        ),
      );
      return new Map(found.flatMap((each) => [...each]));
    },
  };
}

/** The same as before where it says and means the same, so that it is not compared anew. */
function sideOf(
  before: ComparedDraft | undefined,
  { memory, ...file }: ParsedFile,
  meaning: TextVectors | undefined,
): ComparedDraft {
  if (before !== undefined && (meaning === undefined || isSameMeaning(before.meaning, meaning))) return before;
  if (before !== undefined) return { ...before, meaning };
  // Names are made of the text: its values would tell drafts about one subject apart.
  return { id: memory.path.replace(/\.md$/, ''), file: { ...file, memory: { ...memory, name: 'note' } }, meaning };
}

const isSameMeaning = (a: TextVectors | undefined, b: TextVectors): boolean =>
  a?.model.id === b.model.id &&
  a.vectors.length === b.vectors.length &&
  a.vectors.every((vector, at) => vector === b.vectors[at]);

async function aroundOf(context: InboxContext, draft: Draft, signal: AbortSignal | undefined): Promise<Around> {
  const snapshot = await loadForWriting(context, await storeToCompare(context, draft), signal);
  const model = context.ports.embedder.model?.id ?? '';
  const { ready } = await context.ports.index.vectorProgress(model, [snapshot.info.key]);
  // Ages are told in days.
  return { snapshot, state: `${model} ${ready} ${Math.floor(context.ports.clock.now() / DAY_MS)}` };
}

function isSame(a: Around, b: Around): boolean {
  return a === b || (a.state === b.state && isSameSnapshot(a.snapshot, b.snapshot));
}

const sameAs = memo((_: StoreSnapshot) => new WeakMap<StoreSnapshot, boolean>());

/** Whether two looks at a store found the same. */
function isSameSnapshot(a: StoreSnapshot, b: StoreSnapshot): boolean {
  const known = sameAs(a).get(b);
  if (known !== undefined) return known;
  const same =
    a.info.key === b.info.key &&
    a.files.size === b.files.size &&
    [...a.files].every(([path, file]) => b.files.get(path) === file);
  sameAs(a).set(b, same);
  return same;
}

/** Texts of drafts that are embedded anew while a list is made; those beyond are held against memories by their words until a later pass. */
const MOST_EMBEDDED = 50;

/** Distillation puts the day at the end of what it keeps. No memory says that, and so a draft that says otherwise would seem to be about something else. */
const undated = (body: string): string => body.replace(/ \(\d{4}-\d\d-\d\d\)(?=\.?\s*$)/, '');

/** Compared as the memory that it would be: one without name and description seems to mean something else than one that has them. */
export async function findNearMemories(
  context: InboxContext,
  snapshot: StoreSnapshot,
  draft: Draft,
  embed: EmbedPassages,
  signal: AbortSignal | undefined,
): Promise<NearMemories & { readonly file: ParsedFile }> {
  const text = formatDraft({
    ...draft,
    name: comparedName(draft.name, firstSentence(draft.body)),
    description: undated(draft.description),
    body: undated(draft.body),
  });
  const file = parseAs(context, snapshot.info, `${draft.id}.md`, text);
  return { ...(await findNear(context, snapshot, file, { named: false, embed }, signal)), file };
}

/** Makes vectors of drafts, and keeps them. */
export interface DraftEmbedder {
  readonly embed: EmbedPassages;
  /** Texts that it may still embed anew. */
  readonly left: number;
  /** Times that it embedded nothing because there were none left. */
  readonly missed: number;
}

/** @param most texts that are embedded anew in all */
export function createDraftEmbedder(
  { drafts: { vectors } }: Pick<InboxContext, 'drafts'>,
  most = MOST_EMBEDDED,
): DraftEmbedder {
  const state = { left: most, missed: 0 };
  const embed: EmbedPassages = async (population, texts, signal) => {
    const known = await vectors.get(population.model.id, texts);
    const found = known.filter((vector) => vector !== undefined);
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
