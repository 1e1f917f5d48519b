/**
 * What the service needs from the outside. Implementations live in store, embed and node; tests may bring their own
 * where a real part cannot exist. Every call that can take long takes a signal and rejects with the `cancelled` error.
 */
import type { KeywordLeg, PieceStatistics, VectorLeg } from './ports/legs.js';
import type { Session } from './inject/session.js';
import type { FileStamp, Level, MemoryId, SourceFile, StoreInfo, StoreKey } from './memory.js';
import type {
  ConnectPlan, ConnectReport, ConnectRequest, DownloadProgress, ModelAdded, ModelFolderInfo, ModelRemoved, ModelUse, MoveCandidate, MovePlan, MoveReport, MoveRequest, MoveUndone, OllamaReport,
} from './results.js';

export type { KeywordHit, KeywordLeg, PieceStatistics, VectorHit, VectorLeg } from './ports/legs.js';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Minutes by which the user's clock was ahead of UTC at a time. Absent: it shows UTC. */
  offsetMinutes?(ms: number): number;
  /** How the user writes dates, BCP 47. Absent: as in English of the United States. */
  locale?(): string;
}

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

/** A positive listing names every markdown file there is; anything else says nothing about deletion. */
export type Listing =
  | {
      readonly status: 'listed';
      readonly files: readonly ListedFile[];
      /** Folders inside the store that could not be read: nothing is known about the files below them. */
      readonly unread?: readonly string[];
      /** Files that are no markdown, by path inside the store; of many only the first few hundred. The same list while nothing is listed anew. */
      readonly others?: readonly { readonly path: string }[];
      /** Links to files of this listing: other names of the same file, not files of their own. Paths inside the store. */
      readonly aliases?: readonly { readonly path: string; readonly file: string }[];
    }
  /** `gone`: the folder around it is not there either. */
  | { readonly status: 'missing' | 'unreachable'; readonly reason: string; readonly gone?: true };

export interface ListedFile {
  /** Path inside the store, slashes forward. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** Bytes. */
  readonly size: number;
}

export interface MemoryFiles {
  list(storePath: string, signal?: AbortSignal): Promise<Listing>;
  /** Never rejects for a bad file: see {@link SourceFile.unreadable}. Undefined when the file is gone. */
  read(storePath: string, path: string): Promise<SourceFile | undefined>;
  /**
   * Replaces a file atomically, keeping mode and links, when its text still equals `expected` (undefined: must not exist).
   * Rejects with `changed-on-disk` otherwise, with `read-only` when it cannot be written. With `keepTime` a file that is replaced keeps
   * its time: a mark in its front matter does not make what it says younger.
   */
  write(storePath: string, path: string, text: string, expected: string | undefined, options?: { readonly keepTime?: boolean }): Promise<void>;
  /** Whether `write` would take a file at this path, one that is there or a new one; nothing is touched. */
  mayWrite(storePath: string, path: string): Promise<boolean>;
  /**
   * Runs what reads a store, decides and writes while nobody else does, in this process or another; not to be nested. Rejects with
   * `unavailable` when it has to wait for too long.
   */
  alone<T>(storePath: string, work: () => Promise<T>): Promise<T>;
}

/** Which stores belong to a working directory. */
export interface Roots {
  find(scope: RootScope): Promise<readonly StoreInfo[]>;
}

export interface RootScope {
  /** Absolute; the workspace folders or the shell's working directory. */
  readonly folders: readonly string[];
  /** Explicit memory directories; when given nothing else is looked for. */
  readonly directories?: readonly string[];
  /** Extra memory directories of the settings, added to what is found. */
  readonly extra?: readonly string[];
  /** Every store on this machine. */
  readonly all?: boolean;
  /** Whether settings found inside the folders may be believed. */
  readonly trusted: boolean;
}

