import type { Db, Statement } from './native.js';

const cache = new WeakMap<Db, Map<string, Statement>>();

/** The prepared statement of a text, made once a connection. */
export function statement(db: Db, sql: string): Statement {
  let known = cache.get(db);
  if (!known) cache.set(db, (known = new Map<string, Statement>()));
  let found = known.get(sql);
  if (!found) known.set(sql, (found = db.prepare(sql)));
  return found;
}

export const all = <Row>(db: Db, sql: string, ...values: readonly unknown[]): Row[] =>
  statement(db, sql).all(...values) as Row[];

export const one = <Row>(db: Db, sql: string, ...values: readonly unknown[]): Row | undefined =>
  statement(db, sql).get(...values) as Row | undefined;

export const run = (db: Db, sql: string, ...values: readonly unknown[]) => statement(db, sql).run(...values);

/** A single number; 0 when there is no row. */
export const count = (db: Db, sql: string, ...values: readonly unknown[]): number =>
  Number(one<{ readonly n: number }>(db, sql, ...values)?.n ?? 0);

/** All or nothing. The write lock is taken at once, so that two processes wait for each other instead of failing in the middle. */
export const write = <T>(db: Db, work: () => T): T => inTransaction(db, 'begin immediate', work);

/** Fails at once where another process writes, instead of waiting for it. */
export function withoutWaiting<T>(db: Db, work: () => T): T {
  const wait = Number(db.pragma('busy_timeout', { simple: true }));
  db.pragma('busy_timeout = 0');
  try {
    return work();
  } finally {
    db.pragma(`busy_timeout = ${wait}`);
  }
}

/** Several reads of one and the same state. */
export const read = <T>(db: Db, work: () => T): T => inTransaction(db, 'begin', work);

/** A question reads ten times: the package's own `transaction` makes four functions each time. */
function inTransaction<T>(db: Db, begin: string, work: () => T): T {
  run(db, begin);
  try {
    const result = work();
    run(db, 'commit');
    return result;
  } finally {
    // Some errors of SQLite end the transaction themselves.
    if (db.inTransaction) run(db, 'rollback');
  }
}
