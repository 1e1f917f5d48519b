/** Documents of the index. */
import { MemdirError } from '../../../core/errors.js';
import { t } from '../../../core/l10n.js';
import type { MemoryId, StoreKey } from '../../../core/memory.js';
import type { DocumentChunk, DocumentFacts, DocumentTitle, IndexedDocument } from '../../../core/ports/documents.js';
import type { IndexChange } from '../../../core/ports/index-store.js';
import { documentOf, type DocumentRow, lengthOf, type StampColumn, stampOf } from '../../rows.js';
import type { Session } from '../session.js';
import { folded, foldTerm } from './filter.js';
import { MAX_TERM_BYTES } from './word-source.js';

/** Name of the repository that a store belongs to. */
export type RepositoryOf = (store: StoreKey) => string;

/** Bytes of the terms of a document that are indexed: a tsvector has no more. */
const MAX_LEXEME_BYTES = 1_000_000;

/** Documents, or vectors, of a statement: its parts are compared with each other. */
export const SLICE = 250;

/** PostgreSQL keeps neither null characters nor halves of surrogate pairs. */
const plain = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;
const toJson = (value: unknown): string => JSON.stringify(value, plain);

/** How often each term occurs; in name and description twice. */
function frequencyOf({ terms }: IndexedDocument): Record<string, number> {
  const found = new Map<string, number>();
  let bytes = 0;
  for (const [field, weight] of [
    [terms.name, 2],
    [terms.description, 2],
    [terms.path, 1],
    [terms.body, 1],
  ] as const) {
    for (const term of field.split(' ')) {
      const key = foldTerm(term);
      const known = found.get(key);
      if (known === undefined) {
        const size = Buffer.byteLength(key);
        if (key === '' || size > MAX_TERM_BYTES || bytes + size > MAX_LEXEME_BYTES) continue;
        bytes += size;
      }
      found.set(key, (known ?? 0) + weight);
    }
  }
  return Object.fromEntries(found);
}

/** A document as the statements take it apart. `contents`: see PostgresIndexOptions. */
const rowOf = (document: IndexedDocument, contents: string): unknown => ({
  contents,
  id: document.id,
  store: document.store,
  path: document.path,
  modified_ms: document.stamp.modifiedMs,
  size: document.stamp.size,
  hash: document.stamp.hash,
  version: document.stamp.version,
  name: document.name,
  description: document.description,
  type: document.type,
  level: document.level,
  repos: document.repos,
  tags: document.tags,
  agent_id: document.agentId,
  supersedes: document.supersedes,
  date_ms: document.dateMs,
  deleted_ms: document.deletedMs,
  folded: {
    repos: document.repos.map(folded),
    tags: document.tags.map(folded),
    path: folded(document.path),
    ...(document.agentId === undefined ? {} : { agent: folded(document.agentId) }),
  },
  masked: document.masked,
  length: lengthOf(document),
  head: document.head,
  body: document.body,
  body_line: document.bodyLine,
  terms_name: document.terms.name,
  terms_description: document.terms.description,
  terms_body: document.terms.body,
  terms_path: document.terms.path,
  frequency: frequencyOf(document),
  chunks: document.chunks.map(({ line, endLine, text, hash }) => ({ line, end_line: endLine, text, hash })),
});

const COLUMNS = {
  id: 'text',
  store: 'text',
  path: 'text',
  modified_ms: 'double precision',
  size: 'double precision',
  hash: 'text',
  version: 'text',
  name: 'text',
  description: 'text',
  type: 'text',
  level: 'text',
  repos: 'jsonb',
  tags: 'jsonb',
  agent_id: 'text',
  supersedes: 'text',
  date_ms: 'double precision',
  deleted_ms: 'double precision',
  folded: 'jsonb',
  masked: 'boolean',
  length: 'int',
  head: 'jsonb',
  contents: 'text',
};
/** Columns that are not part of a document. */
const OWN = new Set(['folded', 'length', 'contents']);
const NAMES = Object.keys(COLUMNS);
const CONTENT = ['body', 'body_line', 'terms_name', 'terms_description', 'terms_body', 'terms_path', 'frequency'];
const GIVEN = `json_to_recordset($2::json) as given (${Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(
    ', ',
  )}, body text, body_line int, terms_name text, terms_description text, terms_body text, terms_path text, frequency jsonb, chunks json)`;

/** Rows keep their numbers; new ones count on from $3. */
const UPSERT = `
  insert into memdir.document as known (repository_id, "row", changed, ${NAMES.join(', ')})
  select $1, $3 + row_number() over (), $4, ${NAMES.join(', ')} from ${GIVEN}
  on conflict (repository_id, id) do update set changed = excluded.changed, alike = 0,
    ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}`;