/** Moves what was remembered under a project's former place to where it is remembered now. */
export interface StoreMoves {
  /** Stores that may be memory of this folder from before it was renamed or moved, likeliest first. Absolute path. */
  candidates(folder: string): Promise<readonly MoveCandidate[]>;
  /** What moving would do; nothing is written. Rejects with `not-found` for what is no store, `bad-input` for one that cannot be moved. */
  plan(request: MoveRequest): Promise<MovePlan>;
  /** Moves as planned. Rejects with `changed-on-disk` when the plan would be another one now; then nothing was moved. */
  apply(plan: Pick<MovePlan, 'from' | 'folder' | 'digest'>): Promise<MoveReport>;
  /** Takes a move back, as far as nothing it made was changed since. Rejects with `not-found`. */
  undo(id: string): Promise<MoveUndone>;
}

export interface DocumentChunk {
  /** First and last line in the file, from 0. */
  readonly line: number;
  readonly endLine: number;
  /** Text to embed, without the model's prefix. */
  readonly text: string;
  /** First 32 hex digits of the SHA-256 of `text`. */
  readonly hash: string;
}

/** A memory as the index keeps it. */
export interface IndexedDocument {
  readonly id: MemoryId;
  readonly store: StoreKey;
  readonly path: string;
  readonly stamp: FileStamp;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly level: Level;
  readonly repos: readonly string[];
  readonly tags: readonly string[];
  readonly agentId?: string;
  /** What it takes the place of, as its front matter says. */
  readonly supersedes?: string;
  readonly dateMs: number;
  readonly deletedMs?: number;
  readonly body: string;
  readonly bodyLine: number;
  /** Search terms of each field as made by core/terms, blank separated. */
  readonly terms: { readonly name: string; readonly description: string; readonly body: string; readonly path: string };
  readonly chunks: readonly DocumentChunk[];
}

export type DocumentFacts = Pick<IndexedDocument, 'type' | 'level' | 'dateMs'>;

/** What a list shows of a document, and the hash of its file. */
export type DocumentTitle = Pick<IndexedDocument, 'id' | 'path' | 'name' | 'description' | 'dateMs' | 'deletedMs'> & Pick<FileStamp, 'hash'>;

/** Applied before ranking, never after. */
export interface SearchFilter {
  readonly stores?: readonly StoreKey[];
  /** Only these memories. */
  readonly among?: readonly MemoryId[];
  readonly type?: string;
  readonly level?: Level;
  /** These three in any case. */
  readonly repo?: string;
  readonly agentId?: string;
  readonly pathPrefix?: string;
  /** Milliseconds since the epoch. */
  readonly beforeMs?: number;
  readonly afterMs?: number;
  readonly includeDeleted?: boolean;
  /** Each a row of terms (see core/terms) that must stand in one field in this order with nothing between them. */
  readonly phrases?: readonly (readonly string[])[];
}

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
   * A term also stands for other forms of its word (`core/word-forms.ts`), which count as one term with it, and one that no document holds
   * for those spelled nearly the same, unless it is taken as written: looking for them takes as long as all the rest.
   */
  keyword(terms: readonly string[], filter: SearchFilter, limit: number, asWritten?: boolean): Promise<KeywordLeg>;
  /** @param instead a model whose vectors count where there are some: chunks that have one are left out, of hits and mean. */
  vector(query: Float32Array, model: string, filter: SearchFilter, limit: number, instead?: string): Promise<VectorLeg>;

  /** Distinct chunks of these stores (absent: of all) that have no vector of this model yet. */
  chunksWithoutVector(model: string, limit: number, stores?: readonly StoreKey[]): Promise<readonly { readonly hash: string; readonly text: string }[]>;
  /** Vectors are keyed by model and text hash: a cache that survives edits, moves and restarts. */
  putVectors(model: string, vectors: readonly HashedVector[]): Promise<void>;
  /** Notes that these texts get no vector of this model, because it does not read their language: they are not missing, and not found by it. */
  skipVectors(model: string, hashes: readonly string[]): Promise<void>;
  /** The same for chunks that have a vector but no pieces: those embedded before pieces were kept. */
  chunksWithoutPieces(model: string, limit: number, stores?: readonly StoreKey[]): Promise<readonly { readonly hash: string; readonly text: string }[]>;
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

