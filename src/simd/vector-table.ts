/** Dot products of a question with many vectors, see float-products.wat. */
import { kernelFunction, openKernel } from './kernel.js';

/** Bytes that the kernel reads at once. */
const BLOCK = 64;

type Run = [vector: number, end: number, question: number, width: number, out: number];

/** Vectors that questions are multiplied with. */
export interface VectorTable {
  readonly count: number;
  /** Puts a vector at a position. */
  put(at: number, vector: Float32Array): void;
  /** The same of its bytes, in the order of the processor. */
  putBytes(at: number, bytes: Uint8Array): void;
  /** The values of a vector, as long as the table is. */
  row(at: number): Float32Array;
  /** The product with each. */
  products(question: ArrayLike<number>): Float64Array;
}

/** Room for `count` vectors; without the vector instructions products take about eight times as long. */
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
  const kernel = openKernel('float-products', vectors + count * width);
  const run = kernelFunction<Run>(kernel, 'run');
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
      run(vectors, vectors + count * width, 0, width, results);
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
