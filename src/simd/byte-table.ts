/** Vectors as whole numbers of one byte, and their approximate products with a question, see byte-products.wat. */
import { kernelFunction, openKernel } from './kernel.js';

export interface ByteTable {
  /** Puts a vector at a position, as long as the table is wide. */
  put(at: number, vector: Float32Array): void;
  /** Copies a vector of another table with as many dimensions. */
  copy(at: number, from: ByteTable, position: number): void;
  /** The bytes at a position, and their factor. */
  bytes(at: number): Int8Array;
  scale(at: number): number;
  /** The approximate product with each, up to a factor that is the same for all. */
  products(question: Float64Array): Float64Array;
}

const LARGEST = 127;
/** Largest value of a question: the sum of 8,000 products fits 32 bits. */
const LARGEST_OF_QUESTION = 2_047;

/** Room for `count` vectors; without the vector instructions products take about eight times as long. */
export function byteTable(count: number, dimensions: number): ByteTable {
  try {
    return fastTable(count, dimensions);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return plainTable(count, dimensions);
  }
}

/** Bytes of a vector that the kernel reads at once. */
const BLOCK = 16;

type Run = [vector: number, end: number, question: number, width: number, out: number];

/** A separate function for each kind of array: one for all takes ten times as long. */
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
  const factor = most === 0 ? 0 : LARGEST_OF_QUESTION / most;
  for (let i = 0; i < question.length; i++) into[i] = Math.round((question[i] as number) * factor);
}

function fastTable(count: number, dimensions: number): ByteTable {
  const width = Math.ceil(dimensions / BLOCK) * BLOCK;
  const results = 2 * width;
  const vectors = results + count * 16;
  const kernel = openKernel('byte-products', vectors + count * width);
  const run = kernelFunction<Run>(kernel, 'run');
  const { buffer } = kernel.memory;
  const row = (at: number): Int8Array => new Int8Array(buffer, vectors + at * width, dimensions);
  const sums = (question: Float64Array): ((at: number) => number) => {
    putQuestion(question, new Int16Array(buffer, 0, dimensions));
    run(vectors, vectors + count * width, 0, width, results);
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
    const integers = new Int16Array(dimensions);
    putQuestion(question, integers);
    return (at) => {
      let sum = 0;
      for (let i = 0, from = at * dimensions; i < dimensions; i++)
        sum += (values[from + i] as number) * (integers[i] as number);
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
