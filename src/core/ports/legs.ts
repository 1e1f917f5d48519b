/** What the legs of a search answer. */
import type { MemoryId } from '../memory.js';

export interface KeywordHit {
  readonly id: MemoryId;
  /** Positive, larger is better: minus the value FTS5's bm25() has in an index of the filter's stores alone. */
  readonly bm25: number;
  /** Which of the query's terms the document holds, by position in the query. */
  readonly held: readonly boolean[];
  /** Positions of terms that stand beside the one that follows in the query: in either order, at most one other term between. */
  readonly beside?: readonly number[];
}

export interface KeywordLeg {
  readonly hits: readonly KeywordHit[];
  /** ln(1 + (N - n + 0.5) / (n + 0.5)) of each query term over the memories of the filter's stores; a term none of them holds has the largest value. */
  readonly idf: readonly number[];
  /** Of the filter's stores. */
  readonly documents: number;
  /** Terms of an average one of them, in all fields. */
  readonly averageLength?: number;
  /** Positions of terms that no document of these stores holds and in whose place the nearest terms were looked up. */
  readonly corrected?: readonly number[];
  /** For each of these the terms that were looked for in its place. */
  readonly spelled?: readonly (readonly string[])[];
}

export interface VectorHit {
  readonly id: MemoryId;
  /** Cosine of the best chunk, -1 to 1. */
  readonly cosine: number;
  /** Line of that chunk in the file, from 0. */
  readonly line: number;
  /** How many chunks it is the best of. */
  readonly chunks: number;
}

export interface VectorLeg {
  readonly hits: readonly VectorHit[];
  /** Mean and deviation of the question's cosine against a fixed sample of all vectors of the model. */
  readonly mean: number;
  readonly deviation: number;
  /** Documents of the filter's stores with all their vectors, and all of them. */
  readonly ready: number;
  readonly total: number;
  /** Those with a vector at all: a document in a language the model does not read is ready without one. */
  readonly holding: number;
}

/** What late interaction holds a question against. */
export interface PieceStatistics {
  /** How many memories the frequencies are of: all with pieces, of many a fixed sample. */
  readonly documents: number;
  /** In how many of them a word piece stands, by its number. */
  readonly frequency: ReadonlyMap<number, number>;
  /** Sign bits of the chunks of a fixed sample of memories, at most 64. */
  readonly sample: readonly (readonly Uint8Array[])[];
}
