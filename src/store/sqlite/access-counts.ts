import type { MemoryId } from '../../core/memory.js';
import { SizedCache } from '../lru.js';
import type { Db } from './native.js';
import type { AccessCounts } from './quarantine.js';
import { all, run, statement, write } from './statement.js';

const MAX_CACHED_IDS = 20_000;

interface CachedCounts {
  /** SQLite's: changes when another connection writes anything. */
  readonly dataVersion: unknown;
  readonly counts: SizedCache<MemoryId, number>;
}

const caches = new WeakMap<Db, CachedCounts>();

/** Counts of the memories that were ever accessed; the others are left out. */
export function accessCounts(db: Db, ids: readonly MemoryId[]): ReadonlyMap<MemoryId, number> {
  const dataVersion = statement(db, 'pragma data_version').pluck().get();
  let cache = caches.get(db);
  if (cache === undefined || cache.dataVersion !== dataVersion) {
    cache = { dataVersion, counts: new SizedCache<MemoryId, number>(MAX_CACHED_IDS, () => 0) };
    caches.set(db, cache);
  }
  return cache.counts.get(ids, (missing) => readCounts(db, missing));
}

function readCounts(db: Db, ids: readonly MemoryId[]): ReadonlyMap<MemoryId, number> {
  const rows = all<{ readonly id: string; readonly count: number }>(
    db,
    'select id, count from access where id in (select value from json_each(?))',
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

export function countAccess(db: Db, ids: readonly MemoryId[]): void {
  if (ids.length === 0) return;
  caches.delete(db);
  write(db, () => {
    for (const id of ids)
      run(db, 'insert into access values (?, 1) on conflict (id) do update set count = count + 1', id);
  });
}

/** Puts saved counts back; the larger of two counts wins. */
export function restoreAccessCounts(db: Db, counts: AccessCounts): void {
  if (counts.length === 0) return;
  caches.delete(db);
  write(db, () => {
    for (const { id, count } of counts) {
      if (typeof id !== 'string' || !Number.isSafeInteger(count) || count < 1) continue;
      run(
        db,
        'insert into access values (?, ?) on conflict (id) do update set count = max(count, excluded.count)',
        id,
        count,
      );
    }
  });
}