const BY_ID = `select "row" from memdir.document where repository_id = $1 and id = any($2)`;
const ADD_CONTENT = `
  insert into memdir.content (repository_id, "row", ${CONTENT.join(', ')})
  select $1, document."row", ${CONTENT.map((name) => `given.${name}`).join(', ')} from ${GIVEN}
  join memdir.document on document.repository_id = $1 and document.id = given.id`;
const ADD_CHUNKS = `
  insert into memdir.chunk (repository_id, "row", ordinal, line, end_line, hash, text)
  select $1, document."row", part.at - 1, (value ->> 'line')::int, (value ->> 'end_line')::int, value ->> 'hash', value ->> 'text'
  from ${GIVEN} join memdir.document on document.repository_id = $1 and document.id = given.id
  cross join lateral json_array_elements(given.chunks) with ordinality as part (value, at)`;

async function repositoryId(session: Session, name: string): Promise<number> {
  const [row] = await session.rows<{ id: number }>('select id from memdir.repository where name = $1', name);
  if (row) return row.id;
  throw new MemdirError(
    'declined',
    t('The team database has no repository {name} that you can read. Ask its administrator.', { name }),
  );
}

/** Repositories of documents that may be changed, in one order, so that two clients do not wait for each other. */
const repositoriesOf = async (session: Session, ids: readonly MemoryId[]): Promise<number[]> =>
  ids.length === 0
    ? []
    : (
        await session.rows<{ id: number }>(
          'select distinct repository_id as id from memdir.document where id = any($1) and repository_id = any(memdir.writable())',
          ids,
        )
      ).map(({ id }) => id);

interface Counted {
  readonly change: string;
  readonly next: number;
}

/** Locks a repository's state until the end of the transaction and counts a change. `added`: numbers of rows to take. */
export async function countChange(
  session: Session,
  repository: number,
  { added = 0, removes = false }: { readonly added?: number; readonly removes?: boolean },
): Promise<Counted> {
  const [row] = await session.rows<Counted>(
    `insert into memdir.index_state as state (repository_id, documents, removals, next_row) values ($1, 1, $3, 1 + $2)
     on conflict (repository_id) do update set documents = state.documents + 1, removals = state.removals + $3, next_row = state.next_row + $2
     returning documents as change, next_row - $2 as next`,
    repository,
    added,
    removes ? 1 : 0,
  );
  return row ?? { change: '0', next: 0 };
}

/** In a transaction that writes. Returns the number of removed chunks. */
export async function applyChange(
  session: Session,
  { upsert = [], remove = [], restamp = [] }: IndexChange,
  repositoryOf: RepositoryOf,
  contents: string,
): Promise<number> {
  const byRepository = new Map<number, IndexedDocument[]>();
  for (const [name, documents] of Map.groupBy(upsert, ({ store }) => repositoryOf(store)))
    byRepository.set(await repositoryId(session, name), documents);
  const changed = await repositoriesOf(session, [...remove, ...restamp.map(({ id }) => id)]);
  let removed = 0;
  for (const repository of [...new Set([...byRepository.keys(), ...changed])].sort((a, b) => a - b)) {
    const documents = byRepository.get(repository) ?? [];
    const counted = await countChange(session, repository, { added: documents.length, removes: remove.length > 0 });
    if (remove.length > 0) removed += await removeDocuments(session, repository, remove);
    // When a document is given twice, the last one counts.
    const last = [...new Map(documents.map((document) => [document.id, document])).values()];
    for (let from = 0; from < last.length; from += SLICE)
      removed += await upsertDocuments(session, repository, last.slice(from, from + SLICE), {
        change: counted.change,
        next: counted.next + from,
        contents,
      });
    if (restamp.length > 0) await restampDocuments(session, repository, restamp, counted.change);
  }
  return removed;
}

/** Returns the number of their chunks. Content goes first, in one statement, which counts its terms. */
export async function removeDocuments(session: Session, repository: number, ids: readonly MemoryId[]): Promise<number> {
  const chunks = await removeContent(session, repository, ids);
  await session.run('delete from memdir.document where repository_id = $1 and id = any($2)', repository, ids);
  return chunks;
}

async function removeContent(session: Session, repository: number, ids: readonly MemoryId[]): Promise<number> {
  const remove = (table: string): Promise<number> =>
    session.run(`delete from memdir.${table} where repository_id = $1 and "row" in (${BY_ID})`, repository, ids);
  await remove('content');
  await remove('likeness');
  return remove('chunk');
}

async function upsertDocuments(
  session: Session,
  repository: number,
  documents: readonly IndexedDocument[],
  { change, next, contents }: Counted & { readonly contents: string },
): Promise<number> {
  const json = toJson(documents.map((document) => rowOf(document, contents)));
  const removed = await removeContent(
    session,
    repository,
    documents.map(({ id }) => id),
  );
  await session.run(UPSERT, repository, json, next - 1, change);
  await session.run(ADD_CONTENT, repository, json);
  await session.run(ADD_CHUNKS, repository, json);
  return removed;
}

