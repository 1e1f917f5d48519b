import type { SearchFilter, VectorHit, VectorLeg } from '../../core/ports.js';
import { conditionOf } from './filter.js';
import type { Db } from './native.js';
import { nearest, signBits } from './signs.js';
import { all, count, one, statement } from './statement.js';
import { bytesOf, modelRow, progress, unitVector } from './vectors.js';

/**
 * How many chunks are scored exactly. Up to this many candidates the scan is exact; beyond, the sign bits choose the nearest ones,
 * far more than any caller shows.
 */
const SCORED = 1_024;
/** Vectors with the smallest hashes: hashes are random, so this is a fixed random sample of the store. */
const SAMPLE = 1_000;

/** What is kept in memory of a model: 48 bytes of sign bits a chunk (384 dimensions), and the sample. */
export interface Matrix {
  readonly model: string;
  readonly generation: number;
  readonly dimensions: number;
  readonly chunks: number;
  readonly bits: Uint32Array;
  /** By position: vector, document row and line of a chunk. */
  readonly ids: Float64Array;
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
  readonly sample: Float32Array;
  readonly ready: number;
  readonly total: number;
}

/** Number that grows with every change of documents or vectors, by any process. */
export const generation = (db: Db): number => count(db, `select value n from meta where key = 'generation'`);

/** Undefined when the model has no vector yet. */
export function loadMatrix(db: Db, name: string): Matrix | undefined {
  const model = modelRow(db, name);
  if (!model) return undefined;
  const source = 'from vector v join chunk c on c.hash = v.hash where v.model = ?';
  const chunks = count(db, `select count(*) n ${source}`, model.id);
  const words = Math.ceil(model.dimensions / 32);
  const matrix = { bits: new Uint32Array(chunks * words), ids: new Float64Array(chunks), rows: new Uint32Array(chunks), lines: new Uint32Array(chunks) };
  const bytes = bytesOf(matrix.bits);
  let at = 0;
  for (const row of statement(db, `select v.id, c.row, c.line, v.bits ${source}`).raw().iterate(model.id)) {
    const [id, document, line, bits] = row as [number, number, number, Buffer];
    matrix.ids[at] = id;
    matrix.rows[at] = document;
    matrix.lines[at] = line;
    bytes.set(bits, at * words * 4);
    at += 1;
  }
  return {
    ...matrix, model: name, generation: generation(db), dimensions: model.dimensions, chunks, sample: loadSample(db, model.id, model.dimensions), ...progress(db, name),
  };
}

function loadSample(db: Db, model: number, dimensions: number): Float32Array {
  const rows = all<{ readonly value: Buffer }>(
    db,
    `select x.value from vector v join vector_value x on x.id = v.id
     where v.model = ? and exists (select 1 from chunk c where c.hash = v.hash) order by v.hash limit ?`,
    model, SAMPLE,
  );
  const sample = new Float32Array(rows.length * dimensions);
  const bytes = bytesOf(sample);
  rows.forEach((row, index) => bytes.set(row.value, index * dimensions * 4));
  return sample;
}

/** Product of a vector with the one that starts at `from`; four sums at once, because each addition waits for the one before. */
function dot(vector: Float32Array, others: Float32Array, from: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < vector.length; i += 4) {
    const at = from + i;
    a += (vector[i] as number) * (others[at] as number);
    if (i + 3 < vector.length) {
      b += (vector[i + 1] as number) * (others[at + 1] as number);
      c += (vector[i + 2] as number) * (others[at + 2] as number);
      d += (vector[i + 3] as number) * (others[at + 3] as number);
    } else {
      for (let rest = i + 1; rest < vector.length; rest++) b += (vector[rest] as number) * (others[from + rest] as number);
    }
  }
  return a + b + c + d;
}

/** Mean and deviation of the question's cosine over the sample: those of the whole store up to 1,000 vectors, within a thirtieth of a deviation beyond. */
export function spread(question: Float32Array, sample: Float32Array): { readonly mean: number; readonly deviation: number } {
  const vectors = sample.length / question.length;
  if (vectors === 0) return { mean: 0, deviation: 0 };
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < sample.length; at += question.length) {
    const cosine = dot(question, sample, at);
    sum += cosine;
    squares += cosine * cosine;
  }
  const mean = sum / vectors;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / vectors - mean * mean)) };
}

export function vectorLeg(db: Db, matrix: Matrix, query: Float32Array, filter: SearchFilter, limit: number): VectorLeg {
  const question = unitVector(query, matrix.dimensions, matrix.model);
  const { ready, total } = matrix;
  const around = spread(question, matrix.sample);
  if (limit < 1 || matrix.chunks === 0) return { hits: [], ...around, ready, total };
  const allowed = allowedRows(db, filter);
  const near = nearest(matrix.bits, signBits(question), matrix.chunks, (at) => allowed[matrix.rows[at] ?? 0] === 1, Math.max(SCORED, limit * 4));
  return { hits: named(db, bestOfDocuments(matrix, near, cosines(db, matrix, near, question)), limit), ...around, ready, total };
}

/** 1 for each document row the filter lets through. */
function allowedRows(db: Db, filter: SearchFilter): Uint8Array {
  const condition = conditionOf(filter);
  const allowed = new Uint8Array(count(db, 'select max(row) n from document') + 1);
  const rows = statement(db, `select d.row from document d where ${condition.sql}`).pluck().all(...condition.values) as number[];
  for (const row of rows) allowed[row] = 1;
  return allowed;
}

function cosines(db: Db, matrix: Matrix, near: readonly number[], question: Float32Array): ReadonlyMap<number, number> {
  const rows = all<{ readonly id: number; readonly cosine: number }>(
    db,
    'select id, 1 - vec_distance_cosine(value, ?) cosine from vector_value where id in (select value from json_each(?))',
    bytesOf(question), JSON.stringify(near.map((at) => matrix.ids[at])),
  );
  return new Map(rows.map((row) => [row.id, row.cosine]));
}

interface Best {
  readonly row: number;
  readonly cosine: number;
  readonly line: number;
}

function bestOfDocuments(matrix: Matrix, near: readonly number[], scores: ReadonlyMap<number, number>): Best[] {
  const best = new Map<number, Best>();
  for (const at of near) {
    const cosine = scores.get(matrix.ids[at] ?? 0);
    const row = matrix.rows[at] ?? 0;
    if (cosine !== undefined && cosine > (best.get(row)?.cosine ?? -Infinity)) best.set(row, { row, cosine, line: matrix.lines[at] ?? 0 });
  }
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.row - b.row);
}

function named(db: Db, best: readonly Best[], limit: number): VectorHit[] {
  return best.slice(0, limit).flatMap(({ row, cosine, line }) => {
    const found = one<{ readonly id: string }>(db, 'select id from document where row = ?', row);
    return found ? [{ id: found.id, cosine, line }] : [];
  });
}
