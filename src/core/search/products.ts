/**
 * Products of a question with many vectors that lie one after the other, sixteen values at a time.
 *
 *     run(vector, end, question, width, out):
 *       do
 *         a = b = c = d = 0, at = question, stop = vector + width
 *         do  a += [vector] [at], b += [vector + 16] [at + 16], c, d alike, vector += 64, at += 64  while vector < stop
 *         [out] = ((a + b) + (c + d)), four parts that are added up outside, out += 16
 *       while vector < end
 */
import { ADD, advance, constant, get, type Instance, instantiate, load, repeatWhile, set, simd } from './wasm.js';

const [VECTOR, END, QUESTION, WIDTH, OUT, AT, STOP, A, B, C, D] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** Of lanes of 32 bits. */
const [STORE, SPLAT, ADD_FLOATS, MULTIPLY] = [simd(11), simd(17), simd(228), simd(230)];
const BLOCK = 64;

const sums = [A, B, C, D] as const;
const sixteen = [
  ...sums.flatMap((sum, i) => [
    ...get(sum),
    ...get(VECTOR),
    ...load(16 * i),
    ...get(AT),
    ...load(16 * i),
    ...MULTIPLY,
    ...ADD_FLOATS,
    ...set(sum),
  ]),
  ...advance(VECTOR, BLOCK),
  ...advance(AT, BLOCK),
];
const oneVector = [
  ...sums.flatMap((sum) => [...constant(0), ...SPLAT, ...set(sum)]),
  ...get(QUESTION),
  ...set(AT),
  ...get(VECTOR),
  ...get(WIDTH),
  ADD,
  ...set(STOP),
  ...repeatWhile(sixteen, VECTOR, STOP),
  ...get(OUT),
  ...get(A),
  ...get(B),
  ...ADD_FLOATS,
  ...get(C),
  ...get(D),
  ...ADD_FLOATS,
  ...ADD_FLOATS,
  ...STORE,
  0,
  0,
  ...advance(OUT, 16),
];
const body = repeatWhile(oneVector, VECTOR, END);

type Kernel = Instance<[vector: number, end: number, question: number, width: number, out: number]>;

/** Vectors with which questions are multiplied. */
export interface VectorTable {
  readonly count: number;
  /** Puts a vector at a position. */
  put(at: number, vector: Float32Array): void;
  /** The same of its bytes, as the processor keeps them. */
  putBytes(at: number, bytes: Uint8Array): void;
  /** The values of a vector, as long as the table is. */
  row(at: number): Float32Array;
  /** The product with each. */
  products(question: ArrayLike<number>): Float64Array;
}

/** Room for `count` vectors; without vector instructions of the processor products take about eight times as long. */
export function vectorTable(count: number, dimensions: number): VectorTable {
  try {
    return fastTable(count, dimensions);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return plainTable(count, dimensions);
  }
}

const bytesOf = (row: Float32Array): Uint8Array => new Uint8Array(row.buffer, row.byteOffset, row.byteLength);

export function plainTable(count: number, dimensions: number): VectorTable {
  const values = new Float32Array(count * dimensions);
  const row = (at: number): Float32Array => values.subarray(at * dimensions, (at + 1) * dimensions);
  return {
    count,
    put: (at, vector) => row(at).set(vector),
    putBytes: (at, bytes) => bytesOf(row(at)).set(bytes),
    row,
    products: (question) =>
      Float64Array.from({ length: count }, (_, at) =>
        row(at).reduce((sum, value, i) => sum + value * (question[i] as number), 0),
      ),
  };
}

function fastTable(count: number, dimensions: number): VectorTable {
  const width = Math.ceil((dimensions * 4) / BLOCK) * BLOCK;
  const results = width;
  const vectors = results + count * 16;
  const kernel: Kernel = instantiate({ parameters: 5, numbers: 2, vectors: 4, body }, vectors + count * width);
  const { buffer } = kernel.memory;
  const row = (at: number): Float32Array => new Float32Array(buffer, vectors + at * width, dimensions);
  return {
    count,
    put: (at, vector) => row(at).set(vector),
    putBytes: (at, bytes) => bytesOf(row(at)).set(bytes),
    row,
    products: (question) => {
      if (count === 0) return new Float64Array();
      new Float32Array(buffer, 0, dimensions).set(question);
      kernel.run(vectors, vectors + count * width, 0, width, results);
      const parts = new Float32Array(buffer, results, count * 4);
      const found = new Float64Array(count);
      for (let at = 0, part = 0; at < count; at++, part += 4) {
        found[at] =
          (parts[part] as number) +
          (parts[part + 1] as number) +
          (parts[part + 2] as number) +
          (parts[part + 3] as number);
      }
      return found;
    },
  };
}
