/** The vectors of a model in memory: all of them while they are few, else one byte a dimension and a sample. */
import { type ByteTable, byteTable } from '../../simd/byte-table.js';
import { type VectorTable, vectorTable } from '../../simd/vector-table.js';
import type { Db } from './native.js';
import { statement } from './statement.js';
import { modelRow, removedVectors, type Stores } from './vectors.js';

/** Vectors with the smallest hashes: hashes are random, so this is a fixed random sample of the stores. */
const SAMPLE = 1_000;
/** Up to this many chunks the whole vectors are in memory (30 MB at 384 dimensions) and each is compared; beyond, a quarter of that. */
const MAX_WHOLE_VECTORS = 20_000;

export interface Matrix {
  readonly model: string;
  readonly dimensions: number;
  readonly chunks: number;
  /** By position: vector, document row and line of a chunk. */
  readonly ids: Float64Array;
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
  /** By document row: its number of chunks. */
  readonly chunksByRow: Uint32Array;
  readonly stored:
    | { readonly values: VectorTable; readonly bytes?: undefined }
    | { readonly bytes: ByteTable; readonly values?: undefined };
  /** A sample that every question is compared with, each vector once: its mean and deviation tell which cosines stand out. */
  readonly baseline: { readonly table: VectorTable; readonly positions: Uint32Array };
  /** The last question: it is asked twice, the second time about what words found. */
  last?: PreparedQuestion | undefined;
}

/** What is computed once for a question. */
export interface PreparedQuestion {
  /** The array of the caller: the same array is the same question. */
  readonly vector: Float32Array;
  /** A vector of length 1. */
  readonly question: Float64Array;
  /** With the vectors of the baseline. */
  readonly products: Float64Array;
  readonly baseline: { readonly mean: number; readonly deviation: number };
}

export interface MatrixChoice {
  readonly stores: Stores;
  /** A model whose vectors count instead where there are some. */
  readonly overriddenBy: string | undefined;
}

/** Undefined when the model has no vector yet. */
export function loadMatrix(db: Db, name: string, { stores, overriddenBy: instead }: MatrixChoice): Matrix | undefined {
  const model = modelRow(db, name);
  if (!model || model.dimensions === 0) return undefined;
  const { dimensions } = model;
  const other = instead === undefined ? undefined : modelRow(db, instead);
  const without = other
    ? ` and not exists (select 1 from vector o where o.model = ${other.id} and o.hash = v.hash and o.id <> 0)`
    : '';
  // The order of the joins matters: of many stores in the index a search asks for few.
  const source = `from document d cross join chunk c on c.row = d.row cross join vector v on v.model = ? and v.hash = c.hash and v.id <> 0${without}
    ${stores ? 'where d.store in (select value from json_each(?))' : ''}`;
  const values = stores ? [model.id, JSON.stringify(stores)] : [model.id];
  const found = statement(db, `select v.id, c.row, c.line ${source}`)
    .raw()
    .all(...values) as [number, number, number][];
  const chunks = found.length;
  const places = { ids: new Float64Array(chunks), rows: new Uint32Array(chunks), lines: new Uint32Array(chunks) };
  for (const [at, row] of found.entries()) [places.ids[at], places.rows[at], places.lines[at]] = row;
  const all = { ...places, chunksByRow: countsOf(places.rows), model: name, dimensions, chunks };
  if (chunks <= MAX_WHOLE_VECTORS) {
    const table = vectorTable(chunks, dimensions);
    valuesAt(
      db,
      places.ids,
      Array.from(places.ids, (_, position) => position),
      (position, value) => table.putBytes(position, value),
    );
    return { ...all, stored: { values: table }, baseline: { table, positions: firstOfEach(places.ids) } };
  }
  return {
    ...all,
    stored: { bytes: loadBytes(db, places.ids, dimensions) },
    baseline: loadSample(db, dimensions, { model: model.id, without, stores }),
  };
}

/** Values of one statement: a statement for each value takes twice as long. */
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

/** The large matrix loaded last: a change of few documents leaves most vectors as they are. */
interface LoadedTable {
  readonly removed: number;
  readonly dimensions: number;
  readonly table: ByteTable;
  readonly places: ReadonlyMap<number, number>;
}

const loadedTables = new WeakMap<Db, LoadedTable>();

function loadBytes(db: Db, ids: Float64Array, dimensions: number): ByteTable {
  // The ids of removed vectors are given to others.
  const removed = removedVectors(db);
  const last = loadedTables.get(db);
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
  loadedTables.set(db, { removed, dimensions, table, places: new Map(Array.from(ids, (id, at) => [id, at])) });
  return table;
}

function countsOf(rows: Uint32Array): Uint32Array {
  let largest = -1;
  for (const row of rows) largest = Math.max(largest, row);
  const counts = new Uint32Array(largest + 1);
  for (const row of rows) counts[row] = (counts[row] as number) + 1;
  return counts;
}

/** The first position of each vector; chunks with the same text share one. */
function firstOfEach(ids: Float64Array): Uint32Array {
  const seen = new Set<number>();
  const first: number[] = [];
  ids.forEach((id, at) => {
    if (!seen.has(id)) first.push(at);
    seen.add(id);
  });
  return Uint32Array.from(first);
}

interface SampleChoice {
  readonly model: number;
  /** Condition on vector `v`. */
  readonly without: string;
  readonly stores: Stores;
}

/** In the order of the hashes, so that SQLite reads no more than it needs. */
function loadSample(db: Db, dimensions: number, { model, without, stores }: SampleChoice): Matrix['baseline'] {
  const inUse = `exists (select 1 from chunk c cross join document d on d.row = c.row where c.hash = v.hash${stores ? ' and d.store in (select value from json_each(?))' : ''})`;
  const sample = `select v.id from vector v where v.model = ? and v.id <> 0${without} and ${inUse} order by v.hash limit ?`;
  const rows = statement(db, `select x.value from (${sample}) s cross join vector_value x on x.id = s.id`)
    .pluck()
    .all(model, ...(stores ? [JSON.stringify(stores)] : []), SAMPLE) as Buffer[];
  const table = vectorTable(rows.length, dimensions);
  rows.forEach((value, at) => table.putBytes(at, value));
  return { table, positions: Uint32Array.from(rows, (_, at) => at) };
}
