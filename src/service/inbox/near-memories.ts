/** Memories close to a draft, by what it says; its vectors are made once, whoever asks. */
import { formatDraft } from '../../core/inbox/draft-file.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { Draft } from '../../core/results.js';
import { comparedName } from '../../core/write/names.js';
import type { StoreSnapshot } from '../stores/snapshot.js';
import { parseAs } from '../write/context.js';
import { type EmbedPassages, embedPassages, findNear, type NearMemories } from '../write/near-duplicates.js';
import type { InboxContext } from './context.js';

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
