/** What is kept in memory of a model's vectors: all of them while they are few, else one byte a dimension and a sample. */
import { type VectorTable, vectorTable } from '../../core/search/products.js';
import { type ByteTable, byteTable } from './byte-table.js';
import type { Db } from './native.js';
import { statement } from './statement.js';
import { modelRow, removedVectors, type Stores } from './vectors.js';

/** Vectors with the smallest hashes: hashes are random, so this is a fixed random sample of the stores. */
const SAMPLE = 1_000;
/** Up to this many chunks the vectors themselves are kept (30 MB at 384 dimensions), and each is looked at; beyond, a quarter of that. */
const KEPT_VECTORS = 20_000;

export interface Matrix {
  readonly model: string;
  readonly dimensions: number;
  readonly chunks: number;
  /** By position: vector, document row and line of a chunk. */
  readonly ids: Float64Array;
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
  /** By document row: how many of the chunks are its own. */
  readonly each: Uint32Array;
  readonly kept:
    | { readonly values: VectorTable; readonly bytes?: undefined }
    | { readonly bytes: ByteTable; readonly values?: undefined };
  /** Positions whose vectors say what is usual: each vector once. */
  readonly usual: { readonly of: VectorTable; readonly at: Uint32Array };
  /** Of the question asked last: it is asked twice, the second time about what was found by words. */
  last?: Asked;
}

/** What is worked out once for a question. */
export interface Asked {
  /** As it was given: the same array is the same question. */
  readonly vector: Float32Array;
  /** Of length 1. */
  readonly question: Float64Array;
  /** With the vectors of `usual`. */
  readonly products: Float64Array;
  readonly around: { readonly mean: number; readonly deviation: number };
}

export interface MatrixChoice {
  readonly stores: Stores;
  /** A model whose vectors count where there are some. */
  readonly instead: string | undefined;
}

/** Undefined when the model has no vector yet. */
export function loadMatrix(db: Db, name: string, { stores, instead }: MatrixChoice): Matrix | undefined {
  const model = modelRow(db, name);
  if (!model || model.dimensions === 0) return undefined;
  const { dimensions } = model;
  const other = instead === undefined ? undefined : modelRow(db, instead);
  const without = other
    ? ` and not exists (select 1 from vector o where o.model = ${other.id} and o.hash = v.hash and o.id <> 0)`
    : '';
  // In this order: of many stores in the index few are asked for.
  const source = `from document d cross join chunk c on c.row = d.row cross join vector v on v.model = ? and v.hash = c.hash and v.id <> 0${without}
    ${stores ? 'where d.store in (select value from json_each(?))' : ''}`;
  const values = stores ? [model.id, JSON.stringify(stores)] : [model.id];
  const found = statement(db, `select v.id, c.row, c.line ${source}`)
    .raw()
    .all(...values) as [number, number, number][];
  const chunks = found.length;
  const places = { ids: new Float64Array(chunks), rows: new Uint32Array(chunks), lines: new Uint32Array(chunks) };
  for (const [at, row] of found.entries()) [places.ids[at], places.rows[at], places.lines[at]] = row;
  const all = { ...places, each: countsOf(places.rows), model: name, dimensions, chunks };
  if (chunks <= KEPT_VECTORS) {
    const table = vectorTable(chunks, dimensions);
    valuesAt(
      db,
      places.ids,
      Array.from(places.ids, (_, position) => position),
      (position, value) => table.putBytes(position, value),
    );
    return { ...all, kept: { values: table }, usual: { of: table, at: firstOfEach(places.ids) } };
  }
  return {
    ...all,
    kept: { bytes: loadBytes(db, places.ids, dimensions) },
    usual: loadSample(db, dimensions, { model: model.id, without, stores }),
  };
}

/** Values that are read at once: asking for each by itself takes twice as long. */
const SLICE = 250;

/** The value of the vector at each of some positions, in no order. */
function valuesAt(
  db: Db,
  ids: Float64Array,
  positions: readonly number[],
  found: (at: number, value: Buffer) => void,
): void {
  const ask = statement(
    db,
    'select j.key, x.value from json_each(?) j cross join vector_value x on x.id = j.value',
  ).raw();
  for (let from = 0; from < positions.length; from += SLICE) {
    const slice = positions.slice(from, from + SLICE);
    const rows = ask.all(JSON.stringify(slice.map((at) => ids[at]))) as [number, Buffer][];
    for (const [key, value] of rows) found(slice[key] as number, value);
  }
}

/** Of the large matrix loaded last: a change of few documents leaves most vectors as they are. */
interface Loaded {
  readonly removed: number;
  readonly dimensions: number;
  readonly table: ByteTable;
  readonly places: ReadonlyMap<number, number>;
}

const loaded = new WeakMap<Db, Loaded>();

function loadBytes(db: Db, ids: Float64Array, dimensions: number): ByteTable {
  // Once vectors were removed their ids stand for others.
  const removed = removedVectors(db);
  const last = loaded.get(db);
  const before = last?.removed === removed && last.dimensions === dimensions ? last : undefined;
  const table = byteTable(ids.length, dimensions);
  const missing: number[] = [];
  ids.forEach((id, at) => {
    const position = before?.places.get(id);
    if (before && position !== undefined) table.copy(at, before.table, position);
    else missing.push(at);
  });
  const vector = new Float32Array(dimensions);
  const bytes = new Uint8Array(vector.buffer);
  valuesAt(db, ids, missing, (at, value) => {
    bytes.set(value);
    table.put(at, vector);
  });
  loaded.set(db, { removed, dimensions, table, places: new Map(Array.from(ids, (id, at) => [id, at])) });
  return table;
}

function countsOf(rows: Uint32Array): Uint32Array {
  let largest = -1;
  for (const row of rows) largest = Math.max(largest, row);
  const counts = new Uint32Array(largest + 1);
  for (const row of rows) counts[row] = (counts[row] as number) + 1;
  return counts;
}

/** Positions at which a vector stands for the first time; chunks of one text share theirs. */
function firstOfEach(ids: Float64Array): Uint32Array {
  const seen = new Set<number>();
  const first: number[] = [];
  ids.forEach((id, at) => {
    if (!seen.has(id)) first.push(at);
    seen.add(id);
  });
  return Uint32Array.from(first);
}

interface SampleOf {
  readonly model: number;
  /** Condition on vector `v`. */
  readonly without: string;
  readonly stores: Stores;
}

/** In the order of the hashes, so that no more is looked at than is wanted. */
function loadSample(db: Db, dimensions: number, { model, without, stores }: SampleOf): Matrix['usual'] {
  const inUse = `exists (select 1 from chunk c cross join document d on d.row = c.row where c.hash = v.hash${stores ? ' and d.store in (select value from json_each(?))' : ''})`;
  const sample = `select v.id from vector v where v.model = ? and v.id <> 0${without} and ${inUse} order by v.hash limit ?`;
  const rows = statement(db, `select x.value from (${sample}) s cross join vector_value x on x.id = s.id`)
    .pluck()
    .all(model, ...(stores ? [JSON.stringify(stores)] : []), SAMPLE) as Buffer[];
  const of = vectorTable(rows.length, dimensions);
  rows.forEach((value, at) => of.putBytes(at, value));
  return { of, at: Uint32Array.from(rows, (_, at) => at) };
}
