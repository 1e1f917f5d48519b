/** Texts that may become memories, and wait for a person to say so. */

/** A file of the inbox. */
export interface DraftFile {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Empty when it cannot be read. */
  readonly text: string;
  /** Why it cannot be read, to follow a colon. */
  readonly unreadable?: string;
}

/** What became of a draft, as far as that is known. */
export interface DraftOutcome {
  readonly how?: string;
  /** The memory that was saved. */
  readonly memory?: string;
  /** The memory whose place it took. */
  readonly former?: string;
  /** The memory that was saved from it at any time, taken back or not: a draft that is accepted anew becomes that one again. */
  readonly file?: string;
  /** Of the text that was saved in it. */
  readonly hash?: string;
  /** The same for drafts that were decided upon together. */
  readonly batchId?: string;
}

/** A draft that was decided upon. */
export interface DecidedFile {
  readonly file: DraftFile;
  readonly outcome: DraftOutcome;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** Vectors of what drafts say. Nothing rejects: without them they are made anew. */
export interface DraftVectors {
  /** In the order of the texts; undefined for one that is not known. */
  get(model: string, texts: readonly string[]): Promise<readonly (Float32Array | undefined)[]>;
  save(model: string, texts: readonly string[], vectors: readonly Float32Array[]): Promise<void>;
}

/** Where drafts wait for a person, outside every memory directory. Several processes may use it at once. */
export interface Drafts {
  /** Where those that wait are, absolute. It need not exist. */
  readonly folder: string;
  /** Those that wait, the oldest first. The same object for a file that stayed as it is. */
  list(): Promise<readonly DraftFile[]>;
  /** Of those that wait, in no order. No file is looked at. */
  ids(): Promise<readonly string[]>;
  read(id: string): Promise<DraftFile | undefined>;
  /** Durable when it resolves. `known`: a draft of that id waits, or was decided upon. */
  put(id: string, text: string): Promise<'new' | 'known'>;
  /** Rejects with `changed-on-disk` when its text is no longer `expected`. */
  replace(id: string, text: string, expected: string): Promise<void>;
  /** Nobody else decides upon the draft until it is given back, by the function this resolves with. Rejects with `unavailable` when another process holds it for long. */
  lock(id: string): Promise<() => Promise<void>>;
  /** It waits no longer, and does not come back by itself. False when it did not wait. */
  close(id: string, came: DraftOutcome): Promise<boolean>;
  /** What became of a draft that was decided upon; undefined for one that was not. */
  outcome(id: string): Promise<DraftOutcome | undefined>;
  /** What became of it last, although it may wait again; empty for one that was never decided upon. */
  lastOutcome(id: string): Promise<DraftOutcome>;
  /** Those that were decided upon and do not wait, the last first. */
  listDecided(): AsyncIterable<DecidedFile>;
  /** It waits again. False when it was not settled. */
  reopen(id: string): Promise<boolean>;
  /** Texts of which nothing alike is wanted. */
  unwanted(): Promise<readonly string[]>;
  addUnwanted(id: string, text: string): Promise<void>;
  /** What was added for this draft is wanted again. */
  removeUnwanted(id: string, text: string): Promise<void>;
  readonly vectors: DraftVectors;
}
