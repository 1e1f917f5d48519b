import type { StoreInfo, StoreKey } from '../memory.js';

/** When a store was consolidated, by Memdir or by Claude Code itself, and what Memdir's consolidations changed. */
export interface Consolidation {
  /** When it was last done (milliseconds since the epoch; undefined: never) and the process that is at it now. */
  state(storePath: string): Promise<{ readonly lastMs?: number; readonly heldBy?: number }>;
  /** How many sessions of the store's project said something after a time; `except` is left out. */
  countSessions(store: StoreInfo, sinceMs: number, except?: string): Promise<number>;
  /** When the sessions of a store were last found too few, and how many they were. */
  lastSessionCount(store: StoreKey): Promise<{ readonly atMs: number; readonly sessions: number } | undefined>;
  /** Notes that they were too few. That it could not be noted only means that they are counted again sooner. */
  saveSessionCount(store: StoreKey, counted: { readonly atMs: number; readonly sessions: number }): Promise<void>;
  /**
   * Runs `work` while nobody else consolidates the store, here or in Claude Code. With `counts`, and when it resolves, the store counts as
   * consolidated now; else the last time stays what it was. Rejects with `unavailable` while somebody else is at it.
   */
  withLock<T>(
    storePath: string,
    work: (held: LockedStore) => Promise<T>,
    options: { readonly counts: boolean },
  ): Promise<T>;
  /** Writes down what is about to change, with the texts before, and names it. Rejects with `unavailable` when that could not be written. */
  createRecord(change: Omit<DreamRecord, 'id' | 'state'>): Promise<DreamRecord>;
  /** Notes how far it came. */
  updateState(readRecord: DreamRecord, state: DreamRecord['state']): Promise<void>;
  /** By id, or with `last` the latest in one of the stores that was not taken back; `stores`: their paths. Rejects with `not-found`. */
  record(id: string, stores: readonly string[]): Promise<DreamRecord>;
  /** Moves a file that a consolidation made, and that still has this text, out of the store into the record; false when it was changed. */
  archiveFile(record: DreamRecord, path: string): Promise<boolean>;
}

/** A store that nobody else consolidates now. */
export interface LockedStore {
  /** When it was last consolidated, milliseconds since the epoch; undefined: never. */
  readonly lastMs?: number;
  /** When it counts as consolidated if this counts. */
  readonly atMs: number;
  /** It is to count as last consolidated then, undefined: never, even if this process is killed from now on. For work that does not count itself. */
  readonly restoreTime: (lastMs: number | undefined) => Promise<void>;
}

/** What one consolidation changed, as it was written down beforehand. */
export interface DreamRecord {
  readonly id: string;
  readonly state: 'begun' | 'applied' | 'undone';
  /** Absolute path of the store. */
  readonly storePath: string;
  /** Titles of what was applied. */
  readonly titles: readonly string[];
  /** Path inside the store and its texts; a file without one before was made. */
  readonly files: readonly { readonly path: string; readonly before?: string; readonly after: string }[];
  /** When the store counts as consolidated by it, and when it was consolidated before; milliseconds since the epoch. Absent in records of earlier versions. */
  readonly time?: { readonly atMs: number; readonly lastMs?: number };
}
