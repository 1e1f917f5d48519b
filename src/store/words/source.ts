/** What the words leg reads of an index, for one plan. */
import type { LRUCache } from 'lru-cache';

import type { MemoryId, StoreKey } from '../../core/memory.js';

/** Rows number the documents of an index, from 0 or 1 and with few gaps. */
export interface WordSource {
  /** Postings in the stores of the plan. */
  readonly postings: PostingsCache;
  /** Ascending: twice the row of a document that has the term, once for each occurrence, and one more where it counts double. */
  occurrences(term: string): readonly number[];
  /** Ascending: twice the row of each document that has these terms one after the other in one field. */
  phrase(terms: readonly string[]): readonly number[];
  /** Whether a document has one of several phrases, which are then asked for one by one. */
  anyPhrase(phrases: readonly (readonly string[])[]): boolean;
  /** Terms that begin so, at most {@link MAX_TERMS}: those in most documents first. */
  begun(beginning: string): readonly string[];
  /** Terms that are words, with the number of documents that have each. */
  vocabulary(): readonly (readonly [string, number])[];
  /** Rows of memories whose name or description has these terms and no other. */
  titled(terms: readonly string[]): readonly number[];
  /** 1 for each document row that may be found. */
  allowed(): Uint8Array;
  ids(rows: readonly number[]): ReadonlyMap<number, MemoryId>;
  /** Terms of name, description and body in their order, a blank around each, several blanks between the three. */
  termTexts(rows: readonly number[]): ReadonlyMap<number, string>;
}

/** Terms that a beginning represents: of more, those in most documents. */
export const MAX_TERMS = 256;

/** Letters of a word of the vocabulary at least. */
const SHORTEST_WORD = 3;

export const isVocabularyWord = (term: string): boolean => term.length >= SHORTEST_WORD && /^\p{L}+$/u.test(term);

/** What is computed about some stores: how rare a term is depends on them and on no others in the index. */
export interface CorpusStats {
  /** Names the stores. */
  readonly key: string;
  readonly documents: number;
  /** Terms of each document by row; 0 for rows of other stores and for documents without terms. */
  readonly lengths: Uint32Array;
  readonly averageLength: number;
}

export const storesKey = (stores: readonly StoreKey[] | undefined): string =>
  stores === undefined ? '' : JSON.stringify([...stores].sort());

/** The documents that have a term. */
export interface Postings {
  /** Document rows, ascending. */
  readonly rows: Uint32Array;
  /** What the term adds to the bm25 of each: the sum over a question's terms is the bm25 of all of them. */
  readonly scores: Float64Array;
}

/** Postings in one state of the index and some stores. */
export interface PostingsCache {
  readonly stats: CorpusStats;
  readonly byTerm: LRUCache<string, Postings>;
  /** By row, zero between two queries. */
  readonly sums: Float64Array;
}
