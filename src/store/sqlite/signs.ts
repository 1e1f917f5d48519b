/**
 * Sign bits of many vectors, and in how many of them each differs from a question.
 *
 *     run(row, end, question, width, out):
 *       do
 *         a = 0, at = question, stop = row + width
 *         do  a += ones of ([row] xor [at]), row += 16, at += 16  while row < stop
 *         [out] = a, four parts that are added up outside, out += 16
 *       while row < end
 */
import { ADD, advance, constant, get, instantiate, load, repeatWhile, set, simd, type Instance } from '../../core/wasm.js';

/** Sign bits of a vector, 32 dimensions a word. */
export function signBits(vector: Float32Array | Float64Array): Uint32Array {
  const bits = new Uint32Array(Math.ceil(vector.length / 32));
  for (let i = 0; i < vector.length; i++) {
    if ((vector[i] as number) > 0) bits[i >>> 5] = (bits[i >>> 5] as number) | (1 << (i & 31));
  }
  return bits;
}

export interface SignTable {
  /** Puts the sign bits of a vector at a position. */
  putBytes(at: number, bits: Uint8Array): void;
  /** How many dimensions of each vector have another sign than the question's. */
  distances(question: Uint32Array): Uint16Array;
}

/** Room for `count` vectors; without vector instructions of the processor distances take about four times as long. */
export function signTable(count: number, dimensions: number): SignTable {
  try {
    return fastTable(count, dimensions);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return plainTable(count, dimensions);
  }
}

const [ROW, END, QUESTION, WIDTH, OUT, AT, STOP, SUM] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const [STORE, SPLAT, XOR, ONES, PAIRS_OF_BYTES, PAIRS, ADD_SHORTS] = [simd(11), simd(17), simd(81), simd(98), simd(125), simd(127), simd(142)];
const BLOCK = 16;

const sixteen = [
  ...get(SUM), ...get(ROW), ...load(0), ...get(AT), ...load(0), ...XOR, ...ONES, ...PAIRS_OF_BYTES, ...ADD_SHORTS, ...set(SUM),
  ...advance(ROW, BLOCK), ...advance(AT, BLOCK),
];
const oneRow = [
  ...constant(0), ...SPLAT, ...set(SUM),
  ...get(QUESTION), ...set(AT),
  ...get(ROW), ...get(WIDTH), ADD, ...set(STOP),
  ...repeatWhile(sixteen, ROW, STOP),
  ...get(OUT), ...get(SUM), ...PAIRS, ...STORE, 0, 0,
  ...advance(OUT, 16),
];
const body = repeatWhile(oneRow, ROW, END);

type Kernel = Instance<[row: number, end: number, question: number, width: number, out: number]>;

function fastTable(count: number, dimensions: number): SignTable {
  const width = Math.max(1, Math.ceil(dimensions / 8 / BLOCK)) * BLOCK;
  const rows = width + count * 16;
  const kernel: Kernel = instantiate({ parameters: 5, numbers: 2, vectors: 1, body }, rows + count * width);
  const { buffer } = kernel.memory;
  return {
    putBytes: (at, bits) => new Uint8Array(buffer, rows + at * width, bits.length).set(bits),
    distances: (question) => {
      const found = new Uint16Array(count);
      if (count === 0) return found;
      new Uint32Array(buffer, 0, question.length).set(question);
      kernel.run(rows, rows + count * width, 0, width, width);
      const parts = new Uint32Array(buffer, width, count * 4);
      for (let at = 0, part = 0; at < count; at++, part += 4) {
        found[at] = (parts[part] as number) + (parts[part + 1] as number) + (parts[part + 2] as number) + (parts[part + 3] as number);
      }
      return found;
    },
  };
}

function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function plainTable(count: number, dimensions: number): SignTable {
  const words = Math.ceil(dimensions / 32);
  const matrix = new Uint32Array(count * words);
  const bytes = new Uint8Array(matrix.buffer);
  return {
    putBytes: (at, bits) => bytes.set(bits, at * words * 4),
    distances: (question) => {
      const found = new Uint16Array(count);
      for (let row = 0, at = 0; row < count; row++, at += words) {
        let distance = 0;
        for (let word = 0; word < words; word++) distance += ones((matrix[at + word] as number) ^ (question[word] as number));
        found[row] = distance;
      }
      return found;
    },
  };
}

/** Of some positions the `wanted` ones of the smallest distances; all of them when they are not more. Their order stays. */
export function nearest(distances: Uint16Array, positions: Uint32Array, wanted: number): Uint32Array {
  if (positions.length <= wanted) return positions;
  const histogram = new Uint32Array(0x10000);
  for (const at of positions) histogram[distances[at] as number] = (histogram[distances[at] as number] as number) + 1;
  let cut = 0;
  let within = histogram[0] as number;
  while (within < wanted && cut < histogram.length - 1) within += histogram[++cut] as number;
  // Of those at the cut itself the first ones, until there are enough.
  let spare = wanted - (within - (histogram[cut] as number));
  const found = new Uint32Array(wanted);
  let count = 0;
  for (const at of positions) {
    const distance = distances[at] as number;
    if (distance < cut || (distance === cut && spare-- > 0)) found[count++] = at;
  }
  return found;
}
