/** The search index: which memories there are, and what a search asks of them. */
import type { FileStamp, Level, MemoryId, StoreKey } from '../memory.js';
import type { QueryWord } from '../search/terms.js';
import type { LikenessKey } from '../similarity/likeness.js';
import type { DocumentFacts, DocumentHead, DocumentTitle, IndexedDocument } from './documents.js';
import type { ChunkTokens } from './embedder.js';
import type { TokenStatistics, VectorLeg, VectorProgress, WordsHit, WordsLeg } from './search-legs.js';

/** Applied before ranking, never after. */
export interface SearchFilter {
  readonly stores?: readonly StoreKey[] | undefined;
  readonly type?: string | undefined;
  readonly level?: Level | undefined;
  /** Repository, tag, agent and path prefix are compared without regard to case. */
  readonly repo?: string | undefined;
  readonly tag?: string | undefined;
  readonly agentId?: string | undefined;
  /** An agent: its own documents and those of no agent. */
  readonly reader?: string | undefined;
  readonly pathPrefix?: string | undefined;
  /** Milliseconds since the epoch; `beforeMs` is exclusive, `afterMs` inclusive. */
  readonly beforeMs?: number | undefined;
  readonly afterMs?: number | undefined;
  readonly includeDeleted?: boolean | undefined;
  /** Each a row of terms (see core/search/terms) that one field must have in this order with nothing between them. */
  readonly phrases?: readonly (readonly string[])[] | undefined;
}

/** What a search looks for. */
export interface SearchPlan {
  /**
   * See core/search/terms. A term also matches other forms of its word (core/search/word-forms), which count as one term with it. A term that no
   * document has is replaced by those spelled nearly the same.
   */
  readonly terms: readonly string[];
  /**
   * By position: the word of a term, which may also be a part of longer words. The last word of the question is looked for as their beginning beside
   * the term itself, any other in place of a term that no document has. Absent: whole words alone.
   */
  readonly words?: readonly (QueryWord | undefined)[] | undefined;
  /** The whole question as the terms of a name or description that is the same, in each way that it may be written; such memories are always found. */
  readonly titles?: readonly (readonly string[])[] | undefined;
  readonly filter: SearchFilter;
  /** Hits of each leg. */
  readonly limit: number;
  /** Terms without a document are not replaced: looking for replacements takes as long as all the rest. */
  readonly asWritten?: boolean | undefined;
}

/** What age, level and use say about the order of a hit. */
export interface HitFacts extends DocumentFacts {
  readonly accessCount: number;
}

/** Answer to {@link IndexStore.words}. */
export interface WordMatches {
  readonly leg: WordsLeg;
  /** Facts of all hits. */
  readonly facts: ReadonlyMap<MemoryId, HitFacts>;
  /** By model: how far its vectors are. */
  readonly progress: ReadonlyMap<string, VectorProgress>;
}

/** A question as one model reads it. */
export interface ModelQuestion {
  readonly model: string;
  readonly vector: Float32Array;
  /** A model whose vectors count where there are some: chunks that have one are left out of hits and mean. */
  readonly overriddenBy?: string | undefined;
}

export interface MeaningRequest {
  readonly questions: readonly ModelQuestion[];
  /** The hits of {@link IndexStore.words}: each leg scores the hits of the others as well. Absent: no keyword hits are added. */
  readonly wordHits?: readonly MemoryId[] | undefined;
  /** Models and memories whose token bits late interaction needs. Chosen from the legs inside the same read transaction; called once. */
  readonly tokens?: { readonly models: readonly string[]; choose(legs: MeaningLegs): readonly MemoryId[] } | undefined;
}

/** The legs of {@link IndexStore.meaning}. */
export interface MeaningLegs {
  /** In the order of the questions. */
  readonly vectors: readonly VectorLeg[];
  /** Word hits among memories that vectors alone found. Replacements of terms count whether the plan wants them or not. */
  readonly keyword: readonly WordsHit[];
}

/** Token bits of some memories, and what they are compared with. */
export interface ModelTokens {
  readonly model: string;
  /** Sign bits of the tokens of each chunk; see {@link ChunkTokens.bits}. Memories without any are left out. */
  readonly bits: ReadonlyMap<MemoryId, readonly Uint8Array[]>;
  /** The same object while the index is unchanged. */
  readonly statistics: TokenStatistics;
}

/** Answer to {@link IndexStore.meaning}. */
export interface MeaningMatches {
  readonly legs: MeaningLegs;
  /** Facts of all hits of these legs, and of the word hits. */
  readonly facts: ReadonlyMap<MemoryId, HitFacts>;
  /** Each memory is in the last of the models that has tokens of it. Models without any memory are left out. */
  readonly tokens: readonly ModelTokens[];
}

/** Vectors of the chunks of some memories. */
export interface ModelVectors {
  readonly model: string;
  readonly byId: ReadonlyMap<MemoryId, readonly Float32Array[]>;
}

/** Answer to {@link IndexStore.present}. */
export interface PresentedDocuments {
  /** Those asked for, and those that they supersede. The same objects while the index is unchanged. */
  readonly documents: ReadonlyMap<MemoryId, IndexedDocument>;
  /** Each memory is in the last of the models that has vectors of it. */
  readonly vectors: readonly ModelVectors[];
}

