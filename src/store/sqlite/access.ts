import type { MemoryId } from '../../core/memory.js';
import type { AccessCounts } from './aside.js';
import type { Db } from './native.js';
import { all, run, write } from './statement.js';

export function accessCounts(db: Db, ids: readonly MemoryId[]): ReadonlyMap<MemoryId, number> {
  const rows = all<{ readonly id: string; readonly count: number }>(
    db, 'select id, count from access where id in (select value from json_each(?))', JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

export function countAccess(db: Db, ids: readonly MemoryId[]): void {
  if (ids.length === 0) return;
  write(db, () => {
    for (const id of ids) run(db, 'insert into access values (?, 1) on conflict (id) do update set count = count + 1', id);
  });
}

/** Puts saved counts back; where both are known the larger one stands. */
export function restoreAccess(db: Db, counts: AccessCounts): void {
  if (counts.length === 0) return;
  write(db, () => {
    for (const { id, count } of counts) {
      if (typeof id !== 'string' || !Number.isSafeInteger(count) || count < 1) continue;
      run(db, 'insert into access values (?, ?) on conflict (id) do update set count = max(count, excluded.count)', id, count);
    }
  });
}
