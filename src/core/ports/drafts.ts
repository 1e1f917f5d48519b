/** Port of the inbox: drafts that wait for a decision. */

/** A file of the inbox. */
export interface DraftFile {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Empty when it cannot be read. */
  readonly text: string;
  /** Why it cannot be read; continues a sentence after a colon. */
  readonly unreadable?: string;
}

/** The decision on a draft and its result. */
export interface DraftOutcome {
  readonly how?: string;
  /** The memory that was saved. */
  readonly memory?: string;
  /** The memory that it replaced. */
  readonly former?: string;
  /** The memory that was ever saved from it, undone or not: accepting the draft again reuses that file. */
  readonly file?: string;
  /** Hash of the text that was saved. */
  readonly hash?: string;
  /** The line ends with which MEMORY.md ended before its entry was added. */
  readonly indexEnd?: string;
  /** Id of one user action; equal for drafts that were decided together. */
  readonly batchId?: string;
}

/** A decided draft. */
export interface DecidedFile {
  readonly file: DraftFile;
  readonly outcome: DraftOutcome;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** Cache of embeddings of drafts. Never rejects: a missing vector is computed again. */
export interface DraftVectors {
  /** In the order of the texts; undefined for unknown ones. */
  get(model: string, texts: readonly string[]): Promise<readonly (Float32Array | undefined)[]>;
  save(model: string, texts: readonly string[], vectors: readonly Float32Array[]): Promise<void>;
}

/** Draft files, outside every memory directory. Several processes may use them at once. */
export interface Drafts {
  /** Absolute folder of the pending drafts. It need not exist. */
  readonly folder: string;
  /** Pending drafts, oldest first. The object of an unchanged file is reused. */
  list(): Promise<readonly DraftFile[]>;
  /** Ids of pending drafts, unordered. No file is read. */
  ids(): Promise<readonly string[]>;
  read(id: string): Promise<DraftFile | undefined>;
  /** Durable when it resolves. `known`: a draft with this id is pending or was decided. */
  put(id: string, text: string): Promise<'new' | 'known'>;
  /** Rejects with `changed-on-disk` when its text is no longer `expected`. */
  replace(id: string, text: string, expected: string): Promise<void>;
  /**
   * Locks a draft against decisions by others; resolves with the unlock function. Rejects with `unavailable` when
   * another process keeps the lock for long.
   */
  lock(id: string): Promise<() => Promise<void>>;
  /** Closes a draft with an outcome. False when it was not pending. */
  close(id: string, came: DraftOutcome): Promise<boolean>;
  /** The outcome of a decided draft; undefined for others. */
  outcome(id: string): Promise<DraftOutcome | undefined>;
  /** The last outcome, even when the draft is pending again; empty for one that was never decided. */
  lastOutcome(id: string): Promise<DraftOutcome>;
  /** Decided drafts that are not pending, most recent first. */
  listDecided(): AsyncIterable<DecidedFile>;
  /** Makes a draft pending again. False when it was not closed. */
  reopen(id: string): Promise<boolean>;
  /** Texts of drafts that were rejected for good. */
  unwanted(): Promise<readonly string[]>;
  addUnwanted(id: string, text: string): Promise<void>;
  /** Lifts a rejection for good. */
  removeUnwanted(id: string, text: string): Promise<void>;
  readonly vectors: DraftVectors;
}
