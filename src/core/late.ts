/**
 * Late interaction (MaxSim): each word piece of the question looks for the piece of a memory that is most like it. The question's
 * pieces are vectors, the memory's their signs:
 *
 *     late(d) = best chunk of  sum over the question's pieces t of idf(t) * max over the chunk's pieces c of t . sign(c) / sqrt(dimensions)
 *               / sum of idf
 *
 * A table for every four dimensions holds the 16 sums their signs can give, so a product is a walk along the piece's bytes.
 */
import { makeKernel, type Kernel } from './late-kernel.js';
import type { QuestionPieces } from './ports.js';
import { pieceBytes } from './signs.js';

/** Of a longer question the rarest pieces count. */
const MOST_PIECES = 64;
/** Pieces of the question that are worked on at once; each takes a lane of 16 bits. */
const LANES = 8;
const LARGEST = 32_767;
const PAGE = 65_536;
/** Where the first table lies; the results of the kernel before it. */
const TABLES = 1_024;

/** Sign bits of the pieces of a chunk, see {@link PassagePieces}. */
export type ChunkBits = Uint8Array;

let kernel: Kernel | undefined;

interface Asked {
  readonly vector: Float32Array;
  readonly weight: number;
}

/**
 * Cosine-like value of each memory, about 0 to 0.8; undefined for a memory without pieces.
 * @param memories the chunks of each
 * @throws where the processor has no vector instructions that WebAssembly can use
 */
export function lateScores(question: QuestionPieces, idf: (piece: number) => number, memories: readonly (readonly ChunkBits[])[]): (number | undefined)[] {
  if (question.ids.length === 0) return memories.map(() => undefined);
  const dimensions = question.vectors.length / question.ids.length;
  const asked = rarest(question, dimensions, idf);
  const bytes = pieceBytes(dimensions);
  const groups = Math.ceil(asked.length / LANES);
  const chunks = memories.flat();
  const pieces = TABLES + groups * bytes * 512;
  const run = (kernel ??= makeKernel());
  const room = pieces + Math.max(0, ...chunks.map((chunk) => chunk.length)) - run.memory.buffer.byteLength;
  if (room > 0) run.memory.grow(Math.ceil(room / PAGE));
  const scales = writeTables(new Int16Array(run.memory.buffer, TABLES, (groups * bytes * 512) / 2), asked, dimensions);
  const memory = new Uint8Array(run.memory.buffer);
  const most = new Int16Array(run.memory.buffer, 0, LANES);
  const scoreOf = (chunk: ChunkBits): number | undefined => {
    if (chunk.length === 0 || chunk.length % bytes !== 0) return undefined;
    memory.set(chunk, pieces);
    let sum = 0;
    for (let group = 0; group < groups; group++) {
      run.best(pieces, pieces + chunk.length, TABLES + group * bytes * 512, bytes, 0);
      for (let lane = 0; lane < LANES; lane++) sum += (most[lane] as number) * (scales[group * LANES + lane] ?? 0);
    }
    return sum;
  };
  return memories.map((parts) => largest(parts.map(scoreOf)));
}

const largest = (scores: readonly (number | undefined)[]): number | undefined =>
  scores.reduce((best, score) => (score !== undefined && (best === undefined || score > best) ? score : best), undefined);

/** The pieces that count, with the share of the whole that each has. */
function rarest({ ids, vectors }: QuestionPieces, dimensions: number, idf: (piece: number) => number): Asked[] {
  const all = Array.from(ids, (id, at) => ({ vector: vectors.subarray(at * dimensions, (at + 1) * dimensions), weight: Math.max(0, idf(id)) }));
  const kept = all.length <= MOST_PIECES ? all : all.sort((a, b) => b.weight - a.weight).slice(0, MOST_PIECES);
  const sum = kept.reduce((total, { weight }) => total + weight, 0);
  return kept.map(({ vector, weight }) => ({ vector, weight: sum > 0 ? weight / sum : 1 / kept.length }));
}

/**
 * Lane by lane the sums that four signs can give, as whole numbers that add up to at most 32,767.
 * Returns what a lane's result is to be multiplied with, its weight included.
 */
function writeTables(tables: Int16Array, asked: readonly Asked[], dimensions: number): Float64Array {
  const fours = pieceBytes(dimensions) * 2;
  tables.fill(0);
  return Float64Array.from(asked, ({ vector, weight }, at) => {
    const length = vector.reduce((sum, value) => sum + Math.abs(value), 0);
    if (length === 0) return 0;
    const unit = (LARGEST - fours) / length;
    const base = Math.floor(at / LANES) * fours * 16 * LANES + (at % LANES);
    for (let four = 0; four < fours; four++) {
      const [a, b, c, d] = [0, 1, 2, 3].map((i) => (vector[four * 4 + i] ?? 0) * unit) as [number, number, number, number];
      for (let signs = 0; signs < 16; signs++) {
        const sum = (signs & 1 ? a : -a) + (signs & 2 ? b : -b) + (signs & 4 ? c : -c) + (signs & 8 ? d : -d);
        tables[base + (four * 16 + signs) * LANES] = Math.round(sum);
      }
    }
    return weight / unit / Math.sqrt(dimensions);
  });
}

export interface Spread {
  readonly mean: number;
  readonly deviation: number;
  /** How many values it was taken from. */
  readonly count: number;
}

/** Mean and deviation of those values that are there. */
export function spreadOf(scores: readonly (number | undefined)[]): Spread {
  const known = scores.filter((score) => score !== undefined);
  const mean = known.reduce((sum, score) => sum + score, 0) / Math.max(1, known.length);
  const variance = known.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, known.length);
  return { mean, deviation: Math.sqrt(variance), count: known.length };
}

/** idf of a word piece that stands in `holding` of `documents` memories. */
export const pieceIdf = (documents: number, holding: number): number => Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