const restampDocuments = (
  session: Session,
  repository: number,
  stamps: NonNullable<IndexChange['restamp']>,
  change: string,
): Promise<number> =>
  session.run(
    `update memdir.document set modified_ms = given.modified_ms, size = given.size, hash = given.hash, version = given.version, changed = $3
     from json_to_recordset($2::json) as given (id text, modified_ms double precision, size double precision, hash text, version text)
     where repository_id = $1 and document.id = given.id`,
    repository,
    toJson(stamps.map(({ id, stamp }) => ({ id, ...stamp, modified_ms: stamp.modifiedMs }))),
    change,
  );

/** Condition for rows of a store, in its own repository alone. */
export const IN_STORE = `repository_id = (select id from memdir.repository where name = $1) and store = $2`;

/** Documents with other contents than `contents` are as if they were not there: they are written again. */
export async function readStamps(session: Session, repository: string, store: StoreKey, contents: string) {
  const rows = await session.rows<Pick<DocumentRow, 'path' | StampColumn>>(
    `select path, modified_ms, size, hash, version from memdir.document where ${IN_STORE} and contents = $3`,
    repository,
    store,
    contents,
  );
  return new Map(rows.map((row) => [row.path, stampOf(row)]));
}

export async function readTitles(
  session: Session,
  repository: string,
  store: StoreKey,
): Promise<readonly DocumentTitle[]> {
  const rows = await session.rows<Omit<DocumentTitle, 'deletedMs'> & { readonly deletedMs: number | null }>(
    `select id, path, hash, name, description, date_ms as "dateMs", deleted_ms as "deletedMs" from memdir.document where ${IN_STORE}`,
    repository,
    store,
  );
  rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  return rows.map(({ deletedMs, ...title }) => (deletedMs === null ? title : { ...title, deletedMs }));
}

/** As all stores have rows. */
export const SELECTED: Readonly<Record<string, string>> = {
  repos: 'repos::text',
  tags: 'tags::text',
  head: 'head::text',
  masked: 'masked::int',
};

export async function readDocuments(
  session: Session,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, IndexedDocument>> {
  const columns = NAMES.filter((name) => !OWN.has(name)).map((name) => SELECTED[name] ?? name);
  const rows = await session.rows<DocumentRow & { readonly chunks: DocumentChunk[] | null }>(
    `select ${columns.join(', ')}, body, body_line, terms_name, terms_description, terms_body, terms_path,
       (select json_agg(json_build_object('line', line, 'endLine', end_line, 'text', text, 'hash', chunk.hash) order by ordinal)
        from memdir.chunk where chunk.repository_id = document.repository_id and chunk."row" = document."row") as chunks
     from memdir.document join memdir.content using (repository_id, "row") where id = any($1)`,
    ids,
  );
  return new Map(rows.map(({ chunks, ...row }) => [row.id, documentOf(row, chunks ?? [])]));
}

export async function readFacts(
  session: Session,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, DocumentFacts>> {
  const rows = await session.rows<DocumentFacts & { readonly id: MemoryId }>(
    'select id, type, level, date_ms as "dateMs" from memdir.document where id = any($1)',
    ids,
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** In a transaction that writes; see IndexStore.retainStores. Of repositories that may be written to. */
export async function retainStores(
  session: Session,
  named: readonly (readonly [string, StoreKey])[],
  nowMs: number,
  sinceMs: number,
): Promise<number> {
  await session.run(
    `insert into memdir.used_store as known (repository_id, key, seen_ms)
     select id, key, $3 from unnest($1::text[], $2::text[]) as given (name, key) join memdir.repository using (name)
     where id = any(memdir.writable())
     on conflict (repository_id, key) do update set seen_ms = greatest(known.seen_ms, excluded.seen_ms)`,
    named.map(([name]) => name),
    named.map(([, key]) => key),
    nowMs,
  );
  // A store without a row was indexed a moment ago.
  await session.run(
    `insert into memdir.used_store select distinct repository_id, store, $1::double precision from memdir.document
     where repository_id = any(memdir.writable()) on conflict do nothing`,
    nowMs,
  );
  const unused = await session.rows<{ repository: number; ids: string[] }>(
    `select repository_id as repository, array_agg(id) as ids from memdir.document join memdir.used_store using (repository_id)
     where store = key and seen_ms < $1 and repository_id = any(memdir.writable()) group by 1 order by 1`,
    sinceMs,
  );
  let chunks = 0;
  for (const { repository, ids } of unused) {
    await countChange(session, repository, { removes: true });
    chunks += await removeDocuments(session, repository, ids);
  }
  await session.run(
    'delete from memdir.used_store where seen_ms < $1 and repository_id = any(memdir.writable())',
    sinceMs,
  );
  return chunks;
}
