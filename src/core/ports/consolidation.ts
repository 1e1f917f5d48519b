import type { StoreInfo, StoreKey } from '../memory.js';
import type { ReplacedFile } from './repairs.js';

/**
 * Port of consolidation: when a store was consolidated (by Memdir or by Claude Code), its lock, and the records for
 * undo.
 */
export interface Consolidation {
  /**
   * Time of the last consolidation (milliseconds since the epoch; undefined: never), and the process that holds the
   * lock.
   */
  state(storePath: string): Promise<{ readonly lastMs?: number; readonly heldBy?: number }>;
  /** Number of sessions of the store's project with messages after a time, without `except`. */
  countSessions(store: StoreInfo, sinceMs: number, except?: string): Promise<number>;
  /** The last session count below the threshold, and its time. */
  lastSessionCount(store: StoreKey): Promise<{ readonly atMs: number; readonly sessions: number } | undefined>;
  /** Saves a session count below the threshold. A failure only means that the next count comes sooner. */
  saveSessionCount(store: StoreKey, counted: { readonly atMs: number; readonly sessions: number }): Promise<void>;
  /**
   * Runs `work` under the consolidation lock, which Claude Code shares. With `counts`, the store counts as consolidated
   * when `work` resolves; else the former time is restored. Rejects with `unavailable` while another process holds the
   * lock.
   */
  withLock<T>(
    storePath: string,
    work: (held: LockedStore) => Promise<T>,
    options: { readonly counts: boolean },
  ): Promise<T>;
  /** Creates a record of a change with the edits that lead back. Rejects with `unavailable` when it could not be written. */
  createRecord(change: Omit<DreamRecord, 'id' | 'state'>): Promise<DreamRecord>;
  /** Updates the progress of a record. */
  updateState(readRecord: DreamRecord, state: DreamRecord['state']): Promise<void>;
  /**
   * A record by id, or with `last` the latest one in these stores (paths) that was not undone. Rejects with
   * `not-found`.
   */
  record(id: string, stores: readonly string[]): Promise<DreamRecord>;
  /** Moves a file that a consolidation created from the store into the record; false when its text was changed. */
  archiveFile(record: DreamRecord, path: string): Promise<boolean>;
}

/** A store whose consolidation lock is held. */
export interface LockedStore {
  /** Time of the last consolidation, milliseconds since the epoch; undefined: never. */
  readonly lastMs?: number;
  /** Time of this consolidation, if it counts. */
  readonly atMs: number;
  /**
   * Sets the time of the last consolidation at once (undefined: never), so that it survives a killed process. For work
   * that does not count.
   */
  readonly restoreTime: (lastMs: number | undefined) => Promise<void>;
}

/** Record of one consolidation, written before its changes. */
export interface DreamRecord {
  readonly id: string;
  readonly state: 'begun' | 'applied' | 'undone';
  /** Absolute path of the store. */
  readonly storePath: string;
  /** Titles of what was applied. */
  readonly titles: readonly string[];
  readonly files: readonly ReplacedFile[];
  /**
   * Time of this consolidation and of the one before, milliseconds since the epoch. Absent in records of earlier
   * versions.
   */
  readonly time?: { readonly atMs: number; readonly lastMs?: number };
}
