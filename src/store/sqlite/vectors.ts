import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { MemoryId, StoreKey } from '../../core/memory.js';
import type { ChunkTokens } from '../../core/ports/embedder.js';
import type { HashedVector } from '../../core/ports/index-store.js';
import type { VectorProgress } from '../../core/ports/search-legs.js';
import { checkTokens, unitVector } from '../unit-vector.js';
import type { Db } from './native.js';
import { all, count, one, run, statement } from './statement.js';

interface ModelRow {
  readonly id: number;
  readonly dimensions: number;
}

/** Up to this many vectors without a chunk stay as a cache. */
const MAX_ORPHANS = 1_000;

export const modelRow = (db: Db, name: string): ModelRow | undefined =>
  one<ModelRow>(db, 'select id, dimensions from model where name = ?', name);

export const bytesOf = (vector: Float32Array | Uint32Array | Uint8Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Floats from bytes as they are stored. */
export const floatsOf = (value: Buffer): Float32Array => new Float32Array(new Uint8Array(value).buffer);

/** Grows when any process removes vectors: until then an id belongs to the same text. */
export const removedVectors = (db: Db): number => count(db, `select value n from meta where key = 'removed'`);

/** Inside a transaction. */
export const noteRemoved = (db: Db): void =>
  void run(db, `insert into meta values ('removed', 1) on conflict (key) do update set value = value + 1`);

/** Inside a transaction. Throws `bad-input` for vectors that do not fit the model. */
export function putVectors(db: Db, name: string, vectors: readonly HashedVector[]): void {
  if (vectors.length === 0) return;
  const first = vectors.find(({ vector }) => vector !== undefined)?.vector;
  if (first?.length === 0)
    throw new MemdirError('bad-input', t('A vector of the model {model} is empty.', { model: name }));
  const model = putModel(db, name, first?.length ?? 0);
  for (const { hash, vector, tokens } of vectors) {
    if (vector === undefined) {
      // A text that the model does not read has the id 0.
      run(db, `insert into vector values (?, ?, 0, x'') on conflict (model, hash) do nothing`, model.id, hash);
      continue;
    }
    const id = putVector(db, model, hash, unitVector(vector, model.dimensions, name));
    if (tokens) putTokens(db, id, tokens, model.dimensions);
  }
}

/** A model has no dimensions until it has a vector. */
function putModel(db: Db, name: string, dimensions: number): ModelRow {
  run(
    db,
    'insert into model (name, dimensions) values (?, ?) on conflict (name) do update set dimensions = excluded.dimensions where dimensions = 0',
    name,
    dimensions,
  );
  const model = modelRow(db, name);
  if (!model) throw new Error(`No row for the model ${name}.`);
  return model;
}

function putVector(db: Db, model: ModelRow, hash: string, unit: Float32Array): number {
  const sql = 'select id from vector where model = ? and hash = ? and id <> 0';
  const known = one<{ readonly id: number }>(db, sql, model.id, hash)?.id;
  if (known !== undefined) run(db, 'update vector_value set value = ? where id = ?', bytesOf(unit), known);
  const id = known ?? Number(run(db, 'insert into vector_value (value) values (?)', bytesOf(unit)).lastInsertRowid);
  run(db, 'insert or replace into vector values (?, ?, ?, ?)', model.id, hash, id, bytesOf(wordSigns(unit)));
  return id;
}

/** Sign bits of a vector, 32 dimensions a word. Nothing reads them today; a later Memdir may search by them. */
function wordSigns(vector: Float32Array): Uint32Array {
  const bits = new Uint32Array(Math.ceil(vector.length / 32));
  for (let i = 0; i < vector.length; i++) {
    if ((vector[i] as number) > 0) bits[i >>> 5] = (bits[i >>> 5] as number) | (1 << (i & 31));
  }
  return bits;
}

function putTokens(db: Db, id: number, { ids, bits }: ChunkTokens, dimensions: number): void {
  checkTokens({ ids, bits }, dimensions);
  run(db, 'insert or replace into piece values (?, ?, ?)', id, bytesOf(Uint32Array.from(new Set(ids))), bytesOf(bits));
}

export type Stores = readonly StoreKey[] | undefined;

/** SQL condition on a column with a document's row, and its values. */
export const inStores = (
  column: string,
  stores: Stores,
): { readonly sql: string; readonly values: readonly string[] } =>
  stores
    ? {
        sql: `${column} in (select row from document where store in (select value from json_each(?)))`,
        values: [JSON.stringify(stores)],
      }
    : { sql: 'true', values: [] };

interface MissingChunks {
  readonly chunks: readonly { readonly hash: string; readonly text: string }[];
  /** Document row at which the next search begins. */
  readonly next: number;
}

/** Each text once. The search begins at a document row and wraps around, so that repeated calls do not scan everything each time. */
export function chunksWithoutVector(
  db: Db,
  name: string,
  { limit, stores, from }: { readonly limit: number; readonly stores: Stores; readonly from: number },
): MissingChunks {
  const scope = inStores('c.row', stores);
  const model = modelRow(db, name)?.id ?? 0;
  const found = (
    range: string,
    most: number,
  ): { readonly row: number; readonly hash: string; readonly text: string }[] =>
    all(
      db,
      `select c.row, c.hash, c.text from chunk c
     where c.row ${range} ? and ${scope.sql} and not exists (select 1 from vector v where v.model = ? and v.hash = c.hash)
     order by c.row, c.ordinal limit ?`,
      from,
      ...scope.values,
      model,
      most,
    );
  const rows = found('>=', limit);
  if (rows.length < limit && from > 0) rows.push(...found('<', limit - rows.length));
  const texts = new Map(rows.map(({ hash, text }) => [hash, text]));
  return { chunks: [...texts].map(([hash, text]) => ({ hash, text })), next: rows.at(-1)?.row ?? 0 };
}

/** Chunks of some documents, by id, with their vector of a model; in this order, because SQLite would begin with all vectors. */
export const CHUNKS_OF =
  'json_each(?) j cross join document d on d.id = j.value cross join chunk c on c.row = d.row cross join vector v on v.model = ? and v.hash = c.hash';

export function chunkVectors(
  db: Db,
  name: string,
  ids: readonly MemoryId[],
): ReadonlyMap<MemoryId, readonly Float32Array[]> {
  const rows = statement(db, `select d.id, x.value from ${CHUNKS_OF} join vector_value x on x.id = v.id`)
    .raw()
    .all(JSON.stringify(ids), modelRow(db, name)?.id ?? 0) as [MemoryId, Buffer][];
  const found = new Map<MemoryId, Float32Array[]>();
  for (const [id, value] of rows) {
    const vector = floatsOf(value);
    const known = found.get(id);
    if (known) known.push(vector);
    else found.set(id, [vector]);
  }
  return found;
}

export function progress(db: Db, name: string, stores: Stores): VectorProgress {
  const [documents, chunks] = [inStores('d.row', stores), inStores('c.row', stores)];
  const total = count(db, `select count(*) n from document d where ${documents.sql}`, ...documents.values);
  const model = modelRow(db, name)?.id ?? 0;
  const waiting = count(
    db,
    `select count(distinct c.row) n from chunk c where ${chunks.sql} and not exists (select 1 from vector v where v.model = ? and v.hash = c.hash)`,
    ...chunks.values,
    model,
  );
  const embedded =
    model === 0
      ? 0
      : count(
          db,
          `select count(distinct c.row) n from chunk c cross join vector v on v.model = ? and v.hash = c.hash and v.id <> 0 where ${chunks.sql}`,
          model,
          ...chunks.values,
        );
  return { ready: total - waiting, total, embedded };
}

export const hasVectors = (db: Db, name: string, hashes: readonly string[]): boolean =>
  count(
    db,
    'select count(*) n from vector where model = ? and hash in (select value from json_each(?))',
    modelRow(db, name)?.id ?? 0,
    JSON.stringify(hashes),
  ) > 0;

/**
 * Change of the progress of some stores after texts without a vector of a model got one. Inside a transaction, after it.
 * Far less work than {@link progress}: it reads only the documents of these texts.
 */
export function progressBy(
  db: Db,
  name: string,
  hashes: readonly string[],
  stores: Stores,
): { readonly ready: number; readonly embedded: number } {
  const scope = inStores('c.row', stores);
  const model = modelRow(db, name)?.id ?? 0;
  const rows = JSON.stringify(
    statement(
      db,
      `select distinct c.row from chunk c where c.hash in (select value from json_each(?)) and ${scope.sql}`,
    )
      .pluck()
      .all(JSON.stringify(hashes), ...scope.values),
  );
  const waiting = count(
    db,
    'select count(distinct c.row) n from json_each(?) j cross join chunk c on c.row = j.value where not exists (select 1 from vector v where v.model = ? and v.hash = c.hash)',
    rows,
    model,
  );

  const embedded = `select distinct c.row from json_each(?) j cross join chunk c on c.row = j.value cross join vector v on v.model = ? and v.hash = c.hash and v.id <> 0`;
  const now = count(db, `select count(*) n from (${embedded})`, rows, model);
  const before = count(
    db,
    `select count(*) n from (${embedded} where v.hash not in (select value from json_each(?)))`,
    rows,
    model,
    JSON.stringify(hashes),
  );
  return { ready: (JSON.parse(rows) as number[]).length - waiting, embedded: now - before };
}

/** Inside a transaction. Vectors without a chunk are a cache; they are removed when they are many and more than half of all. */
export function pruneVectors(db: Db): number {
  const orphan = 'not exists (select 1 from chunk c where c.hash = vector.hash)';
  const orphans = count(db, `select count(*) n from vector where ${orphan}`);
  if (orphans <= MAX_ORPHANS || orphans * 2 <= count(db, 'select count(*) n from vector')) return 0;
  noteRemoved(db);
  for (const table of ['vector_value', 'piece'])
    run(db, `delete from ${table} where id in (select id from vector where ${orphan})`);
  return run(db, `delete from vector where ${orphan}`).changes;
}
