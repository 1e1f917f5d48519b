import type { MemoryId } from '../../core/memory.js';
import type { AccessCounts } from './aside.js';
import { Kept } from './kept.js';
import type { Db } from './native.js';
import { all, run, statement, write } from './statement.js';

/** Ids of a half that is kept. */
const MOST_KEPT = 10_000;

interface Counted {
  /** SQLite's: another one once another connection wrote anything. */
  readonly version: unknown;
  readonly counts: Kept<MemoryId, number>;
}

const counted = new WeakMap<Db, Counted>();

/** Of those that were ever accessed. */
export function accessCounts(db: Db, ids: readonly MemoryId[]): ReadonlyMap<MemoryId, number> {
  const version = statement(db, 'pragma data_version').pluck().get();
  const last = counted.get(db);
  const known =
    last !== undefined && last.version === version
      ? last
      : { version, counts: new Kept<MemoryId, number>(MOST_KEPT, () => 0) };
  counted.set(db, known);
  return known.counts.get(ids, (missing) => readCounts(db, missing));
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
  counted.delete(db);
  write(db, () => {
    for (const id of ids)
      run(db, 'insert into access values (?, 1) on conflict (id) do update set count = count + 1', id);
  });
}

/** Puts saved counts back; where both are known the larger one stands. */
export function restoreAccess(db: Db, counts: AccessCounts): void {
  if (counts.length === 0) return;
  counted.delete(db);
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
