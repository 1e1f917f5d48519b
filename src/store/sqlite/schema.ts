import { ForeignFile, isBusyError } from './errors.js';
import type { Db } from './native.js';

/** "MdIx": marks the file as an index of Memdir. */
const APPLICATION_ID = 0x4d644978;

/**
 * Terms arrive ready made and blank separated; the tokenizer must only cut at blanks. `ascii` keeps everything outside ASCII
 * as it is, and every printable ASCII sign is declared part of a term.
 */
const PUNCTUATION = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;
const TOKENIZER = `ascii tokenchars '${PUNCTUATION.replaceAll("'", "''")}'`;

/** Migration n brings a file from version n to n + 1. */
const MIGRATIONS: readonly string[] = [
  `
  create table meta (key text primary key, value) without rowid;
  insert into meta values ('generation', 0);

  -- What is filtered and listed; the long text is in content.
  create table document (
    row integer primary key, id text not null unique, store text not null, path text not null,
    modified_ms integer not null, size integer not null, hash text not null,
    name text not null, description text not null, type text not null, level text not null,
    repos text not null, tags text not null, agent_id text, date_ms integer not null, deleted_ms integer
  );
  create index document_filter on document (store, deleted_ms, type, level, agent_id, date_ms);
  create table content (
    row integer primary key, body text not null, body_line integer not null,
    terms_name text not null, terms_description text not null, terms_body text not null, terms_path text not null
  );

  create table chunk (
    row integer not null, ordinal integer not null, line integer not null, end_line integer not null,
    hash text not null, text text not null, primary key (row, ordinal)
  ) without rowid;
  create index chunk_hash on chunk (hash, row, line);

  create table model (id integer primary key, name text not null unique, dimensions integer not null);
  -- Sign bits are small and scanned; the values are read only for the nearest ones.
  create table vector (
    model integer not null, hash text not null, id integer not null, bits blob not null, primary key (model, hash)
  ) without rowid;
  create table vector_value (id integer primary key, value blob not null);

  create table access (id text primary key, count integer not null) without rowid;
  `,
  `
  -- Tokens of the text that a vector was made from: their numbers, each once, and the sign bits of all.
  create table piece (id integer primary key, ids blob not null, bits blob not null);
  `,
  `
  -- Number of terms of a document.
  alter table document add column length integer not null default 0;
  update document set length = (
    select sum(length(field.value) - length(replace(field.value, ' ', '')) + (field.value <> ''))
    from content, json_each(json_array(terms_name, terms_description, terms_body, terms_path)) field where content.row = document.row
  );
  drop index document_filter;
  create index document_filter on document (store, deleted_ms, type, level, agent_id, date_ms, length);
  `,
  `
  create index chunk_place on chunk (row, ordinal, hash, line);
  -- Counts changes of vectors alone; generation counts those of documents.
  insert or ignore into meta values ('vectors', 0);
  `,
  `
  -- When a store was last in use, milliseconds since the epoch.
  create table store (key text primary key, seen_ms integer not null) without rowid;
  `,
  `
  -- The memory that a document replaces, as its front matter says.
  alter table document add column supersedes text;
  `,
  `
  -- The version of the file, null when it may have changed since without another one.
  alter table document add column version text;
  `,
  `
  -- Whether a secret of the memory was masked.
  alter table document add column masked integer not null default 0;
  `,
  `
  -- What lists need of a memory and search does not; the number of the change that wrote the row; the version of its keys in alike.
  alter table document add column head text not null default '{}';
  alter table document add column changed integer not null default 0;
  alter table document add column alike integer not null default 0;
  create index document_changed on document (store, changed);
  create index document_alike on document (store, alike);
  -- The keys of a row in alike, by which they are taken out of it.
  create table likeness (row integer primary key, keys text not null);
  insert or ignore into meta values ('changes', 0), ('removals', 0);
  `,
];

/** Kept in user_version. */
const SCHEMA_VERSION = MIGRATIONS.length;

/** From this version on nothing that was deleted stays in the file. */
const SECURE_SINCE = 8;

/** Keys of likeness, hashes of masked text; see core/similarity/likeness. */
const ALIKE = `create virtual table if not exists alike using fts5(keys, content='', detail=none, tokenize='ascii')`;

