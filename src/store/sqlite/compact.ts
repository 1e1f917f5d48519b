/** Removes stores that are no longer used, and gives free pages back to the disk. */
import type { StoreKey } from '../../core/memory.js';
import { removeDocument } from './documents.js';
import type { Db } from './native.js';
import { run, statement, withoutWaiting } from './statement.js';

/** Free pages from which the file is made smaller: 4 MB, and a quarter of the file. Fewer pages will be used again. */
const LEAST_FREE = 1_000;
const FREE_SHARE = 0.25;

/** Inside a transaction. Records that stores are in use and removes the documents of those that were last in use before `sinceMs`. Returns the number of their chunks. */
export function retainStores(
  db: Db,
  stores: readonly StoreKey[],
  nowMs: number,
  sinceMs: number,
  keyword: boolean,
): number {
  for (const store of stores)
    run(
      db,
      'insert into store values (?, ?) on conflict (key) do update set seen_ms = max(seen_ms, excluded.seen_ms)',
      store,
      nowMs,
    );
  // A store without a row was indexed a moment ago.
  run(db, 'insert into store select distinct store, ? from document where store not in (select key from store)', nowMs);
  const unused = statement(db, 'select id from document where store in (select key from store where seen_ms < ?)')
    .pluck()
    .all(sinceMs) as string[];
  const chunks = unused.reduce((sum, id) => sum + removeDocument(db, id, keyword), 0);
  run(db, 'delete from store where seen_ms < ?', sinceMs);
  return chunks;
}

/**
 * Moves what was written into the file and empties the write-ahead log, which otherwise keeps deleted text. Does not wait: while another
 * process reads or writes, the next change or the end of a process does it.
 */
export const emptyLog = (db: Db): void => withoutWaiting(db, () => void db.pragma('wal_checkpoint(truncate)'));

/** Makes the file smaller when much of it is empty; not inside a transaction. */
export function reclaimPages(db: Db): void {
  const read = (pragma: string): number => Number(db.pragma(pragma, { simple: true }));
  const free = read('freelist_count');
  if (free < LEAST_FREE || free < read('page_count') * FREE_SHARE) return;
  // Files from before incremental vacuum was switched on are written anew as a whole, once.
  if (read('auto_vacuum') === 2) db.pragma('incremental_vacuum');
  else {
    db.pragma('auto_vacuum = incremental');
    db.exec('vacuum');
  }
  db.pragma('wal_checkpoint(passive)');
}