/** How the index is and what it contains. */
export interface StoreHealth {
  readonly keyword: boolean;
  readonly vector: boolean;
  /** Why a leg is off, for people. */
  readonly reason?: string | undefined;
  readonly path: string;
  /** Versions of what it runs on. */
  readonly sqlite?: string | undefined;
  readonly postgres?: string | undefined;
  readonly vec?: string | undefined;
  /** Why another index answers than the one that the user named; for people. */
  readonly instead?: string | undefined;
  readonly bytes: number;
  readonly documents: number;
  readonly vectors: number;
  /** Set when the file was damaged or foreign and was replaced at opening. */
  readonly rebuilt?: string | undefined;
}

/** The vector of a text, by the hash of that text. */
export interface HashedVector {
  readonly hash: string;
  /** Absent: the model does not read the language of the text, so that its vector is neither missing nor found. */
  readonly vector?: Float32Array | undefined;
  /** Stored and dropped with the vector. */
  readonly tokens?: ChunkTokens | undefined;
}

/** The body of a memory as the index has it. */
export interface BodyText {
  readonly id: MemoryId;
  /** Hash of the file. */
  readonly hash: string;
  readonly body: string;
}

/** A chunk to embed. */
export interface ChunkText {
  readonly hash: string;
  readonly text: string;
}

/** Changes of the index that become visible together. */
export interface IndexChange {
  readonly upsert?: readonly IndexedDocument[];
  readonly remove?: readonly MemoryId[];
  /** Files that were touched without a change of their bytes. */
  readonly restamp?: readonly { readonly id: MemoryId; readonly stamp: FileStamp }[];
}

/**
 * The index is a cache of the markdown; only access counts are stored nowhere else. Each method that answers is one transaction. A search takes three of them:
 * {@link IndexStore.words}, {@link IndexStore.meaning} with the vectors of the question, and {@link IndexStore.present} for what is shown.
 */
export interface IndexStore {
  /** Stamps of what is indexed, by path, to compare with a listing. */
  stamps(store: StoreKey): Promise<ReadonlyMap<string, FileStamp>>;
  /** Every memory of a store by path, without its text. Heads of unchanged documents are the same objects, and the same map while none changed. */
  heads(store: StoreKey): Promise<ReadonlyMap<string, DocumentHead>>;
  /** Every document of a store, by path. Texts are not read for it. */
  titles(store: StoreKey): Promise<readonly DocumentTitle[]>;
  apply(change: IndexChange): Promise<void>;
  /**
   * Notes that these stores are in use, and drops the documents of stores that were last in use before `sinceMs`: a store that is opened again later
   * is indexed anew. Access counts stay. Milliseconds since the epoch.
   */
  retainStores(stores: readonly StoreKey[], nowMs: number, sinceMs: number): Promise<void>;

  /** Memories of a store that are not forgotten and whose keys of likeness are missing or of an older version. */
  withoutLikeness(store: StoreKey, version: number, limit: number): Promise<readonly BodyText[]>;
  /** Keeps the keys of these bodies; those of a document that changed meanwhile are left out. */
  putLikeness(version: number, keys: readonly (BodyText & { readonly keys: readonly LikenessKey[] })[]): Promise<void>;
  /** Paths of memories of a store by key, at most `most` each; forgotten ones are not among them. */
  alike(
    store: StoreKey,
    keys: readonly LikenessKey[],
    most: number,
  ): Promise<ReadonlyMap<LikenessKey, readonly string[]>>;
  /** The keys of the memories of a store by path; forgotten ones are not among them. */
  likeness(store: StoreKey): Promise<ReadonlyMap<string, readonly LikenessKey[]>>;

  /** In the order asked for. */
  documents(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, IndexedDocument>>;
  facts(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, DocumentFacts>>;
  /** Documents that a filter lets through, newest first. */
  newest(filter: SearchFilter, limit: number): Promise<readonly MemoryId[]>;

  /** The words leg, and the progress of some models. Rejects with `unavailable` where words cannot be searched. */
  words(plan: SearchPlan, models?: readonly string[]): Promise<WordMatches>;
  /** The vector legs. Rejects with `bad-input` when a vector does not fit its model. */
  meaning(plan: SearchPlan, request: MeaningRequest): Promise<MeaningMatches>;
  /** Documents to show, with the vectors that tell which of them are on the same subject. */
  present(ids: readonly MemoryId[], models?: readonly string[]): Promise<PresentedDocuments>;

  /**
   * Distinct chunks of these stores (absent: of all) that have no vector of this model yet, or those that have a vector but no tokens: chunks that
   * were embedded before tokens were stored.
   */
  chunksToEmbed(
    missing: 'vector' | 'tokens',
    model: string,
    limit: number,
    stores?: readonly StoreKey[],
  ): Promise<readonly ChunkText[]>;
  /** Vectors are keyed by model and text hash: a cache that survives edits, moves and restarts. */
  putVectors(model: string, vectors: readonly HashedVector[]): Promise<void>;
  vectorProgress(model: string, stores?: readonly StoreKey[]): Promise<VectorProgress>;

  /** Counts of the memories that were ever accessed; the others are left out. */
  accessCounts(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, number>>;
  /** `hasty`: rejects within a few milliseconds where another process writes. */
  countAccess(ids: readonly MemoryId[], options?: { readonly hasty?: boolean }): Promise<void>;

  /** Calls a listener when the file was replaced while it was in use, so that what was indexed is gone. Returns what ends that. */
  onReplaced(listener: () => void): () => void;
  health(): Promise<StoreHealth>;
  close(): Promise<void>;
}
