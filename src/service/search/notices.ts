/** Sentences for people about what a search could not do. */
import { t } from '../../core/l10n.js';
import { localDay } from '../../core/local-day.js';
import { nearestType } from '../../core/memory-types.js';
import type { IndexStore, SearchFilter } from '../../core/ports/index-store.js';
import type { VectorProgress, WordsLeg } from '../../core/ports/search-legs.js';
import { type SearchPorts, typesOf } from '../ports.js';
import type { SearchContext } from './context.js';

/** @param secondary whether the model for other languages is the one that does not answer */
export const wordsOnly = (reason: string, secondary = false): string =>
  secondary
    ? t('Keyword search only for memories in other languages: {reason}', { reason })
    : t('Keyword search only: {reason}', { reason });

export const meaningOnly = (reason: string): string => t('Semantic search only: {reason}', { reason });

export const modelStarting = (): string => t('The embedding model is starting.');
export const languageUnknown = (): string => t('The embedding model doesn’t support the language of the question.');
export const crossing = (): string =>
  t('Memories in English are being prepared for questions in other languages, so some may be missing.');
export const indexOutdated = (): string => t('The index couldn’t be updated, so recent changes may be missing.');
export const noWords = (): string => t('Type a few words to search for.');
export const newestShown = (): string =>
  t('No words to search for: these are the newest memories that match the filters.');

export const spellingNotice = ({ fuzzyPositions, hits }: WordsLeg): string | undefined =>
  fuzzyPositions.length > 0 && hits.length > 0
    ? t('Some words weren’t found, so similarly spelled words were searched instead.')
    : undefined;

/** @param failure why embedding stopped */
export function progressNotice({ ready, total }: VectorProgress, failure: string | undefined): string {
  if (failure !== undefined)
    return t('Semantic search covers {ready} of {total} memories: {reason}', { ready, total, reason: failure });
  return ready === 0
    ? wordsOnly(t('Vectors are being prepared ({ready} of {total}).', { ready, total }))
    : t('Semantic search covers {ready} of {total} memories so far: vectors are being prepared.', { ready, total });
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
  return [
    t('No memories match {filters}.', { filters: named.join(' ') }),
    ...(type === undefined ? [] : [t('Did you mean {near}?', { near: `type:${type}` })]),
  ].join(' ');
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
    ...(filter.phrases === undefined ? [] : [t('the words in quotation marks')]),
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
