/** What the legs of a search answer. */
import type { MemoryId } from '../memory.js';

export interface WordsHit {
  readonly id: MemoryId;
  /** Positive, larger is better: minus the value FTS5's bm25() has in an index of the filter's stores alone. */
  readonly bm25: number;
  /** Which of the query's terms the document has, by position in the query. */
  readonly matched: readonly boolean[];
  /** Positions of terms that the document has as a part of longer words alone: none of them is `matched`. */
  readonly parts?: readonly number[];
  /** Positions of terms that are adjacent in the document to the next term of the query: in either order, with at most one other term between them. */
  readonly adjacent: readonly number[];
  /** Set where its name or its description is the question. */
  readonly titled?: true | undefined;
}

export interface WordsLeg {
  readonly hits: readonly WordsHit[];
  /** ln(1 + (N - n + 0.5) / (n + 0.5)) of each query term over the memories of the filter's stores; largest for a term that none of them has. */
  readonly idf: readonly number[];
  /** Number of documents in the filter's stores. */
  readonly documents: number;
  /** Terms of an average document of these stores, in all fields. */
  readonly averageLength: number;
  /** Positions of terms that no document of these stores has, so that the nearest terms replaced them. */
  readonly fuzzyPositions: readonly number[];
  /** The terms that replaced each of these. */
  readonly fuzzyTerms: readonly (readonly string[])[];
  /** By position in the query: terms that are forms of the word. */
  readonly formTerms?: readonly (readonly string[])[];
  /** By position in the query: terms of longer words that contain the word. */
  readonly partTerms?: readonly (readonly string[])[];
}

export interface VectorHit {
  readonly id: MemoryId;
  /** Cosine of the best chunk, -1 to 1. */
  readonly cosine: number;
  /** Line of that chunk in the file, from 0. */
  readonly line: number;
  /** Number of chunks that it is the best of. */
  readonly chunks: number;
}

/** How many documents of some stores a model has embedded. */
export interface VectorProgress {
  /** Documents with all their vectors. */
  readonly ready: number;
  readonly total: number;
  /** Documents with a vector at all: one in a language that the model does not read is ready without any. */
  readonly embedded: number;
}

export interface VectorLeg extends VectorProgress {
  readonly hits: readonly VectorHit[];
  /** Mean and deviation of the question's cosine with a fixed sample of all vectors of the model. */
  readonly mean: number;
  readonly deviation: number;
}

/** What late interaction compares a question with. */
export interface TokenStatistics {
  /** Number of memories that the frequencies are of: all with tokens, of many a fixed sample. */
  readonly documents: number;
  /** In how many of them a token occurs, by its number. */
  readonly frequency: ReadonlyMap<number, number>;
  /** Sign bits of the chunks of a fixed sample of memories, at most 64. */
  readonly sample: readonly (readonly Uint8Array[])[];
}
