import type { QueryResultRow } from 'pg';

/** Statements of one transaction. */
export interface Session {
  /** Rows of a statement; values replace $1, $2 … */
  rows<Row extends QueryResultRow>(sql: string, ...values: readonly unknown[]): Promise<Row[]>;
  /** Number of changed rows. */
  run(sql: string, ...values: readonly unknown[]): Promise<number>;
}
