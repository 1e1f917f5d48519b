/**
 * Vectors as whole numbers of one byte, and about how near each is to a question.
 *
 *     run(vector, end, question, width, out):
 *       do
 *         a = b = 0, at = question, stop = vector + width
 *         do  a += eight of [vector] times [at], b += eight of [vector + 8] times [at + 16], vector += 16, at += 32  while vector < stop
 *         [out] = a + b, four parts that are added up outside, out += 16
 *       while vector < end
 */
import {
  ADD,
  advance,
  constant,
  get,
  type Instance,
  instantiate,
  load,
  number,
  repeatWhile,
  set,
  simd,
} from '../../core/search/wasm.js';

export interface ByteTable {
  /** Puts a vector at a position, as long as the table is wide. */
  put(at: number, vector: Float32Array): void;
  /** Takes over what another table of as many dimensions has at a position. */
  copy(at: number, from: ByteTable, position: number): void;
  /** What stands at a position, and what its bytes are multiplied with. */
  bytes(at: number): Int8Array;
  scale(at: number): number;
  /** About the product with each, up to a factor that is the same for all. */
  products(question: Float64Array): Float64Array;
}

const LARGEST = 127;
/** Of the question's values: the sum of 8,000 products still fits 32 bits. */
const LARGEST_ASKED = 2_047;

/** Room for `count` vectors; without vector instructions of the processor products take about eight times as long. */
export function byteTable(count: number, dimensions: number): ByteTable {
  try {
    return fastTable(count, dimensions);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return plainTable(count, dimensions);
  }
}

const [VECTOR, END, QUESTION, WIDTH, OUT, AT, STOP, A, B] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const [STORE, SPLAT, ADD_NUMBERS, PRODUCTS] = [simd(11), simd(17), simd(174), simd(186)];
/** Eight bytes as eight numbers of 16 bits. */
const loadBytes = (offset: number): number[] => [...simd(1), 0, ...number(offset)];
const BLOCK = 16;

const sixteen = [
  ...get(A),
  ...get(VECTOR),
  ...loadBytes(0),
  ...get(AT),
  ...load(0),
  ...PRODUCTS,
  ...ADD_NUMBERS,
  ...set(A),
  ...get(B),
  ...get(VECTOR),
  ...loadBytes(8),
  ...get(AT),
  ...load(16),
  ...PRODUCTS,
  ...ADD_NUMBERS,
  ...set(B),
  ...advance(VECTOR, BLOCK),
  ...advance(AT, 2 * BLOCK),
];
const oneVector = [
  ...constant(0),
  ...SPLAT,
  ...set(A),
  ...constant(0),
  ...SPLAT,
  ...set(B),
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
  ...ADD_NUMBERS,
  ...STORE,
  0,
  0,
  ...advance(OUT, 16),
];
const body = repeatWhile(oneVector, VECTOR, END);

type Kernel = Instance<[vector: number, end: number, question: number, width: number, out: number]>;

/** A function of its own for each kind of array: one for all would take ten times as long, and there are many vectors. */
function putVector(vector: Float32Array, into: Int8Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = Math.abs(vector[i] as number);
    if (value > most) most = value;
  }
  const factor = most === 0 ? 0 : LARGEST / most;
  for (let i = 0; i < vector.length; i++) into[i] = Math.round((vector[i] as number) * factor);
  return most / LARGEST;
}

/** Up to a factor that is the same for all vectors. */
function putQuestion(question: Float64Array, into: Int16Array): void {
  const most = question.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const factor = most === 0 ? 0 : LARGEST_ASKED / most;
  for (let i = 0; i < question.length; i++) into[i] = Math.round((question[i] as number) * factor);
}

function fastTable(count: number, dimensions: number): ByteTable {
  const width = Math.ceil(dimensions / BLOCK) * BLOCK;
  const results = 2 * width;
  const vectors = results + count * 16;
  const kernel: Kernel = instantiate({ parameters: 5, numbers: 2, vectors: 2, body }, vectors + count * width);
  const { buffer } = kernel.memory;
  const row = (at: number): Int8Array => new Int8Array(buffer, vectors + at * width, dimensions);
  const sums = (question: Float64Array): ((at: number) => number) => {
    putQuestion(question, new Int16Array(buffer, 0, dimensions));
    kernel.run(vectors, vectors + count * width, 0, width, results);
    const parts = new Int32Array(buffer, results, count * 4);
    return (at) =>
      (parts[4 * at] as number) +
      (parts[4 * at + 1] as number) +
      (parts[4 * at + 2] as number) +
      (parts[4 * at + 3] as number);
  };
  return tableOf(count, row, sums);
}

export function plainTable(count: number, dimensions: number): ByteTable {
  const values = new Int8Array(count * dimensions);
  const sums = (question: Float64Array): ((at: number) => number) => {
    const asked = new Int16Array(dimensions);
    putQuestion(question, asked);
    return (at) => {
      let sum = 0;
      for (let i = 0, from = at * dimensions; i < dimensions; i++)
        sum += (values[from + i] as number) * (asked[i] as number);
      return sum;
    };
  };
  return tableOf(count, (at) => values.subarray(at * dimensions, (at + 1) * dimensions), sums);
}

function tableOf(
  count: number,
  row: (at: number) => Int8Array,
  sums: (question: Float64Array) => (at: number) => number,
): ByteTable {
  const scales = new Float32Array(count);
  return {
    put: (at, vector) => void (scales[at] = putVector(vector, row(at))),
    copy: (at, from, position) => {
      row(at).set(from.bytes(position));
      scales[at] = from.scale(position);
    },
    bytes: row,
    scale: (at) => scales[at] as number,
    products: (question) => {
      const found = new Float64Array(count);
      if (count === 0) return found;
      const sum = sums(question);
      for (let at = 0; at < count; at++) found[at] = sum(at) * (scales[at] as number);
      return found;
    },
  };
}
