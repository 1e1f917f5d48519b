/** Heads of the documents of a store: read once, then only those that changed. */
import type { Memory, StoreKey } from '../../core/memory.js';
import type { DocumentHead, HeadFacts } from '../../core/ports/documents.js';
import { type DocumentRow, stampOf } from './documents.js';
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

/** Sorting thousands again takes longer than putting a few in their places. */
function withChanged(
  before: StoreHeads['heads'],
  changed: (readonly [string, DocumentHead])[],
): ReadonlyMap<string, DocumentHead> {
  const added = changed.filter(([path]) => !before.has(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  const heads = new Map<string, DocumentHead>();
  let at = 0;
  for (const [path, head] of before) {
    for (let next = added[at]; next !== undefined && next[0] < path; next = added[(at += 1)]) heads.set(...next);
    heads.set(path, head);
  }
  for (const [path, head] of added.slice(at)) heads.set(path, head);
  for (const [path, head] of changed) heads.set(path, head);
  return heads;
}

/** Not by the database: it has another order of characters. */
const byPath = (heads: (readonly [string, DocumentHead])[]): ReadonlyMap<string, DocumentHead> =>
  new Map(heads.sort(([a], [b]) => (a < b ? -1 : 1)));

const COLUMNS = [
  'path',
  'modified_ms',
  'size',
  'hash',
  'version',
  'name',
  'description',
  'type',
  'level',
  'repos',
  'tags',
  'agent_id',
  'supersedes',
  'date_ms',
  'deleted_ms',
  'head',
] as const satisfies readonly (keyof DocumentRow)[];
type Row = Pick<DocumentRow, (typeof COLUMNS)[number]>;

const rowsSince = (db: Db, store: StoreKey, change: number): (readonly [string, DocumentHead])[] =>
  all<Row>(db, `select ${COLUMNS.join(', ')} from document where store = ? and changed > ?`, store, change).map(
    (row) => [row.path, headOf(row)],
  );

function headOf(row: Row): DocumentHead {
  const { linkTarget, traits, trace, ...facts } = JSON.parse(row.head) as HeadFacts;
  return {
    source: {
      path: row.path,
      stamp: stampOf(row),
      ...(linkTarget === undefined ? {} : { linkTarget }),
    },
    memory: {
      ...facts,
      path: row.path,
      name: row.name,
      description: row.description,
      type: row.type,
      level: row.level,
      repos: listOf(row.repos),
      tags: listOf(row.tags),
      dateMs: row.date_ms,
      ...optional('agentId', row.agent_id),
      ...optional('supersedes', row.supersedes),
      ...(row.deleted_ms === null ? {} : { deletedMs: row.deleted_ms }),
    },
    traits,
    ...(trace === undefined ? {} : { trace }),
  };
}

const NONE: readonly string[] = [];
const listOf = (json: string): readonly string[] => (json === '[]' ? NONE : (JSON.parse(json) as string[]));

const optional = <K extends keyof Memory>(key: K, value: string | null): Partial<Record<K, string>> =>
  value === null ? {} : ({ [key]: value } as Record<K, string>);
