/** Sentences for people about what a search could not do. */
import { localDay } from '../../core/local-day.js';
import { nearestType } from '../../core/memory-types.js';
import type { IndexStore, SearchFilter } from '../../core/ports/index-store.js';
import type { KeywordLeg, VectorProgress } from '../../core/ports/search-legs.js';
import { type SearchPorts, typesOf } from '../ports.js';
import type { SearchContext } from './context.js';

const WORDS_ONLY = 'Searching by words only';
const SECONDARY_WORDS_ONLY = 'Searching memories in other languages by words only';

/** @param secondary whether the model for other languages is the one that does not answer */
export const wordsOnly = (reason: string, secondary = false): string =>
  `${secondary ? SECONDARY_WORDS_ONLY : WORDS_ONLY}: ${reason}`;

export const meaningOnly = (reason: string): string => `Searching by meaning only: ${reason}`;

export const MODEL_STARTING = 'the embedding model is starting.';
export const LANGUAGE_UNKNOWN = 'the embedding model does not know the language of the question.';
export const CROSSING = 'Memories in English are being read for questions in other languages, so some may be missing.';
export const INDEX_OUTDATED = 'The index could not be brought up to date, so new changes may be missing.';
export const NO_WORDS = 'Type a few words to search for.';
export const NEWEST_SHOWN =
  'There are no words to search for, so these are the newest memories that the filters let through.';

export const spellingNotice = ({ fuzzyPositions, hits }: KeywordLeg): string | undefined =>
  fuzzyPositions.length > 0 && hits.length > 0
    ? 'Some words stand in no memory: words spelled nearly the same were searched instead.'
    : undefined;

/** @param failure why embedding stopped */
export function progressNotice({ ready, total }: VectorProgress, failure: string | undefined): string {
  const count = `${ready} of ${total}`;
  if (failure !== undefined) return `Search by meaning covers ${count} memories: ${failure}`;
  return ready === 0
    ? wordsOnly(`vectors are being prepared (${count}).`)
    : `Search by meaning covers ${count} memories so far: vectors are being prepared.`;
}

/** The notice that the filters exclude every memory; undefined when they do not, or when there are no filters. */
export async function filterNotice(
  { ports: { index }, settings }: SearchContext,
  filter: SearchFilter,
): Promise<string | undefined> {
  const named = filterTexts(filter);
  if (named.length === 0 || (await index.newest(filter, 1)).length > 0) return undefined;
  const types = typesOf(settings);
  const type =
    filter.type === undefined || Object.hasOwn(types, filter.type) ? undefined : nearestType(filter.type, types);
  return `No memory is let through by ${named.join(' ')}.${type === undefined ? '' : ` Did you mean type:${type}?`}`;
}

/** The filters as they are written in a query. */
function filterTexts(filter: SearchFilter): string[] {
  const day = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : localDay(ms));
  const named = (key: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${key}:${/\s/.test(value) ? `"${value}"` : value}`];
  return [
    ...named('type', filter.type),
    ...named('level', filter.level),
    ...named('repo', filter.repo),
    ...named('tag', filter.tag),
    ...named('agent', filter.agentId),
    ...named('path', filter.pathPrefix),
    ...named('before', day(filter.beforeMs)),
    ...named('after', day(filter.afterMs)),
    ...(filter.phrases === undefined ? [] : ['the words in quotation marks']),
  ];
}

/** Sentences about unused settings that a search with this index has shown already. */
const shownSentences = new WeakMap<IndexStore, Set<string>>();

/** What the user chose and Memdir does not use (settings, a model folder): each sentence goes with one search only. */
export function unusedSettings({ ignored = [], embedder, index }: SearchPorts): readonly string[] {
  const state = embedder.state();
  const shown = shownSentences.get(index) ?? new Set();
  shownSentences.set(index, shown);
  const unusedModel = 'unused' in state && state.unused === true && state.note !== undefined ? [state.note] : [];
  const sentences = [...ignored, ...unusedModel].filter((sentence) => !shown.has(sentence));
  for (const sentence of sentences) shown.add(sentence);
  return sentences;
}
