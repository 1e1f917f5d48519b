import type { FileStamp, MemoryId, StoreKey } from '../../core/memory.js';
import type { DocumentChunk, DocumentFacts, DocumentTitle, IndexedDocument } from '../../core/ports/documents.js';
import { documentOf, type DocumentRow, HEAD_COLUMNS, lengthOf, type StampColumn, stampOf } from '../rows.js';
import { removeLikeness } from './likeness.js';
import type { Db } from './native.js';
import { all, one, run } from './statement.js';

/** The order of the values of a statement; the id is last because an update finds the row by it. */
const COLUMNS = [...HEAD_COLUMNS, 'store', 'length', 'masked', 'changed', 'alike', 'id'] as const;
const INSERT = `insert into document (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`;
const UPDATE = `update document set ${COLUMNS.slice(0, -1)
  .map((column) => `${column} = ?`)
  .join(', ')} where id = ?`;

export interface DocumentChange {
  /** Whether words are indexed. */
  readonly keyword: boolean;
  /** Number of the change; see {@link nextChange}. */
  readonly change: number;
}

/**
 * Inside a transaction. Returns the number of chunks that the document had before. A select decides between insert and update: one upsert statement that
 * returns the row takes twice as long, measured.
 */
export function upsertDocument(db: Db, document: IndexedDocument, { keyword, change }: DocumentChange): number {
  const known = one<{ readonly row: number }>(db, 'select row from document where id = ?', document.id)?.row;
  const values = valuesOf(document, change);
  const { lastInsertRowid } = run(
    db,
    known === undefined ? INSERT : UPDATE,
    ...COLUMNS.map((column) => values[column]),
  );
  const row = known ?? Number(lastInsertRowid);
  const chunksBefore = known === undefined ? 0 : removeContent(db, row, keyword);
  insertContent(db, row, document, keyword);
  return chunksBefore;
}

const valuesOf = (document: IndexedDocument, change: number): Record<(typeof COLUMNS)[number], unknown> => ({
  id: document.id,
  store: document.store,
  path: document.path,
  modified_ms: document.stamp.modifiedMs,
  size: document.stamp.size,
  hash: document.stamp.hash,
  version: document.stamp.version ?? null,
  name: document.name,
  description: document.description,
  type: document.type,
  level: document.level,
  repos: JSON.stringify(document.repos),
  tags: JSON.stringify(document.tags),
  agent_id: document.agentId ?? null,
  supersedes: document.supersedes ?? null,
  date_ms: document.dateMs,
  deleted_ms: document.deletedMs ?? null,
  head: JSON.stringify(document.head),
  length: lengthOf(document),
  masked: document.masked ? 1 : 0,
  changed: change,
  // Its keys of likeness were those of another text.
  alike: 0,
});

function insertContent(
  db: Db,
  row: number,
  { body, bodyLine, terms, chunks }: IndexedDocument,
  keyword: boolean,
): void {
  const { name, description, body: bodyTerms, path } = terms;
  run(db, 'insert into content values (?, ?, ?, ?, ?, ?, ?)', row, body, bodyLine, name, description, bodyTerms, path);
  if (keyword) {
    const sql = 'insert into terms (rowid, name, description, body, path) values (?, ?, ?, ?, ?)';
    run(db, sql, row, name, description, bodyTerms, path);
  }
  chunks.forEach(({ line, endLine, hash, text }, ordinal) => {
    run(db, 'insert into chunk values (?, ?, ?, ?, ?, ?)', row, ordinal, line, endLine, hash, text);
  });
}

/** Returns the number of chunks. */
function removeContent(db: Db, row: number, keyword: boolean): number {
  if (keyword)
    run(
      db,
      `insert into terms (terms, rowid, name, description, body, path)
      select 'delete', row, terms_name, terms_description, terms_body, terms_path from content where row = ?`,
      row,
    );
  run(db, 'delete from content where row = ?', row);
  if (keyword) removeLikeness(db, row);
  return run(db, 'delete from chunk where row = ?', row).changes;
}

/** Inside a transaction. Returns the number of chunks that the document had. */
export function removeDocument(db: Db, id: MemoryId, keyword: boolean): number {
  const found = one<{ readonly row: number }>(db, 'delete from document where id = ? returning row', id);
  return found ? removeContent(db, found.row, keyword) : 0;
}

export function stamps(db: Db, store: StoreKey): ReadonlyMap<string, FileStamp> {
  const rows = all<Pick<DocumentRow, 'path' | StampColumn>>(
    db,
    'select path, modified_ms, size, hash, version from document where store = ?',
    store,
  );
  return new Map(rows.map((row) => [row.path, stampOf(row)]));
}

export function titles(db: Db, store: StoreKey): readonly DocumentTitle[] {
  const rows = all<Omit<DocumentTitle, 'deletedMs'> & { readonly deletedMs: number | null }>(
    db,
    'select id, path, hash, name, description, date_ms dateMs, deleted_ms deletedMs from document where store = ?',
    store,
  );
  // Not by the database: it has another order of characters.
  rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  return rows.map(({ deletedMs, ...title }) => (deletedMs === null ? title : { ...title, deletedMs }));
}

/** Inside a transaction. */
export function restamp(db: Db, id: MemoryId, stamp: FileStamp, change: number): void {
  run(
    db,
    'update document set modified_ms = ?, size = ?, hash = ?, version = ?, changed = ? where id = ?',
    stamp.modifiedMs,
    stamp.size,
    stamp.hash,
    stamp.version ?? null,
    change,
    id,
  );
}

export function readDocuments(db: Db, ids: readonly MemoryId[]): ReadonlyMap<MemoryId, IndexedDocument> {
  const rows = all<DocumentRow>(
    db,
    'select * from document join content using (row) where id in (select value from json_each(?))',
    JSON.stringify(ids),
  );
  const chunks = all<DocumentChunk & { readonly row: number }>(
    db,
    'select row, line, end_line endLine, text, hash from chunk where row in (select value from json_each(?)) order by row, ordinal',
    JSON.stringify(rows.map((row) => row.row)),
  );
  const byRow = new Map<number, DocumentChunk[]>(rows.map((row) => [row.row, []]));
  for (const chunk of chunks) byRow.get(chunk.row)?.push(chunk);
  const found = new Map(rows.map((row) => [row.id, documentOf(row, byRow.get(row.row) ?? [])]));
  // In the order asked for.
  return new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id) as IndexedDocument]] : [])));
}

export function readFacts(db: Db, ids: readonly MemoryId[]): ReadonlyMap<MemoryId, DocumentFacts> {
  const rows = all<DocumentFacts & { readonly id: MemoryId }>(
    db,
    'select id, type, level, date_ms dateMs from document where id in (select value from json_each(?))',
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