/** Everything of a model that search must know. */
export interface ModelInfo {
  readonly id: string;
  readonly dimensions: number;
  /** Weight of the vector leg in `coverage` fusion. */
  readonly vectorWeight: number;
  /** Weight of late interaction. */
  readonly lateWeight: number;
  /** Cosine from which two memories are the same, and from which they are related. */
  readonly duplicate: number;
  readonly related: number;
  /** BCP 47 primary tags, or `*`. */
  readonly languages: readonly string[];
  /** Usual cosine of a question with memories that have nothing to do with it: what small stores are held against. */
  readonly background?: { readonly mean: number; readonly deviation: number };
  /** The same of late interaction. */
  readonly lateBackground?: { readonly mean: number; readonly deviation: number };
}

/** Word pieces of a passage without special tokens: what late interaction holds a question against. */
export interface PassagePieces {
  /** The tokenizer's number of each piece. */
  readonly ids: Uint32Array;
  /** Sign bits of each piece's vector, `pieceBytes(dimensions)` a piece: bit i of byte j stands for dimension 8 j + i. */
  readonly bits: Uint8Array;
}

export interface QuestionPieces {
  readonly ids: Uint32Array;
  /** A unit vector for each piece, one after the other. */
  readonly vectors: Float32Array;
}

/** The same vectors as {@link Embedder.embed}, with those of the single word pieces from the same pass of the model. */
export interface PieceEmbedder {
  question(text: string, signal?: AbortSignal): Promise<{ readonly vector: Float32Array; readonly pieces: QuestionPieces }>;
  passages(texts: readonly string[], signal?: AbortSignal): Promise<readonly { readonly vector: Float32Array; readonly pieces: PassagePieces }[]>;
}

/** A model that reads question and text together, on a server of the user's. */
export interface TextReranker {
  /**
   * How much each text answers the question, in their order, 0 to 1. Rejects with `unavailable` when the server does not answer in
   * time, or not as agreed, and with `bad-input` for an address that is none.
   */
  rerank(server: { readonly url: string; readonly model: string }, query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}

export type EmbedderState =
  | { readonly state: 'off'; readonly reason: string }
  | {
      readonly state: 'idle' | 'ready';
      readonly backend: 'native' | 'wasm' | 'ollama';
      /** What people should know although it works: texts leave this machine, or another model was asked for. */
      readonly note?: string;
      /** Whether the note says that what the user chose is not used. */
      readonly unused?: boolean;
    }
  | { readonly state: 'failed'; readonly reason: string };

export interface Embedder {
  /**
   * Undefined when there is no embedder (provider `none`, or its model is missing), and while it is not yet known which model answers.
   * Whoever keeps a vector compares the id before and after {@link embed}: the model may have been replaced in between.
   */
  readonly model: ModelInfo | undefined;
  state(): EmbedderState;
  /** Finds out which model answers; the state says what came of it. Absent where that is known from the start. Rejects only when cancelled. */
  prepare?(signal?: AbortSignal): Promise<void>;
  /** Tells when the model is another one, there again, or gone (see the state). Returns the stop function. */
  onChange?(listener: () => void): () => void;
  /** Unit vectors in order. Rejects with `unavailable` when the embedder cannot answer; search then goes on with keywords. */
  embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]>;
  /** Absent where the model gives no vectors of word pieces, or has no use for them. */
  readonly pieces?: PieceEmbedder;
  /** BCP 47 primary tag of each text's language, undefined where it is not certain. Absent: it cannot tell. Rejects as {@link embed} does. */
  languages?(texts: readonly string[], signal?: AbortSignal): Promise<readonly (string | undefined)[]>;
  close(): Promise<void>;
}

/** Embedding models other than the one that comes with Memdir. */
export interface EmbeddingModels {
  /** Folders: the model that comes with Memdir, copies in the data folder, and the one the settings name. */
  list(): Promise<readonly ModelFolderInfo[]>;
  /** Checks a folder, tries its model and copies it into the data folder. Rejects with `bad-input` for one that is wrong; then nothing is copied. */
  add(folder: string, signal?: AbortSignal): Promise<ModelAdded>;
  /** Deletes a copy. Rejects with `not-found`, and with `bad-input` for one that is in use or no copy. */
  remove(id: string): Promise<ModelRemoved>;
  /** What the Ollama server of the settings says. Rejects with `bad-input` when the settings name none. */
  ollama(signal?: AbortSignal): Promise<OllamaReport>;
  /** Has Ollama download the embedding model of the settings, or the language model; answers its name. Rejects with `unavailable` and the reason. */
  pull(progress: (at: DownloadProgress) => void, signal?: AbortSignal, use?: ModelUse): Promise<string>;
}

