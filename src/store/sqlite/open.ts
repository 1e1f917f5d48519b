/** The index in one SQLite file: a cache of the markdown that may be deleted at any time. */
import type { IndexStore } from '../../core/ports/index-store.js';
import type { Log } from '../../core/ports/log.js';
import { SqliteIndex } from './index-store.js';
import { loadNative } from './native.js';

export { type SqliteAvailability, sqliteAvailability } from './native.js';

export interface SqliteIndexSettings {
  /** Absolute path of the database file; its folder is created. */
  readonly file: string;
  readonly log: Log;
  /** Version of what documents are made of; rows that were written under another one are dropped, vectors and access counts stay. */
  readonly contents?: string | undefined;
  /** Path of the sqlite-vec library when it is not the one of the package. */
  readonly vectorExtension?: string | undefined;
  /** Told beside the log, in a sentence for people: the index was replaced, or is kept in memory only. */
  readonly tell?: ((sentence: string) => void) | undefined;
  /** Milliseconds to wait for other processes that keep the file locked. Default 30,000. */
  readonly waitMs?: number | undefined;
}

/**
 * Opens the index; see {@link IndexStore.health} for what it can do. A damaged, foreign or newer file is moved to quarantine and replaced,
 * a location that cannot be written, or a file that other processes keep locked, gives an index in memory. Rejects with `unavailable` when SQLite cannot
 * run here at all.
 */
export async function openSqliteIndex(settings: SqliteIndexSettings): Promise<IndexStore> {
  const location = { ...settings, native: await loadNative() };
  return SqliteIndex.open(location);
}
