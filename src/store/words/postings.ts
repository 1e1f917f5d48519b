/** Which documents of some stores have a term, and how much the term adds to the score of each: FTS5's own bm25, counted within these stores. */
import { LRUCache } from 'lru-cache';

import { inverseFrequency, isWeightless, PART_WEIGHT } from '../../core/search/rank.js';
import type { CorpusStats, Postings, PostingsCache, WordSource } from './source.js';

/** Documents in the postings of the terms asked for last; 12 bytes each. */
const MAX_CACHED = 2_000_000;
const [K1, B] = [1.2, 0.75];
/** A memory of more than that many average ones counts as that long: else a word in a very long one adds next to nothing, and does not find it. */
const MAX_RELATIVE_LENGTH = 12;
/** FTS5's weight of a term that half of the documents or more have. */
const LEAST_IDF = 1e-6;

export const newPostingsCache = (stats: CorpusStats): PostingsCache => ({
  stats,
  byTerm: new LRUCache({ maxSize: MAX_CACHED, sizeCalculation: ({ rows }) => rows.length + 1 }),
  sums: new Float64Array(stats.lengths.length),
});

/** Postings of one term, or of several that count as one. Computed once for each state of the index. Fields name, description, body and path are weighted 2, 2, 1, 1. */
export const postingsOf = (source: WordSource, terms: readonly string[]): Postings =>
  cached(terms.join(' '), source, (stats) => weigh(occurrencesOf(source, terms), stats));

/** Postings of terms that follow each other; a document in which they do so several times counts as one in which they do it once. */
export const phrasePostingsOf = (source: WordSource, terms: readonly string[]): Postings =>
  cached(`"${terms.join(' ')}"`, source, (stats) => weigh(source.phrase(terms), stats));

/** Documents that have a word itself. */
export interface WholeWord {
  readonly terms: readonly string[];
  readonly postings: Postings;
}

/**
 * Postings of terms that are longer than the word they are found by. A document that has the word itself is left out, and none is worth more than the least of
 * those: a whole word goes before a part.
 */
export const partPostingsOf = (source: WordSource, terms: readonly string[], whole: WholeWord | undefined): Postings =>
  cached(`${whole?.terms.join(' ') ?? ''}<${terms.join(' ')}`, source, (stats) => {
    const found = weigh(occurrencesOf(source, terms), stats, (documents, own) =>
      inverseFrequency(documents, whole?.postings.rows.length ?? own),
    );
    const most = whole ? leastOf(whole.postings, stats) : Infinity;
    const kept = Array.from(found.rows.keys()).filter(
      (at) => whole === undefined || !hasPosting(whole.postings, found.rows[at] as number),
    );
    return {
      rows: Uint32Array.from(kept, (at) => found.rows[at] as number),
      scores: Float64Array.from(kept, (at) => PART_WEIGHT * Math.min(found.scores[at] as number, most)),
    };
  });

/** What a word adds to the document that has it to the least degree; a word that FTS5 gives no weight counts its idf, see core/search/rank. */
function leastOf({ rows, scores }: Postings, { documents }: CorpusStats): number {
  const idf = inverseFrequency(documents, rows.length);
  const least = scores.reduce((one, other) => Math.min(one, other), Infinity);
  return isWeightless(idf) ? least + idf : least;
}

function cached(
  key: string,
  { postings: { byTerm, stats } }: WordSource,
  make: (stats: CorpusStats) => Postings,
): Postings {
  let postings = byTerm.get(key);
  if (postings === undefined) byTerm.set(key, (postings = make(stats)));
  return postings;
}

function occurrencesOf(source: WordSource, terms: readonly string[]): readonly number[] {
  const [first = '', ...more] = terms;
  if (more.length === 0) return source.occurrences(first);
  return terms.flatMap((term) => source.occurrences(term)).sort((a, b) => a - b);
}

/** FTS5's, of a term that some of the documents have. */
const weightOf = (documents: number, matching: number): number =>
  Math.max(LEAST_IDF, Math.log((documents - matching + 0.5) / (matching + 0.5)));

/** @param occurrences see {@link WordSource.occurrences} */
function weigh(
  occurrences: readonly number[],
  { lengths, documents, averageLength }: CorpusStats,
  rarity = weightOf,
): Postings {
  const rows = new Uint32Array(occurrences.length);
  const scores = new Float64Array(occurrences.length);
  let found = 0;
  for (const occurrence of occurrences) {
    const heavy = occurrence % 2;
    const row = (occurrence - heavy) / 2;
    if ((lengths[row] ?? 0) === 0) continue;
    if (found === 0 || rows[found - 1] !== row) rows[found++] = row;
    scores[found - 1] = (scores[found - 1] as number) + 1 + heavy;
  }
  const weight = rarity(documents, found) * (K1 + 1);
  for (let i = 0; i < found; i++) {
    const frequency = scores[i] as number;
    const length = Math.min(MAX_RELATIVE_LENGTH, (lengths[rows[i] as number] as number) / averageLength);
    scores[i] = (weight * frequency) / (frequency + K1 * (1 - B + B * length));
  }
  return { rows: rows.slice(0, found), scores: scores.slice(0, found) };
}

/** Whether a document has the term. */
export function hasPosting({ rows }: Postings, row: number): boolean {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((rows[middle] as number) < row) from = middle + 1;
    else to = middle;
  }
  return rows[from] === row;
}

/** The sum of what some terms add to a document. */
export const scoreOf = (terms: readonly Postings[], row: number): number =>
  terms.reduce((sum, { rows, scores }) => {
    const at = rows.indexOf(row);
    return at < 0 ? sum : sum + (scores[at] as number);
  }, 0);

export interface Scored {
  readonly row: number;
  readonly score: number;
}

/** Allowed documents that have any of the terms: the `limit` best by the sum of their scores, and all that are as good as the last of them. */
export function bestDocuments(
  terms: readonly Postings[],
  allowed: Uint8Array,
  limit: number,
  { sums }: PostingsCache,
): Scored[] {
  const touched = new Uint32Array(terms.reduce((most, { rows }) => most + rows.length, 0));
  let count = 0;
  for (const { rows, scores } of terms) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      if (allowed[row] !== 1) continue;
      const before = sums[row] as number;
      if (before === 0) touched[count++] = row;
      sums[row] = before + (scores[i] as number);
    }
  }
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = sums[touched[i] as number] as number;
  const least = nthLargest(values.slice(), limit);
  const best: Scored[] = [];
  for (let i = 0; i < count; i++) {
    const row = touched[i] as number;
    sums[row] = 0;
    if ((values[i] as number) >= least) best.push({ row, score: values[i] as number });
  }
  return best;
}

/** The nth largest of some values, which it reorders; minus infinity when there are fewer. */
export function nthLargest(values: Float64Array, n: number): number {
  const target = values.length - n;
  if (target < 0) return -Infinity;
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[(from + to) >>> 1] as number;
    let [low, high] = [from, to];
    while (low <= high) {
      while ((values[low] as number) < pivot) low++;
      while ((values[high] as number) > pivot) high--;
      if (low > high) break;
      const lower = values[low] as number;
      values[low++] = values[high] as number;
      values[high--] = lower;
    }
    if (target <= high) to = high;
    else if (target >= low) from = low;
    else break;
  }
  return values[target] as number;
}