/** A place of a project that a memory names. Paths have slashes forward and are relative to the project; a folder's ends with one. */
export type PlaceState =
  /** `path` as on disk; undefined when several files of the project could be meant. */
  | { readonly state: 'there'; readonly path: string | undefined }
  | {
      readonly state: 'missing';
      /** What speaks for it having been there: git had it; or there is no git and its outermost folder is there. */
      readonly evidence: 'history' | 'folder' | 'none';
      /** Files that are there and to which git says it was renamed, the latest first. */
      readonly renamed: readonly string[];
      /** The only file of the same name in another folder. */
      readonly sameName: readonly string[];
    }
  /** Not to be told, or not in time, or only by looking outside the project. */
  | { readonly state: 'unknown' };

/** The projects memories speak of. Nothing outside a project is looked at, and nothing is ever written. */
export interface Workspace {
  /** Absolute real folder of the project a store's memories are about, and the store's place in it when it lies inside; undefined when it is not known or not there. */
  projectOf(store: StoreInfo): Promise<{ readonly root: string; readonly storeInside?: string } | undefined>;
  /** What is at each of the paths. Answers may be seconds old. Never rejects. */
  look(root: string, paths: readonly string[]): Promise<ReadonlyMap<string, PlaceState>>;
  /** Lines of a file of the project; undefined when it is larger than 1 MB or cannot be read. */
  lineCount(root: string, path: string): Promise<number | undefined>;
}

/** What agents were given in their sessions. Survives the processes that ask; several may at once. */
export interface Sessions {
  /** A session nothing is known of is a new one. Never rejects. */
  read(session: string): Promise<Session>;
  /**
   * Saves what the change makes of a session, which nobody else changes meanwhile. Rejects with `unavailable` when it could not be
   * saved; then it is as it was.
   */
  update<T>(session: string, change: (before: Session) => { readonly after: Session; readonly result: T }): Promise<T>;
}

/** What a model may choose from. */
export interface SelectableMemory {
  /** Differs from that of every other one. */
  readonly file: string;
  readonly description: string;
}

/** A language model that says by names and descriptions which memories bear on a prompt. */
export interface SelectModel {
  /** Names of files, the best first. Whatever it rejects with, search goes on without it. */
  select(request: { readonly prompt: string; readonly memories: readonly SelectableMemory[]; readonly tools: readonly string[]; readonly most: number }, signal?: AbortSignal): Promise<readonly string[]>;
}

export type { DecidedFile, DraftFile, Drafts, DraftVectors, SettledDraft } from './inbox/port.js';

/** A line of a transcript, parsed. */
export interface TranscriptPiece {
  /** Undefined for a line that is no JSON, or too long to be read. */
  readonly value: unknown;
  /** Bytes from the start of the file to the end of the line. */
  readonly end: number;
}

/** Transcripts of agents' sessions, and how far each was looked at. */
export interface Transcripts {
  /**
   * Whole lines from a place in the file on, read piece by piece: files may be larger than memory. From the beginning when the file is shorter than that
   * place. Rejects with `not-found` for no file, and with `bad-input` for what is no transcript by its name.
   */
  lines(file: string, offset: number, signal?: AbortSignal): AsyncIterable<TranscriptPiece>;
  /** Bytes of a transcript that were looked at; 0 for one that never was, and where another has taken its place. */
  offset(file: string): Promise<number>;
  /** Other transcripts that begin with the same message and were looked at: the session was continued in a file of its own. */
  kin(file: string): Promise<readonly { readonly file: string; readonly offset: number }[]>;
  /** Durable when it resolves. */
  saveOffset(file: string, offset: number): Promise<void>;
  /** Runs the work unless another process works on this transcript: then undefined. */
  alone<T>(file: string, work: () => Promise<T>): Promise<T | undefined>;
}

