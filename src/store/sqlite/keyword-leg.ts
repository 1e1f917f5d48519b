/** The keyword leg: best documents by bm25. */
import type { MemoryId } from '../../core/memory.js';
import type { SearchPlan } from '../../core/ports/index-store.js';
import type { KeywordHit, KeywordLeg } from '../../core/ports/search-legs.js';
import { otherForms } from '../../core/search/word-forms.js';
import { fuzzyTerms, splitCompound } from './fuzzy-terms.js';
import type { Db } from './native.js';
import {
  bestDocuments,
  hasPosting,
  phrasePostingsOf,
  type Postings,
  type PostingsCache,
  postingsOf,
} from './postings.js';
import { adjacentTerms } from './proximity.js';
import { allowedRows, cachedPostings, idsOfRows, type ReadCache } from './read-cache.js';

/** The tokenizer of the index folds the case of ASCII letters, nothing else. */
const fold = (text: string): string =>
  /[A-Z]/.test(text) ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;

/** A term as the tokenizer keeps it; undefined for one that cannot be in the index (empty, with blanks or control characters). */
const searchable = (term: string): string | undefined =>
  term === '' || /[\u0000-\u0020\u007f]/.test(term) ? undefined : fold(term);

/** What is looked up for a term of the query. */
interface Expansion {
  /** Alternatives: each a term with the other forms of its word, which count as one term. */
  readonly alternatives: readonly (readonly string[])[];
  /** Whether no document of the stores has the term, so that the alternatives replace it. */
  readonly isFuzzy: boolean;
  /** Whether the terms of an alternative must follow each other in the document. */
  readonly isPhrase?: boolean;
}

/** A term of the query with its postings. */
interface ExpandedTerm extends Expansion {
  readonly postings: readonly Postings[];
}

/** @param among only these memories */
export function keywordLeg(
  db: Db,
  cache: ReadCache,
  { terms, filter, limit, asWritten = false }: SearchPlan,
  among?: readonly MemoryId[],
): KeywordLeg {
  const postings = cachedPostings(db, filter.stores, cache);
  const { documents, averageLength } = postings.stats;
  const expanded = terms.map((term) => expand(db, cache, postings, searchable(term), asWritten));
  const idf = expanded.map((one) =>
    inverseFrequency(documents, Math.max(0, ...one.postings.map(({ rows }) => rows.length))),
  );
  const fuzzyPositions = expanded.flatMap((one, position) => (one.isFuzzy ? [position] : []));
  return {
    hits: bestHits(db, cache, expanded, idf, { limit, allowed: () => allowedRows(db, filter, cache, among), postings }),
    idf,
    documents,
    averageLength,
    fuzzyPositions,
    fuzzyTerms: fuzzyPositions.map((position) => expanded[position]?.alternatives.flat() ?? []),
  };
}

function expand(
  db: Db,
  cache: ReadCache,
  postings: PostingsCache,
  term: string | undefined,
  asWritten: boolean,
): ExpandedTerm {
  const expansion = expansionOf(db, cache, postings, term, asWritten);
  const { alternatives, isPhrase } = expansion;
  return {
    ...expansion,
    postings: alternatives.map((all) =>
      isPhrase ? phrasePostingsOf(db, all, postings) : postingsOf(db, all, postings),
    ),
  };
}

/** The term with other forms of its word; when no document of the stores has any, the two words that it is made of, or the terms spelled nearly the same. */
function expansionOf(
  db: Db,
  cache: ReadCache,
  postings: PostingsCache,
  term: string | undefined,
  asWritten: boolean,
): Expansion {
  if (term === undefined) return { alternatives: [], isFuzzy: false };
  const isIndexed = (one: string): boolean => postingsOf(db, [one], postings).rows.length > 0;
  const forms = [term, ...otherForms(term)].filter(isIndexed);
  if (forms.length > 0) return { alternatives: [forms.sort()], isFuzzy: false };
  if (asWritten) return { alternatives: [[term]], isFuzzy: false };
  const parts = splitCompound(db, term, (words) => phrasePostingsOf(db, words, postings).rows.length > 0);
  if (parts !== undefined) return { alternatives: [parts], isFuzzy: true, isPhrase: true };
  const near = fuzzyTerms(db, term, cache, isIndexed);
  return near.length > 0
    ? { alternatives: near.map((one) => [one]), isFuzzy: true }
    : { alternatives: [[term]], isFuzzy: false };
}

interface HitOptions {
  readonly limit: number;
  /** 1 for each document row that may be found. */
  readonly allowed: () => Uint8Array;
  readonly postings: PostingsCache;
}

function bestHits(
  db: Db,
  cache: ReadCache,
  terms: readonly ExpandedTerm[],
  idf: readonly number[],
  { limit, allowed, postings }: HitOptions,
): readonly KeywordHit[] {
  // A word that occurs twice in the query has the same postings.
  const distinct = [...new Set(terms.flatMap((term) => term.postings))];
  if (distinct.length === 0 || limit < 1) return [];
  // Filter and limit are applied here: SQLite would read the row of every document found, which takes as long as the ranking itself.
  const best = bestDocuments(distinct, allowed(), limit, postings);
  const ids = idsOfRows(
    db,
    best.map(({ row }) => row),
    cache,
  );
  const hits = best
    .flatMap(({ row, score }) => {
      const id = ids.get(row);
      const matched = terms.map((term) => term.postings.some((one) => hasPosting(one, row)));
      return id === undefined ? [] : [{ row, id, bm25: score, matched }];
    })
    .sort((a, b) => b.bm25 - a.bm25 || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
  const adjacent = adjacentTerms(
    db,
    cache,
    terms.map(({ alternatives }) => alternatives.flat()),
    idf,
    hits,
  );
  return hits.map(({ row, ...hit }) => ({ ...hit, adjacent: adjacent.get(row) ?? [] }));
}

const inverseFrequency = (documents: number, matching: number): number =>
  Math.log(1 + (documents - matching + 0.5) / (matching + 0.5));
