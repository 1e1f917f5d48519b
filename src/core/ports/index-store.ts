/** The index of all memories, and what may be asked of it. */
import type { FileStamp, Level, MemoryId, StoreKey } from '../memory.js';
import type { DocumentFacts, DocumentTitle, IndexedDocument } from './documents.js';
import type { PassagePieces } from './embedder.js';
import type { KeywordLeg, PieceStatistics, VectorLeg } from './legs.js';

/** Applied before ranking, never after. */
export interface SearchFilter {
  readonly stores?: readonly StoreKey[];
  /** Only these memories. */
  readonly among?: readonly MemoryId[];
  readonly type?: string;
  readonly level?: Level;
  /** These four in any case. */
  readonly repo?: string;
  readonly tag?: string;
  readonly agentId?: string;
  readonly pathPrefix?: string;
  /** Milliseconds since the epoch. */
  readonly beforeMs?: number;
  readonly afterMs?: number;
  readonly includeDeleted?: boolean;
  /** Each a row of terms (see core/search/terms) that must stand in one field in this order with nothing between them. */
  readonly phrases?: readonly (readonly string[])[];
}

/** How the index is and what it holds. */
export interface StoreHealth {
  readonly keyword: boolean;
  readonly vector: boolean;
  /** Why a leg is off, for people. */
  readonly reason?: string;
  readonly path: string;
  readonly sqlite?: string;
  readonly vec?: string;
  readonly bytes: number;
  readonly documents: number;
  readonly vectors: number;
  /** Set when the file was damaged or foreign and was replaced at opening. */
  readonly rebuilt?: string;
}

/** The vector of a text, by the hash of that text. */
export interface HashedVector {
  readonly hash: string;
  readonly vector: Float32Array;
  /** Kept and dropped with the vector. */
  readonly pieces?: PassagePieces;
}

/** The index: a cache of the markdown. Only access counts are kept nowhere else. */
export interface IndexStore {
  /** Stamps of what is indexed, by path, to compare with a listing. */
  stamps(store: StoreKey): Promise<ReadonlyMap<string, FileStamp>>;
  /** Every document of a store, by path. Their texts are not read for it. */
  titles(store: StoreKey): Promise<readonly DocumentTitle[]>;
  /** One transaction. */
  apply(change: { readonly upsert: readonly IndexedDocument[]; readonly remove: readonly MemoryId[] }): Promise<void>;
  /**
   * Notes that these stores are in use, and drops the documents of those that were last in use before `sinceMs`: nobody may ever open them
   * again, and who does has them indexed anew. Access counts stay. Milliseconds since the epoch.
   */
  keepStores(stores: readonly StoreKey[], nowMs: number, sinceMs: number): Promise<void>;
  /** Records that a file was touched without its bytes changing. */
  restamp(stamps: readonly { readonly id: MemoryId; readonly stamp: FileStamp }[]): Promise<void>;

  document(id: MemoryId): Promise<IndexedDocument | undefined>;
  documents(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, IndexedDocument>>;
  /** The little of many documents that decides their order. */
  facts(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, DocumentFacts>>;
  /** Documents that a filter lets through, newest first. */
  newest(filter: SearchFilter, limit: number): Promise<readonly MemoryId[]>;
  /**
   * A term also stands for other forms of its word (`core/search/word-forms.ts`), which count as one term with it, and one that no document holds
   * for those spelled nearly the same, unless it is taken as written: looking for them takes as long as all the rest.
   */
  keyword(terms: readonly string[], filter: SearchFilter, limit: number, asWritten?: boolean): Promise<KeywordLeg>;
  /** @param instead a model whose vectors count where there are some: chunks that have one are left out, of hits and mean. */
  vector(query: Float32Array, model: string, filter: SearchFilter, limit: number, instead?: string): Promise<VectorLeg>;

  /** Distinct chunks of these stores (absent: of all) that have no vector of this model yet. */
  chunksWithoutVector(
    model: string,
    limit: number,
    stores?: readonly StoreKey[],
  ): Promise<readonly { readonly hash: string; readonly text: string }[]>;
  /** The same for chunks that have a vector but no pieces: those embedded before pieces were kept. */
  chunksWithoutPieces(
    model: string,
    limit: number,
    stores?: readonly StoreKey[],
  ): Promise<readonly { readonly hash: string; readonly text: string }[]>;
  /** Vectors are keyed by model and text hash: a cache that survives edits, moves and restarts. */
  putVectors(model: string, vectors: readonly HashedVector[]): Promise<void>;
  /** Notes that these texts get no vector of this model, because it does not read their language: they are not missing, and not found by it. */
  skipVectors(model: string, hashes: readonly string[]): Promise<void>;
  /** Vectors of the chunks of some documents. */
  chunkVectors(model: string, ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, readonly Float32Array[]>>;
  /** Sign bits of the pieces of their chunks; see {@link PassagePieces.bits}. */
  pieces(model: string, ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, readonly Uint8Array[]>>;
  /** The same object while the index is as it was. */
  pieceStatistics(model: string): Promise<PieceStatistics>;
  /** See {@link VectorLeg}. */
  vectorProgress(model: string, stores?: readonly StoreKey[]): Promise<Pick<VectorLeg, 'ready' | 'total' | 'holding'>>;

  accessCounts(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, number>>;
  countAccess(ids: readonly MemoryId[]): Promise<void>;

  health(): Promise<StoreHealth>;
  /** Drops documents and vectors; access counts stay. */
  clear(): Promise<void>;
  close(): Promise<void>;
}
