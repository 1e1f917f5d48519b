import { vectorTable, type VectorTable } from '../../core/products.js';
import { dot } from './dot.js';
import type { Db } from './native.js';
import { leastOfBest } from './postings.js';
import { nearest, signBits } from './signs.js';
import { all, count, statement } from './statement.js';
import { bytesOf, modelRow, unitVector } from './vectors.js';

/** How many chunks the sign bits choose in an index whose vectors are not kept in memory: far more than any caller shows. */
const SCORED = 1_024;
/** Vectors with the smallest hashes: hashes are random, so this is a fixed random sample of the store. */
const SAMPLE = 1_000;
/** Up to this many chunks the vectors themselves are kept in memory (30 MB at 384 dimensions), and each is looked at; beyond, candidates are read from the file. */
const KEPT_VECTORS = 20_000;

/** What is kept in memory of a model: 48 bytes of sign bits a chunk (384 dimensions), and the vectors while they are few, else a sample of them. */
export interface Matrix {
  readonly model: string;
  readonly dimensions: number;
  readonly chunks: number;
  readonly bits: Uint32Array;
  /** By position: vector, document row and line of a chunk. */
  readonly ids: Float64Array;
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
  readonly values: VectorTable | undefined;
  /** Positions whose vectors say what is usual: each vector once. */
  readonly usual: { readonly of: VectorTable; readonly at: readonly number[] };
}

/**
 * Undefined when the model has no vector yet.
 * @param instead a model whose vectors count where there are some
 */
export function loadMatrix(db: Db, name: string, instead?: string): Matrix | undefined {
  const model = modelRow(db, name);
  if (!model || model.dimensions === 0) return undefined;
  const { dimensions } = model;
  const other = instead === undefined ? undefined : modelRow(db, instead);
  const counts = other ? `v.id <> 0 and not exists (select 1 from vector o where o.model = ${other.id} and o.hash = v.hash and o.id <> 0)` : 'v.id <> 0';
  const source = `from vector v join chunk c on c.hash = v.hash and ${counts}`;
  const chunks = count(db, `select count(*) n ${source} where v.model = ?`, model.id);
  const words = Math.ceil(dimensions / 32);
  const matrix = { bits: new Uint32Array(chunks * words), ids: new Float64Array(chunks), rows: new Uint32Array(chunks), lines: new Uint32Array(chunks) };
  const values = chunks <= KEPT_VECTORS ? vectorTable(chunks, dimensions) : undefined;
  const bitBytes = bytesOf(matrix.bits);
  const wanted = values ? `v.id, c.row, c.line, v.bits, x.value ${source} join vector_value x on x.id = v.id` : `v.id, c.row, c.line, v.bits ${source}`;
  let at = 0;
  for (const row of statement(db, `select ${wanted} where v.model = ?`).raw().iterate(model.id)) {
    const [id, document, line, bits, value] = row as [number, number, number, Buffer, Buffer | undefined];
    matrix.ids[at] = id;
    matrix.rows[at] = document;
    matrix.lines[at] = line;
    bitBytes.set(bits, at * words * 4);
    if (values && value) putBytes(values, at, value);
    at += 1;
  }
  const usual = values ? { of: values, at: firstOfEach(matrix.ids) } : loadSample(db, model.id, dimensions, counts);
  return { ...matrix, values, model: name, dimensions, chunks, usual };
}

function putBytes(table: VectorTable, at: number, value: Uint8Array): void {
  const row = table.row(at);
  new Uint8Array(row.buffer, row.byteOffset, row.byteLength).set(value);
}

/** Positions at which a vector stands for the first time; chunks of one text share theirs. */
function firstOfEach(ids: Float64Array): number[] {
  const seen = new Set<number>();
  const first: number[] = [];
  ids.forEach((id, at) => {
    if (!seen.has(id)) first.push(at);
    seen.add(id);
  });
  return first;
}

/** @param counts condition on `v` */
function loadSample(db: Db, model: number, dimensions: number, counts: string): Matrix['usual'] {
  const rows = all<{ readonly value: Buffer }>(
    db,
    `select x.value from vector v join vector_value x on x.id = v.id
     where v.model = ? and ${counts} and exists (select 1 from chunk c where c.hash = v.hash) order by v.hash limit ?`,
    model, SAMPLE,
  );
  const of = vectorTable(rows.length, dimensions);
  rows.forEach((row, at) => putBytes(of, at, row.value));
  return { of, at: rows.map((_, at) => at) };
}