/** A language model that answers in JSON: a server's, or the editor's. */
export interface ChatModel {
  /** For people. */
  readonly label: string;
  /**
   * The reply as the JSON that `schema` asks for, and what it took. Rejects with `unavailable` when nobody answers (timeout, quota, a failing
   * server), with `declined` when it may not be asked or will not answer this, and with `bad-input` for a reply that is empty, cut off, malformed, prose, or does not fit.
   */
  ask(question: ChatQuestion, signal?: AbortSignal): Promise<{ readonly value: unknown; readonly tokens: number }>;
}

export interface ChatQuestion {
  readonly system: string;
  readonly text: string;
  /** JSON schema of the reply. */
  readonly schema: object;
  readonly mostTokens: number;
}

/** Asks the language model of the editor for a text. Rejects with `unavailable` when nobody answers, and with `declined` when the user did not allow it or a filter is against it. */
export type AskEditor = (question: ChatQuestion, signal?: AbortSignal) => Promise<string>;

/** When a store was consolidated, by Memdir or by Claude Code itself, and what Memdir's consolidations changed. */
export interface Consolidation {
  /** When it was last done (milliseconds since the epoch; undefined: never) and the process that is at it now. */
  state(storePath: string): Promise<{ readonly lastMs?: number; readonly heldBy?: number }>;
  /** How many sessions of the store's project said something after a time; `except` is left out. */
  sessions(store: StoreInfo, sinceMs: number, except?: string): Promise<number>;
  /** When the sessions of a store were last found too few, and how many they were. */
  counted(store: StoreKey): Promise<{ readonly atMs: number; readonly sessions: number } | undefined>;
  /** Notes that they were too few. That it could not be noted only means that they are counted again sooner. */
  noteCounted(store: StoreKey, counted: { readonly atMs: number; readonly sessions: number }): Promise<void>;
  /**
   * Runs `work` while nobody else consolidates the store, here or in Claude Code. With `counts`, and when it resolves, the store counts as
   * consolidated now; else the last time stays what it was. Rejects with `unavailable` while somebody else is at it.
   */
  hold<T>(storePath: string, work: () => Promise<T>, options: { readonly counts: boolean }): Promise<T>;
  /** Writes down what is about to change, with the texts before, and names it. Rejects with `unavailable` when that could not be written. */
  begin(change: Omit<DreamRecord, 'id' | 'state'>): Promise<DreamRecord>;
  /** Notes how far it came. */
  note(record: DreamRecord, state: DreamRecord['state']): Promise<void>;
  /** By id, or with `last` the latest that was not taken back. Rejects with `not-found`. */
  record(id: string): Promise<DreamRecord>;
  /** Moves a file that a consolidation made, and that still has this text, out of the store into the record; false when it was changed. */
  takeAway(record: DreamRecord, path: string): Promise<boolean>;
}

export interface DreamRecord {
  readonly id: string;
  readonly state: 'begun' | 'applied' | 'undone';
  /** Absolute path of the store. */
  readonly storePath: string;
  /** Titles of what was applied. */
  readonly titles: readonly string[];
  /** Path inside the store and its texts; a file without one before was made. */
  readonly files: readonly { readonly path: string; readonly before?: string; readonly after: string }[];
}

/** Entries of Memdir in the settings of agents. Nothing else in those files is ever changed. */
export interface AgentConnections {
  /** What connecting Claude Code would change; nothing is written. Rejects with `bad-input` for settings that cannot be read. */
  plan(request: ConnectRequest): Promise<ConnectPlan>;
  /** Writes what was planned. Rejects with `changed-on-disk` when the plan would be another one now; then nothing was written. */
  apply(plan: Pick<ConnectPlan, 'agent' | 'folder' | 'scope' | 'remove' | 'section' | 'digest'>): Promise<ConnectReport>;
}

export interface FileEvents {
  /** Hints that something below one of the paths changed (a path that does not exist yet is watched for too). Returns the stop function. */
  watch(paths: readonly string[], changed: (storePath: string) => void): () => Promise<void>;
}
