/**
 * Late interaction (MaxSim): each token of the question is matched with the most similar token of a memory. The question's
 * tokens are vectors, those of the memory their signs:
 *
 *     late(d) = best chunk of  sum over the question's tokens t of idf(t) * max over the chunk's tokens c of t . sign(c) / sqrt(dimensions)
 *               / sum of idf
 *
 * A table for every four dimensions has the 16 sums that their signs can give, so a product is a walk along the token's bytes.
 */
import { reserve } from '../../simd/kernel.js';
import {
  LANES,
  MAX_GROUPS,
  type MaxSimKernel,
  openMaxSimKernel,
  ROWS_BYTES,
  tableBytes,
  TABLES,
} from '../../simd/max-sim-kernel.js';
import type { QuestionTokens } from '../ports/embedder.js';
import { tokenBytes } from './sign-bits.js';

/** Maximum number of tokens of a question; the rarest ones of a longer question count. */
const MAX_TOKENS = 64;
const LARGEST = 32_767;

/** Sign bits of the tokens of a chunk, see {@link ChunkTokens}. */
export type ChunkBits = Uint8Array;

/** A question with its tables. */
export interface MaxSimQuery {
  /** Those of each run of the kernel, one after the other, as max-sim.wat reads them. */
  readonly tables: Int16Array;
  /** By token: the factor of a result, made of its weight and the unit of the tables. */
  readonly scales: Float64Array;
  /** Bytes of a token. */
  readonly bytes: number;
}

/** @param idf of each token */
export function prepareMaxSim({ ids, vectors }: QuestionTokens, idf: (token: number) => number): MaxSimQuery {
  const dimensions = ids.length === 0 ? 0 : vectors.length / ids.length;
  const bytes = tokenBytes(dimensions);
  const asked = rarest({ ids, vectors }, dimensions, idf);
  const groups = Math.ceil(asked.length / LANES);
  const tables = new Int16Array((groups * tableBytes(bytes)) / 2);
  const scales = Float64Array.from(asked, (token, at) =>
    writeTable(tables, placeOf(at, groups, bytes), token, dimensions),
  );
  return { tables, scales, bytes };
}

/** The tokens of the question that one run of a kernel compares. */
interface Pass {
  readonly kernel: MaxSimKernel;
  /** Position of the first of these tokens. */
  readonly first: number;
  /** Address of a chunk in the kernel's memory. */
  readonly chunk: number;
}

/** By bytes of a token, groups and number of the pass. */
const kernels = new Map<string, MaxSimKernel>();
/** The question whose tables are in the memories of the kernels. */
let loaded: { readonly question: MaxSimQuery; readonly passes: readonly Pass[] } | undefined;

function passesOf(question: MaxSimQuery): readonly Pass[] {
  if (loaded?.question === question) return loaded.passes;
  const { tables, scales, bytes } = question;
  const one = tableBytes(bytes);
  const passes: Pass[] = [];
  for (let first = 0; first < scales.length; first += MAX_GROUPS * LANES) {
    const groups = Math.min(MAX_GROUPS, Math.ceil((scales.length - first) / LANES));
    const key = [bytes, groups, passes.length].join(' ');
    const kernel = kernels.get(key) ?? openMaxSimKernel(bytes, groups);
    kernels.set(key, kernel);
    new Uint8Array(kernel.memory.buffer, TABLES).set(
      new Uint8Array(tables.buffer, (first / LANES) * one, groups * one),
    );
    passes.push({ kernel, first, chunk: TABLES + groups * one });
  }
  loaded = { question, passes };
  return passes;
}

/** Sum over the tokens of a pass of the best token of a chunk. */
function passOver({ kernel, first, chunk: at }: Pass, chunk: ChunkBits, { scales, bytes }: MaxSimQuery): number {
  reserve(kernel.memory, at + chunk.length);
  new Uint8Array(kernel.memory.buffer).set(chunk, at);
  kernel.run(at, at + chunk.length, bytes);
  const best = new Int16Array(kernel.memory.buffer, 0, MAX_GROUPS * LANES);
  const last = Math.min(scales.length, first + MAX_GROUPS * LANES);
  let sum = 0;
  for (let token = first; token < last; token++) sum += (best[token - first] as number) * (scales[token] as number);
  return sum;
}

/**
 * Cosine-like value of each memory, about 0 to 0.8; undefined for a memory without tokens.
 * @param memories the chunks of each
 * @throws where the processor has no vector instructions that WebAssembly can use
 */
