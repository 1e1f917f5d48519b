import { unitVector } from '../unit-vector.js';
import { nthLargest } from '../words/postings.js';
import type { Matrix, PreparedQuestion } from './matrix.js';
import type { Db } from './native.js';
import { statement } from './statement.js';
import { bytesOf, floatsOf } from './vectors.js';

/** Chunks compared by whole vectors in an index whose vectors are not in memory: the best by their bytes. */
const SCORED = 256;

/** A database, and the version of sqlite-vec in it; undefined where that could not be loaded. */
export interface Scanner {
  readonly db: Db;
  readonly vec?: string | undefined;
}

/** @param allowed 1 for each document row that may be found */
export function vectorLeg(
  { db, vec }: Scanner,
  matrix: Matrix,
  query: Float32Array,
  allowed: Uint8Array,
  limit: number,
): { readonly best: readonly BestChunk[]; readonly mean: number; readonly deviation: number } {
  const { stored } = matrix;
  const { question, products, baseline } = prepare(matrix, query);
  if (limit < 1 || matrix.chunks === 0) return { best: [], ...baseline };
  const positions = allowedPositions(matrix, allowed);
  if (stored.values)
    return { best: bestOfDocuments(matrix, positions, (at) => products[at] as number, limit), ...baseline };
  const most = Math.max(SCORED, limit * 4);
  const near = positions.length <= most ? positions : nearest(stored.bytes.products(question), positions, most);
  const scores = cosines({ db, vec }, matrix, near, question);
  return { best: bestOfDocuments(matrix, near, (_, index) => scores[index] as number, limit), ...baseline };
}

function prepare(matrix: Matrix, vector: Float32Array): PreparedQuestion {
  if (matrix.last?.vector !== vector) {
    const question = Float64Array.from(unitVector(vector, matrix.dimensions, matrix.model));
    const products = matrix.baseline.table.products(question);
    matrix.last = { vector, question, products, baseline: spreadOf(products, matrix.baseline.positions) };
  }
  return matrix.last;
}

function allowedPositions({ rows, chunks }: Matrix, allowed: Uint8Array): Uint32Array {
  const found = new Uint32Array(chunks);
  let count = 0;
  for (let at = 0; at < chunks; at++) if (allowed[rows[at] as number] === 1) found[count++] = at;
  return found.subarray(0, count);
}

/** The positions of the n largest products, and all that are as good as the last of them. Their order stays. */
function nearest(products: Float64Array, positions: Uint32Array, n: number): Uint32Array {
  const values = new Float64Array(positions.length);
  for (let index = 0; index < positions.length; index++) values[index] = products[positions[index] as number] as number;
  const least = nthLargest(values, n);
  const found = new Uint32Array(positions.length);
  let count = 0;
  for (const at of positions) if ((products[at] as number) >= least) found[count++] = at;
  return found.subarray(0, count);
}

/** Mean and deviation of the values at some positions; 0 when there are none. */
function spreadOf(values: Float64Array, at: Uint32Array): { readonly mean: number; readonly deviation: number } {
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
function cosines({ db, vec }: Scanner, matrix: Matrix, near: Uint32Array, question: Float64Array): Float64Array {
  const scores = new Float64Array(near.length);
  const bytes = bytesOf(Float32Array.from(question));
  const ask =
    vec === undefined
      ? undefined
      : statement(db, 'select 1 - vec_distance_cosine(value, ?) from vector_value where id = ?').pluck();
  near.forEach((at, index) => {
    const id = matrix.ids[at] as number;
    scores[index] = ask ? ((ask.get(bytes, id) as number | undefined) ?? -Infinity) : storedCosine(db, id, question);
  });
  return scores;
}

/** Without sqlite-vec a vector is read and multiplied here; stored vectors have length 1. */
function storedCosine(db: Db, id: number, question: Float64Array): number {
  const value = statement(db, 'select value from vector_value where id = ?').pluck().get(id) as Buffer | undefined;
  return value ? dotProduct(question, floatsOf(value)) : -Infinity;
}

/** Four sums at once, because each addition waits for the one before; the question in doubles, because each product is one anyway. */
function dotProduct(question: Float64Array, vector: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const fours = question.length & ~3;
  let i = 0;
  for (; i < fours; i += 4) {
    a += (question[i] as number) * (vector[i] as number);
    b += (question[i + 1] as number) * (vector[i + 1] as number);
    c += (question[i + 2] as number) * (vector[i + 2] as number);
    d += (question[i + 3] as number) * (vector[i + 3] as number);
  }
  for (; i < question.length; i++) a += (question[i] as number) * (vector[i] as number);
  return a + b + c + d;
}

/** Best chunk of a document. */
export interface BestChunk {
  readonly row: number;
  readonly cosine: number;
  readonly line: number;
  /** Number of chunks of the document. */
  readonly chunks: number;
}

/** Chunks compared for each document wanted: most documents have one or two. */
const CHUNKS_EACH = 4;

type ScoreAt = (at: number, index: number) => number;

/** The `limit` best documents of some positions. Chunks that cannot be among them are skipped. */
function bestOfDocuments(matrix: Matrix, positions: Uint32Array, scoreAt: ScoreAt, limit: number): BestChunk[] {
  const scores = new Float64Array(positions.length);
  for (let index = 0; index < positions.length; index++) scores[index] = scoreAt(positions[index] as number, index);
  const least = nthLargest(scores.slice(), limit * CHUNKS_EACH);
  const best = bestAbove(matrix, positions, scores, least);
  return (best.length < limit && least > -Infinity ? bestAbove(matrix, positions, scores, -Infinity) : best).slice(
    0,
    limit,
  );
}

function bestAbove(matrix: Matrix, positions: Uint32Array, scores: Float64Array, least: number): BestChunk[] {
  const best = new Map<number, BestChunk>();
  for (let index = 0; index < positions.length; index++) {
    const cosine = scores[index] as number;
    if (cosine < least) continue;
    const at = positions[index] as number;
    const row = matrix.rows[at] as number;
    if (cosine > (best.get(row)?.cosine ?? -Infinity))
      best.set(row, { row, cosine, line: matrix.lines[at] as number, chunks: matrix.chunksByRow[row] as number });
  }
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.row - b.row);
}
