import type { MemoryId } from '../../core/memory.js';
import type { SearchFilter } from '../../core/ports/index-store.js';
import type { Db } from './native.js';
import { statement } from './statement.js';

export interface Condition {
  /** Always at least one condition; the document is called `d`. */
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Through upper case, so that ß equals SS and a final sigma any other. */
const folded = (text: string): string => text.normalize('NFC').toUpperCase().toLowerCase();

/** Registers `folded` with a connection, for {@link conditionOf}: SQLite's own lower() knows ASCII letters alone. */
export const addFolding = (db: Db): void =>
  void db.function('folded', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? folded(text) : null,
  );

/** The filter as a WHERE clause, so that it applies before ranking and limit. */
export function conditionOf(filter: SearchFilter): Condition {
  const parts: (readonly [string, unknown])[] = [];
  const add = (sql: string, value: unknown): void => {
    if (value !== undefined) parts.push([sql, value]);
  };
  add('d.store in (select value from json_each(?))', filter.stores && JSON.stringify(filter.stores));
  add('d.type = ?', filter.type);
  add('d.level = ?', filter.level);
  add('exists (select 1 from json_each(d.repos) where folded(value) = ?)', filter.repo && folded(filter.repo));
  add('exists (select 1 from json_each(d.tags) where folded(value) = ?)', filter.tag && folded(filter.tag));
  add('folded(d.agent_id) = ?', filter.agentId && folded(filter.agentId));
  add('(d.agent_id is null or folded(d.agent_id) = ?)', filter.reader && folded(filter.reader));
  add('instr(folded(d.path), ?) = 1', filter.pathPrefix ? folded(filter.pathPrefix) : undefined);
  add('d.date_ms < ?', filter.beforeMs);
  add('d.date_ms >= ?', filter.afterMs);
  for (const phrase of filter.phrases ?? [])
    add('d.row in (select rowid from terms where terms match ?)', phraseOf(phrase));
  const sql = [filter.includeDeleted ? 'true' : 'd.deleted_ms is null', ...parts.map(([part]) => part)].join(' and ');
  return { sql, values: parts.map(([, value]) => value) };
}

/** Newest first. */
export function newestOf(db: Db, filter: SearchFilter, limit: number): MemoryId[] {
  const { sql, values } = conditionOf(filter);
  return statement(db, `select d.id from document d where ${sql} order by d.date_ms desc, d.id limit ?`)
    .pluck()
    .all(...values, limit) as MemoryId[];
}

/** An FTS5 phrase: the terms follow each other. Inside the quotes everything is text, never syntax. */
export const phraseOf = (terms: readonly string[]): string =>
  `"${terms.map((term) => term.replaceAll('"', '""')).join(' ')}"`;
