/** Heads of the documents of a store: read once, then only those that changed. */
import type { StoreKey } from '../../core/memory.js';
import type { DocumentHead } from '../../core/ports/documents.js';
import { byPath, withChanged } from '../head-lists.js';
import { HEAD_COLUMNS, headOf, type HeadRow } from '../rows.js';
import type { Db } from './native.js';
import { all, count, one } from './statement.js';

/** Stores whose heads are kept. */
const MOST_STORES = 16;

interface StoreHeads {
  /** Number of the change up to which they are known, and of changes with removals until then. */
  readonly change: number;
  readonly removals: number;
  readonly heads: ReadonlyMap<string, DocumentHead>;
}

/** By store, the one that was asked for last at the end. */
export type HeadCache = Map<StoreKey, StoreHeads>;

/** Inside a write transaction: the number of the change that it makes. */
export const nextChange = (db: Db): number => increased(db, 'changes');
export const countRemoval = (db: Db): number => increased(db, 'removals');

const increased = (db: Db, key: string): number =>
  one<{ readonly n: number }>(db, 'update meta set value = value + 1 where key = ? returning value n', key)?.n ?? 0;

/** Inside a transaction. */
export function readHeads(db: Db, store: StoreKey, cache: HeadCache): ReadonlyMap<string, DocumentHead> {
  const [change, removals] = ['changes', 'removals'].map((key) =>
    count(db, 'select value n from meta where key = ?', key),
  ) as [number, number];
  const before = cache.get(store);
  cache.delete(store);
  const heads =
    before?.change === change
      ? before.heads
      : headsSince(db, store, before?.removals === removals ? before : undefined);
  cache.set(store, { change, removals, heads });
  for (const oldest of cache.keys()) if (cache.size > MOST_STORES) cache.delete(oldest);
  return heads;
}

/** Absent where documents were removed since: then all are read again. */
function headsSince(db: Db, store: StoreKey, before: StoreHeads | undefined): ReadonlyMap<string, DocumentHead> {
  const changed = [...rowsSince(db, store, before?.change ?? -1)];
  if (before === undefined) return byPath(changed);
  if (changed.length === 0) return before.heads;
  return withChanged(before.heads, changed);
}

const rowsSince = (db: Db, store: StoreKey, change: number): (readonly [string, DocumentHead])[] =>
  all<HeadRow>(
    db,
    `select ${HEAD_COLUMNS.join(', ')} from document where store = ? and changed > ?`,
    store,
    change,
  ).map((row) => [row.path, headOf(row)]);