export function maxSimScores(
  question: MaxSimQuery,
  memories: readonly (readonly ChunkBits[])[],
): (number | undefined)[] {
  const { scales, bytes } = question;
  if (scales.length === 0) return memories.map(() => undefined);
  const passes = passesOf(question);
  const scoreOf = (chunk: ChunkBits): number | undefined => {
    if (chunk.length === 0 || chunk.length % bytes !== 0) return undefined;
    let sum = 0;
    for (const pass of passes) sum += passOver(pass, chunk, question);
    return sum;
  };
  return memories.map((chunks) => largest(chunks.map(scoreOf)));
}

interface WeightedToken {
  readonly vector: Float32Array;
  readonly weight: number;
}

const largest = (scores: readonly (number | undefined)[]): number | undefined =>
  scores.reduce(
    (best, score) => (score !== undefined && (best === undefined || score > best) ? score : best),
    undefined,
  );

/** The rarest tokens, with the share of each in the sum of all weights. */
function rarest({ ids, vectors }: QuestionTokens, dimensions: number, idf: (token: number) => number): WeightedToken[] {
  const all = Array.from(ids, (id, at) => ({
    vector: vectors.subarray(at * dimensions, (at + 1) * dimensions),
    weight: Math.max(0, idf(id)),
  }));
  const tokens = all.length <= MAX_TOKENS ? all : all.sort((a, b) => b.weight - a.weight).slice(0, MAX_TOKENS);
  const sum = tokens.reduce((total, { weight }) => total + weight, 0);
  return tokens.map(({ vector, weight }) => ({ vector, weight: sum > 0 ? weight / sum : 1 / tokens.length }));
}

/** Where the sums of a token are in the tables, in units of 16 bits. */
interface TablePlace {
  readonly start: number;
  /** From the sums of four sign bits to those of the next four. */
  readonly stride: number;
}

/** The tables of a run have its groups side by side for every four sign bits. */
function placeOf(token: number, groups: number, width: number): TablePlace {
  const group = Math.floor(token / LANES);
  const firstOfRun = group - (group % MAX_GROUPS);
  const groupsOfRun = Math.min(MAX_GROUPS, groups - firstOfRun);
  const rows = ROWS_BYTES / 2;
  return {
    start: (firstOfRun * tableBytes(width)) / 2 + (group - firstOfRun) * rows + (token % LANES),
    stride: groupsOfRun * rows,
  };
}

/**
 * Writes into the lane of a token the sums that four signs can give, as whole numbers that add up to at most 32,767. Returns the scale of the token.
 * A sum differs from that of all signs negative by twice the values whose sign is not.
 */
function writeTable(
  tables: Int16Array,
  { start, stride }: TablePlace,
  { vector, weight }: WeightedToken,
  dimensions: number,
): number {
  const fours = tokenBytes(dimensions) * 2;
  const length = vector.reduce((sum, value) => sum + Math.abs(value), 0);
  if (length === 0) return 0;
  const unit = (LARGEST - fours) / length;
  const sums = new Float64Array(16);
  for (let four = 0; four < fours; four++) {
    sums[0] = 0;
    for (let bit = 0; bit < 4; bit++) {
      const value = (vector[four * 4 + bit] ?? 0) * unit;
      sums[0] -= value;
      // The sums without this sign come first; with it each is larger by twice the value.
      for (let signs = 0; signs < 1 << bit; signs++) {
        sums[signs] = (sums[signs] as number) - (signs === 0 ? 0 : value);
        sums[signs | (1 << bit)] = (sums[signs] as number) + 2 * value;
      }
    }
    for (let signs = 0, at = start + four * stride; signs < 16; signs++, at += LANES)
      tables[at] = Math.round(sums[signs] as number);
  }
  return weight / unit / Math.sqrt(dimensions);
}

export interface Spread {
  readonly mean: number;
  readonly deviation: number;
  /** How many values it was taken from. */
  readonly count: number;
}

/** Mean and deviation of those values that are there. */
export function meanAndDeviation(scores: readonly (number | undefined)[]): Spread {
  const known = scores.filter((score) => score !== undefined);
  const mean = known.reduce((sum, score) => sum + score, 0) / Math.max(1, known.length);
  const variance = known.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, known.length);
  return { mean, deviation: Math.sqrt(variance), count: known.length };
}

/** idf of a token that occurs in `matching` of `documents` memories. */
export const tokenIdf = (documents: number, matching: number): number =>
  Math.log(1 + (documents - matching + 0.5) / (matching + 0.5));