/** A database, and the version of sqlite-vec in it; undefined where that could not be loaded. */
export interface Scanner {
  readonly db: Db;
  readonly vec?: string;
}

/** @param allowed 1 for each document row that may be found */
export function vectorLeg({ db, vec }: Scanner, matrix: Matrix, query: Float32Array, allowed: Uint8Array, limit: number): { readonly best: readonly Best[]; readonly mean: number; readonly deviation: number } {
  const question = Float64Array.from(unitVector(query, matrix.dimensions, matrix.model));
  const { values, usual } = matrix;
  const products = usual.of.products(question);
  const around = spreadOf(products, usual.at);
  if (limit < 1 || matrix.chunks === 0) return { best: [], ...around };
  const mayBeFound = (at: number): boolean => allowed[matrix.rows[at] ?? 0] === 1;
  const near = values ? positions(matrix.chunks, mayBeFound) : nearest(matrix.bits, signBits(question), matrix.chunks, mayBeFound, Math.max(SCORED, limit * 4));
  const scores = values ? Float64Array.from(near, (at) => products[at] as number) : cosines({ db, vec }, matrix, near, question);
  return { best: bestOfDocuments(matrix, near, scores, limit), ...around };
}

function positions(chunks: number, wanted: (at: number) => boolean): number[] {
  const found: number[] = [];
  for (let at = 0; at < chunks; at++) if (wanted(at)) found.push(at);
  return found;
}

/** Mean and deviation of the values at some positions; 0 when there are none. */
function spreadOf(values: Float64Array, at: readonly number[]): { readonly mean: number; readonly deviation: number } {
  if (at.length === 0) return { mean: 0, deviation: 0 };
  let sum = 0;
  let squares = 0;
  for (const position of at) {
    const value = values[position] as number;
    sum += value;
    squares += value * value;
  }
  const mean = sum / at.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / at.length - mean * mean)) };
}

/** By position in `near`. */
function cosines({ db, vec }: Scanner, matrix: Matrix, near: readonly number[], question: Float64Array): Float64Array {
  if (vec === undefined) return Float64Array.from(near, (at) => cosineOfStored(db, matrix.ids[at] ?? 0, question));
  const rows = all<{ readonly id: number; readonly cosine: number }>(
    db,
    'select id, 1 - vec_distance_cosine(value, ?) cosine from vector_value where id in (select value from json_each(?))',
    bytesOf(Float32Array.from(question)), JSON.stringify(near.map((at) => matrix.ids[at])),
  );
  const byId = new Map(rows.map((row) => [row.id, row.cosine]));
  return Float64Array.from(near, (at) => byId.get(matrix.ids[at] ?? 0) ?? -Infinity);
}

/** Without sqlite-vec a vector is read and multiplied here; the stored ones have length 1. */
function cosineOfStored(db: Db, id: number, question: Float64Array): number {
  const value = statement(db, 'select value from vector_value where id = ?').pluck().get(id) as Buffer | undefined;
  return value ? dot(question, new Float32Array(Uint8Array.from(value).buffer), 0) : -Infinity;
}

/** Best chunk of a document. */
export interface Best {
  readonly row: number;
  readonly cosine: number;
  readonly line: number;
}

/** Chunks that are looked at for each document wanted: most documents have one or two. */
const CHUNKS_EACH = 4;

/** The `limit` best documents. Chunks that cannot be among them are not looked at. */
function bestOfDocuments(matrix: Matrix, near: readonly number[], scores: Float64Array, limit: number): Best[] {
  const least = leastOfBest(Float64Array.from(scores), limit * CHUNKS_EACH);
  const best = bestAbove(matrix, near, scores, least);
  return (best.length < limit && least > -Infinity ? bestAbove(matrix, near, scores, -Infinity) : best).slice(0, limit);
}

function bestAbove(matrix: Matrix, near: readonly number[], scores: Float64Array, least: number): Best[] {
  const best = new Map<number, Best>();
  near.forEach((at, index) => {
    const cosine = scores[index] ?? -Infinity;
    if (cosine < least) return;
    const row = matrix.rows[at] ?? 0;
    if (cosine > (best.get(row)?.cosine ?? -Infinity)) best.set(row, { row, cosine, line: matrix.lines[at] ?? 0 });
  });
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.row - b.row);
}