const TERMS = `create virtual table if not exists terms using fts5(
  name, description, body, path, content='', tokenize="${TOKENIZER.replaceAll('"', '""')}")`;
const VOCABULARY = `create virtual table if not exists vocabulary using fts5vocab(terms, row);
  create virtual table if not exists places using fts5vocab(terms, instance)`;

/** Schema version of the file, 0 when it is empty. Changes nothing; throws {@link ForeignFile} for a file that is not ours. */
export function identify(db: Db): number {
  const { application, version, objects } = headerOf(db);
  if (application === APPLICATION_ID) {
    if (version > SCHEMA_VERSION)
      throw new ForeignFile(
        `was written by a newer Memdir (version ${version} of the index, this one knows ${SCHEMA_VERSION})`,
      );
    return version;
  }
  if (application === 0 && version === 0 && objects === 0) return 0;
  throw new ForeignFile('was not an index of Memdir');
}

/** One statement, because another process may create the tables between two. */
function headerOf(db: Db): { readonly application: number; readonly version: number; readonly objects: number } {
  return db
    .prepare(
      `
    select application_id application, user_version version, (select count(*) from sqlite_schema) objects
    from pragma_application_id, pragma_user_version`,
    )
    .get() as ReturnType<typeof headerOf>;
}

/** Creates or migrates the tables; several processes may do it at once. */
export function prepareSchema(db: Db, keyword: boolean, contents: string): void {
  const prepare = db.transaction(() => {
    const before = identify(db);
    for (const migration of MIGRATIONS.slice(before)) db.exec(migration);
    // The words of that time could only be marked as deleted.
    if (keyword && before < SECURE_SINCE) db.exec('drop table if exists terms');
    if (before > 0 && before < SECURE_SINCE) {
      // Vectors and pieces of texts that were not masked.
      for (const table of ['vector', 'vector_value', 'piece']) db.exec(`delete from ${table}`);
      db.exec(`insert or replace into meta values ('residue', 1)`);
    }
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
    if (keyword) {
      db.exec(TERMS);
      db.exec(ALIKE);
      // Deleting takes the words out of the pages and leaves no mark beside them.
      for (const table of ['terms', 'alike'])
        db.exec(`insert into ${table} (${table}, rank) values ('secure-delete', 1)`);
      db.exec(VOCABULARY);
    }
    if (before < SECURE_SINCE || valueOf(db, 'contents') !== contents) clearDocuments(db, keyword, contents);
  });
  prepare.immediate();
  touchAll(db, keyword);
}

const valueOf = (db: Db, key: string): unknown => db.prepare('select value from meta where key = ?').pluck().get(key);

/**
 * Writes a file of an older version anew, once, so that no page of it contains what was deleted then. While other processes use it, a later opening
 * does it.
 */
export function removeResidue(db: Db): void {
  if (valueOf(db, 'residue') === undefined) return;
  try {
    db.exec('vacuum');
    db.exec(`delete from meta where key = 'residue'`);
  } catch (error) {
    if (!isBusyError(error)) throw error;
  }
}

/** Removes documents that were made in another way: the next comparison with the files writes them again. */
function clearDocuments(db: Db, keyword: boolean, contents: string): void {
  for (const table of ['document', 'content', 'chunk', 'likeness']) db.exec(`delete from ${table}`);
  if (keyword) for (const table of ['terms', 'alike']) db.exec(`insert into ${table} (${table}) values ('delete-all')`);
  db.prepare(`insert or replace into meta values ('contents', ?)`).run(contents);
  db.exec(`update meta set value = value + 1 where key in ('generation', 'changes', 'removals')`);
}

/** Reads a row of every table, so that most damage is detected at opening. */
function touchAll(db: Db, keyword: boolean): void {
  for (const table of [
    'meta',
    'document',
    'content',
    'chunk',
    'likeness',
    'model',
    'vector',
    'vector_value',
    'piece',
    'store',
    'access',
  ]) {
    db.prepare(`select * from ${table} limit 1`).get();
  }
  if (keyword) db.prepare(`select rowid from terms where terms match '"a"' limit 1`).get();
  if (keyword) db.prepare(`select rowid from alike where alike match '"a"' limit 1`).get();
}
