import { describe, expect, it } from 'vitest';

import type { QuestionTokens } from '../../../src/core/ports/embedder.js';
import { maxSimScores as scored, meanAndDeviation, prepareMaxSim, tokenIdf } from '../../../src/core/search/max-sim.js';
import { addMaxSim, type Fused } from '../../../src/core/search/rank.js';
import { tokenBytes, writeSignBits } from '../../../src/core/search/sign-bits.js';

const lateScores = (
  question: QuestionTokens,
  idf: (id: number) => number,
  memories: readonly (readonly Uint8Array[])[],
) => scored(prepareMaxSim(question, idf), memories);

/** The same numbers on every run, between -1 and 1. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
}

function question(ids: readonly number[], dimensions: number, seed: number): QuestionTokens {
  const vectors = numbers(ids.length * dimensions, seed);
  ids.forEach((_, row) => {
    const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    const length = Math.hypot(...vector);
    vector.forEach((value, i) => (vector[i] = value / length));
  });
  return { ids: Uint32Array.from(ids), vectors };
}

function bitsOf(values: Float32Array, dimensions: number): Uint8Array {
  const rows = values.length / dimensions;
  const bits = new Uint8Array(rows * tokenBytes(dimensions));
  for (let row = 0; row < rows; row++)
    writeSignBits(values, row * dimensions, dimensions, bits, row * tokenBytes(dimensions));
  return bits;
}

/** The formula as it stands, in floats and without tables. */
function plain(
  { ids, vectors }: QuestionTokens,
  idf: (id: number) => number,
  chunks: readonly Float32Array[],
  dimensions: number,
): number {
  const weights = [...ids].map(idf);
  const sum = weights.reduce((a, b) => a + b, 0);
  const of = (chunk: Float32Array): number =>
    [...ids].reduce((total, _, t) => {
      let most = -Infinity;
      for (let c = 0; c < chunk.length; c += dimensions) {
        let product = 0;
        for (let i = 0; i < dimensions; i++)
          product += (vectors[t * dimensions + i] ?? 0) * ((chunk[c + i] ?? 0) > 0 ? 1 : -1);
        most = Math.max(most, product);
      }
      return total + ((sum > 0 ? (weights[t] ?? 0) / sum : 1 / ids.length) * most) / Math.sqrt(dimensions);
    }, 0);
  return Math.max(...chunks.map(of));
}

const idf = (id: number): number => (id % 7) + 0.5;
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 100);

describe('late interaction', () => {
  it.each([
    ['one piece', 1, 384, [3]],
    ['a question of one group', 8, 384, [100]],
    ['more than one group', 13, 384, [254, 60]],
    ['many chunks', 5, 384, [1, 2, 3, 200, 4]],
    ['as long as can be', 64, 384, [254]],
    ['768 dimensions', 9, 768, [40, 7]],
    ['dimensions that fill no byte', 6, 301, [11, 12]],
    ['few dimensions', 3, 5, [4]],
  ] as const)('is the formula, to a thousandth: %s', (_, pieces, dimensions, lengths) => {
    const asked = question(range(pieces), dimensions, pieces);
    const chunks = lengths.map((length, i) => numbers(length * dimensions, 1_000 + i));
    const [score] = lateScores(asked, idf, [chunks.map((chunk) => bitsOf(chunk, dimensions))]);
    expect(score).toBeCloseTo(plain(asked, idf, chunks, dimensions), 3);
  });

  it('takes each memory by itself, in any order and number', () => {
    const asked = question(range(7), 384, 5);
    const memories = Array.from({ length: 120 }, (_, i) => [bitsOf(numbers((i + 1) * 384, i), 384)]);
    const together = lateScores(asked, idf, memories);
    memories.forEach((memory, i) => expect(lateScores(asked, idf, [memory])).toEqual([together[i]]));
  });

  it('knows nothing of a memory without pieces, and of a question without any', () => {
    const asked = question([1, 2], 384, 1);
    const some = bitsOf(numbers(384, 1), 384);
    expect(lateScores(asked, idf, [[], [new Uint8Array()], [new Uint8Array(47)]])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(lateScores(asked, idf, [[new Uint8Array(), some]])[0]).toBeTypeOf('number');
    expect(lateScores({ ids: new Uint32Array(), vectors: new Float32Array() }, idf, [[some]])).toEqual([undefined]);
  });

  it('weighs all pieces alike when none tells anything', () => {
    const asked = question(range(4), 384, 2);
    const chunk = numbers(10 * 384, 3);
    expect(lateScores(asked, () => 0, [[bitsOf(chunk, 384)]])[0]).toBeCloseTo(
      plain(asked, () => 0, [chunk], 384),
      3,
    );
  });

  it('of a very long question looks at the rarest pieces', () => {
    const asked = question(range(200), 384, 4);
    const rare = (id: number): number => (id < 110 ? 5 : 0);
    const chunk = numbers(20 * 384, 9);
    expect(lateScores(asked, rare, [[bitsOf(chunk, 384)]])[0]).toBeCloseTo(plain(asked, rare, [chunk], 384), 3);
  });

  it('stands out by mean and deviation of what is known', () => {
    expect(meanAndDeviation([1, undefined, 3])).toEqual({ mean: 2, deviation: 1, count: 2 });
    expect(meanAndDeviation([])).toEqual({ mean: 0, deviation: 0, count: 0 });
    expect(tokenIdf(100, 0)).toBeGreaterThan(tokenIdf(100, 1));
    expect(tokenIdf(100, 100)).toBeGreaterThan(0);
  });
});

describe('the late part of a score', () => {
  const hits: Fused[] = [
    { id: 'a', fused: 0.5 },
    { id: 'b', fused: 0.4 },
    { id: 'c', fused: 0.3 },
  ];
  it('is the deviations over five to the power of 1.5, times the weight, and never negative', () => {
    const ranked = addMaxSim(
      hits,
      new Map([
        ['a', { similarity: 0.2, chunks: 1 }],
        ['b', { similarity: 0.8, chunks: 1 }],
      ]),
      { mean: 0.3, deviation: 0.1 },
      0.2,
    );
    expect(ranked.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(ranked[0]?.late).toMatchObject({ similarity: 0.8, score: 1 });
    expect(ranked[0]?.late?.deviations).toBeCloseTo(5);
    expect(ranked[0]?.fused).toBeCloseTo(1 - 0.6 * Math.exp(-0.2));
    expect(ranked[1]).toMatchObject({ fused: 0.5, late: { score: 0 } });
    expect(ranked[2]).toEqual(hits[2]);
  });

  it('of the best of many chunks is less than that of a memory that has no other', () => {
    const many = addMaxSim(hits, new Map([['a', { similarity: 0.8, chunks: 8 }]]), { mean: 0.3, deviation: 0.1 }, 0.2);
    expect(many[0]?.late?.deviations).toBeCloseTo(5 - 0.5 * Math.log(8));
  });

  it('is silent where everything is alike', () => {
    expect(addMaxSim(hits, new Map([['a', { similarity: 0.2, chunks: 1 }]]), { mean: 0.2, deviation: 0 }, 0.2)).toEqual(
      hits,
    );
  });
});
