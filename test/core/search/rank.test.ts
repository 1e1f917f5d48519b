import { describe, expect, it } from 'vitest';

import type { VectorLeg, WordsLeg } from '../../../src/core/ports/search-legs.js';
import {
  confidenceOf,
  isGibberish,
  isRelevant,
  probability,
  signalsOf,
  WEIGHTS,
} from '../../../src/core/search/confidence.js';
import { chanceDeviations } from '../../../src/core/search/noise-baseline.js';
import {
  addMaxSim,
  background,
  brevity,
  factors,
  finalScore,
  fuse,
  type Fused,
} from '../../../src/core/search/rank.js';

const model = { id: 'some-model', vectorWeight: 0.3 };
/** A store of memories of usual length. */
const USUAL = { averageLength: 400, fuzzyPositions: [], fuzzyTerms: [] };
const keyword: WordsLeg = {
  ...USUAL,
  idf: [3, 1],
  documents: 100,
  hits: [
    { id: 'both', bm25: 4, matched: [true, true], adjacent: [] },
    { id: 'rare', bm25: 5, matched: [true, false], adjacent: [] },
    { id: 'common', bm25: 1, matched: [false, true], adjacent: [] },
  ],
};
const vector: VectorLeg = {
  mean: 0.1,
  deviation: 0.1,
  ready: 1_000,
  total: 1_000,
  embedded: 1_000,
  hits: [
    { id: 'far', cosine: 0.05, line: 1, chunks: 1 },
    { id: 'near', cosine: 0.6, line: 7, chunks: 1 },
    { id: 'both', cosine: 0.3, line: 2, chunks: 1 },
  ],
};
/** What evidence comes to between 0 and 1. */
const scale = (evidence: number): number => 1 - Math.exp(-evidence);
const onScale = (evidence: number): number => Number(scale(evidence).toFixed(4));
const scores = (hits: readonly Fused[]): Record<string, number> =>
  Object.fromEntries(hits.map((hit) => [hit.id, Number(hit.fused.toFixed(4))]));

describe('fuse, coverage', () => {
  it('is the formula: bm25 over its ceiling, times the share of the question, plus half the squared deviations and the lead over the crowd, on a scale of 0 to 1', () => {
    expect(scores(fuse({ keyword, vectors: [{ leg: vector, model }] }, 'coverage'))).toEqual({
      both: onScale(4 / 8.8 + 0.3 * ((2 / 5) ** 2 / 2 + 2 / 5)),
      rare: onScale((5 / 8.8) * (3 / 4)),
      near: onScale(0.3 * (1 / 2 + 1)),
      common: onScale((1 / 8.8) * (1 / 4)),
      far: 0,
    });
  });

  it('orders best first and tells ranks, coverage and the chunk line', () => {
    const hits = fuse({ keyword, vectors: [{ leg: vector, model }] }, 'coverage');
    expect(hits.map((hit) => hit.id)).toEqual(['both', 'near', 'rare', 'common', 'far']);
    expect(hits[0]?.keyword).toMatchObject({ rank: 1, coverage: 1, bm25: 4 });
    expect(hits[1]?.vector).toMatchObject({ rank: 1, line: 7, cosine: 0.6 });
  });

  it('gives a question the same score whatever else it is asked beside', () => {
    const alone = fuse({ keyword: { ...keyword, hits: keyword.hits.slice(1, 2) } }, 'coverage');
    expect(alone[0]?.fused).toBeCloseTo(scale((5 / 8.8) * (3 / 4)));
  });

  it('adds what the words say that stand side by side', () => {
    const beside: WordsLeg = {
      ...USUAL,
      idf: [3, 1, 2],
      documents: 100,
      hits: [
        { id: 'apart', bm25: 4, matched: [true, true, true], adjacent: [] },
        { id: 'phrase', bm25: 4, matched: [true, true, true], adjacent: [0, 1] },
      ],
    };
    const [first, second] = fuse({ keyword: beside }, 'coverage');
    expect([first?.id, second?.id]).toEqual(['phrase', 'apart']);
    expect(first?.fused).toBeCloseTo(1 - (1 - (second?.fused ?? 0)) * Math.exp((-0.8 * (1 + 1)) / 6));
  });

  it('counts of two models the one that gives a memory more, whichever is farther out', () => {
    const one = (cosine: number): VectorLeg => ({ ...vector, hits: [{ id: 'm', cosine, line: 0, chunks: 1 }] });
    const of = (cosine: number) =>
      fuse(
        {
          vectors: [
            { leg: one(0.4), model: { vectorWeight: 0.5 } },
            { leg: one(cosine), model: { vectorWeight: 0.1 } },
          ],
        },
        'coverage',
      )[0]?.fused ?? 0;
    expect(of(0.5)).toBeCloseTo(scale(0.5 * ((3 / 5) ** 2 / 2 + 3 / 5)), 10);
    for (let cosine = 0.2; cosine < 0.95; cosine += 0.05) expect(of(cosine + 0.05)).toBeGreaterThanOrEqual(of(cosine));
  });

  it('finds by words in a store of one memory, where FTS5 gives every word no weight', () => {
    const one: WordsLeg = {
      ...USUAL,
      idf: [Math.log(1 + 0.5 / 1.5)],
      documents: 1,
      hits: [{ id: 'only', bm25: 0.000001, matched: [true], adjacent: [] }],
    };
    expect(fuse({ keyword: one }, 'coverage')[0]?.fused).toBeCloseTo(scale(1 / 2.2));
  });

  it('takes off what the best of many chunks has by chance', () => {
    const long: VectorLeg = {
      ...vector,
      hits: [
        { id: 'short', cosine: 0.5, line: 0, chunks: 1 },
        { id: 'long', cosine: 0.55, line: 9, chunks: 10 },
      ],
    };
    const hits = fuse({ vectors: [{ leg: long, model }] }, 'coverage');
    expect(hits.map(({ id }) => id)).toEqual(['short', 'long']);
    expect(hits[1]?.vector?.deviations).toBeCloseTo(4.5 - 0.5 * Math.log(10));
  });

  it('counts a lead over the tenth, and none where ten are as near', () => {
    const crowd = (cosine: number) =>
      Array.from({ length: 12 }, (_, at) => ({ id: `m${at}`, cosine, line: 0, chunks: 1 }));
    const first = { id: 'first', cosine: 0.5, line: 0, chunks: 1 };
    const lead = fuse({ vectors: [{ leg: { ...vector, hits: [first, ...crowd(0.3)] }, model }] }, 'coverage')[0];
    const none = fuse({ vectors: [{ leg: { ...vector, hits: crowd(0.5) }, model }] }, 'coverage')[0];
    expect(lead?.vector?.score).toBeCloseTo(0.8 ** 2 / 2 + 2 / 5);
    expect(none?.vector?.score).toBeCloseTo(0.8 ** 2 / 2);
  });

  it.each([
    ['no leg', {}],
    ['words nobody knows', { keyword: { ...USUAL, idf: [], documents: 0, hits: [] } }],
    [
      'an empty store',
      { vectors: [{ leg: { mean: 0, deviation: 0, ready: 0, total: 0, embedded: 0, hits: [] }, model }] },
    ],
  ])('%s finds nothing', (_what, legs) => {
    expect(fuse(legs, 'coverage')).toEqual([]);
  });

  it('is silent when all vectors are the same', () => {
    const hits = fuse({ vectors: [{ leg: { ...vector, deviation: 0 }, model }] }, 'coverage');
    expect(hits.every((hit) => hit.fused === 0)).toBe(true);
  });
});

describe('stores of short texts', () => {
  it.each([
    [undefined, 0],
    [24, 1],
    [50, 1],
    [75, 0.5],
    [100, 0],
    [400, 0],
  ] as const)('of %s terms on average: %d', (averageLength, expected) => {
    expect(brevity(averageLength === undefined ? undefined : { averageLength })).toBe(expected);
  });

  it('leave memories of 100 terms and more as they are', () => {
    expect(
      fuse({ keyword: { ...keyword, averageLength: 100 }, vectors: [{ leg: vector, model }] }, 'coverage'),
    ).toEqual(fuse({ keyword, vectors: [{ leg: vector, model }] }, 'coverage'));
  });

  it.each([
    [20, 0.2],
    [75, 0.6],
  ] as const)('of %d terms count the share of the words to the power of %d', (averageLength, exponent) => {
    const rare = fuse({ keyword: { ...keyword, averageLength } }, 'coverage').find(({ id }) => id === 'rare');
    expect(rare?.fused).toBeCloseTo(scale((5 / 8.8) * (3 / 4) ** exponent));
  });

  it.each([
    [20, 0.5 - 0.3],
    [75, 0.5 - (0.3 + 0.2) / 2],
  ] as const)('of %d terms: the first is ahead of the fifth by %d', (averageLength, ahead) => {
    const cosines = [0.5, 0.4, 0.4, 0.4, 0.3, 0.25, 0.25, 0.25, 0.25, 0.2];
    const hits = cosines.map((cosine, at) => ({ id: `m${at}`, cosine, line: 0, chunks: 1 }));
    const [first] = fuse(
      {
        keyword: { ...USUAL, idf: [3], documents: 100, averageLength, hits: [] },
        vectors: [{ leg: { ...vector, hits }, model }],
      },
      'coverage',
    );
    expect(first?.vector?.score).toBeCloseTo(0.8 ** 2 / 2 + ahead / 0.1 / 5);
  });

  it('give late interaction 30 % more weight', () => {
    const [hit] = addMaxSim(
      [{ id: 'a', fused: 0.5 }],
      new Map([['a', { similarity: 0.8, chunks: 1 }]]),
      { mean: 0.3, deviation: 0.1 },
      0.2,
      1,
    );
    expect(hit?.fused).toBeCloseTo(1 - 0.5 * Math.exp(-0.2 * 1.3));
  });
});

describe('fuse, rrf', () => {
  it('sums reciprocal ranks over the legs that answered', () => {
    expect(scores(fuse({ keyword, vectors: [{ leg: vector, model }] }, 'rrf'))).toEqual({
      both: Number(((1 / 61 + 1 / 62) / (2 / 61)).toFixed(4)),
      rare: Number((1 / 62 / (2 / 61)).toFixed(4)),
      near: 0.5,
      common: Number((1 / 63 / (2 / 61)).toFixed(4)),
      far: Number((1 / 63 / (2 / 61)).toFixed(4)),
    });
    expect(fuse({ keyword }, 'rrf')[0]?.fused).toBe(1);
  });
});

describe('background of small stores', () => {
  const usual = { mean: 0.08, deviation: 0.09 };
  it('lets an answer stand out among three memories', () => {
    const small: VectorLeg = {
      mean: 0.25,
      deviation: 0.2,
      ready: 3,
      total: 3,
      embedded: 3,
      hits: [{ id: 'a', cosine: 0.55, line: 0, chunks: 1 }],
    };
    const without = fuse({ vectors: [{ leg: small, model }] }, 'coverage')[0]?.vector?.deviations ?? 0;
    const withUsual =
      fuse({ vectors: [{ leg: small, model: { ...model, background: usual } }] }, 'coverage')[0]?.vector?.deviations ??
      0;
    expect(without).toBeLessThan(2);
    expect(withUsual).toBeGreaterThan(3);
  });

  it('leaves large stores to their own numbers', () => {
    expect(background(vector, usual)).toEqual({ mean: 0.1, deviation: 0.1 });
  });
});

describe('factors', () => {
  const multipliers = { 'short-term': 0.8, 'long-term': 1, shared: 1.2 };
  it.each([
    [1, 'long-term', 0, 1],
    [0, 'long-term', 0, 0.85],
    [1, 'short-term', 0, 0.8],
    [1, 'shared', 0, 1.2],
    [1, 'long-term', 9, 1 + 0.1 * Math.log(10)],
    [7, 'long-term', -3, 1],
    [0, 'short-term', 0, 0.85 * 0.8],
  ] as const)('survival %d, %s, %d accesses: %d', (survival, level, accesses, expected) => {
    const by = factors(survival, level, multipliers, accesses);
    expect(by.recency * by.level * by.access).toBeCloseTo(expected);
    const change = Math.min(1.1, Math.max(0.9, expected ** (1 / 3)));
    expect(finalScore(0.5, by)).toBeCloseTo(1 - 0.5 ** change);
  });

  it('decide between close hits, and never over a gap', () => {
    const [worst, best] = [factors(0, 'short-term', multipliers, 0), factors(1, 'shared', multipliers, 1_000_000)];
    expect(finalScore(0.5, best)).toBeGreaterThan(finalScore(0.52, worst));
    expect(finalScore(0.5, best)).toBeLessThan(finalScore(0.6, worst));
    expect(finalScore(0.8, best)).toBeLessThan(finalScore(0.9, worst));
  });

  it('keep every score between 0 and 1', () => {
    for (const fused of [0, 1e-9, 0.5, 1 - 1e-9, 1])
      for (const survival of [0, 1])
        for (const level of ['short-term', 'shared'] as const)
          for (const accesses of [0, 1e9]) {
            const score = finalScore(fused, factors(survival, level, multipliers, accesses));
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
          }
  });
});

describe('confidence', () => {
  const hit = (words: number, cosine: number, late?: number): Fused => ({
    id: 'x',
    fused: 0.5,
    ...(words > 0 ? { keyword: { rank: 1, bm25: 1, score: words, coverage: words } } : {}),
    vector: { rank: 1, cosine, deviations: cosine * 10, score: 0, line: 0 },
    ...(late === undefined ? {} : { late: { similarity: late, deviations: late * 10, score: 0 } }),
  });
  const words = (score: number): Fused => ({
    id: 'x',
    fused: 0.5,
    keyword: { rank: 1, bm25: 1, score, coverage: score },
  });

  it.each([
    ['nothing', [], 6, 'none'],
    ['all words, and the meaning agrees', [hit(1, 0.6, 0.6)], 6, 'high'],
    ['most words, and the meaning agrees', [hit(0.7, 0.5, 0.5)], 5, 'high'],
    ['a whole name of two words', [hit(1, 0.6, 0.6)], 2, 'high'],
    ['one of many words', [hit(0.1, 0.2, 0.25)], 6, 'low'],
    ['meaning alone, not sure', [hit(0, 0.3, 0.3)], 5, 'low'],
    ['all words, no reranking', [hit(1, 0.5)], 5, 'high'],
    ['all words, no vectors', [words(1)], 5, 'high'],
    ['one of many words, no vectors', [words(0.1)], 6, 'low'],
  ] as const)('%s: %s', (_what, hits, terms, expected) => {
    expect(confidenceOf(hits, { terms })).toBe(expected);
  });

  it('never falls when a signal rises', () => {
    const base = { coverage: 0.4, words: 0.4, cosine: 0.3, late: 0.3, terms: 1.5 };
    for (const weights of Object.values(WEIGHTS))
      for (const key of Object.keys(base) as (keyof typeof base)[])
        expect(probability({ ...base, [key]: base[key] + 0.5 }, weights)).toBeGreaterThanOrEqual(
          probability(base, weights),
        );
  });

  it('is low where the question says nothing', () => {
    expect(confidenceOf([hit(1, 0.8, 0.8)], { terms: 6, hasContentWord: false })).toBe('low');
    expect(confidenceOf([], { terms: 6, hasContentWord: false })).toBe('none');
  });

  it('is less sure of words that were found by another spelling alone, and not sure of parts of words', () => {
    const options = { terms: 4 };
    const likely = (best: Fused, fuzzyShare = 0): number =>
      probability(signalsOf(best, { ...options, fuzzyShare }), WEIGHTS.late);
    expect(likely(hit(1, 0.4, 0.4), 1)).toBeLessThan(likely(hit(1, 0.4, 0.4)));
    expect(likely({ ...hit(1, 0.4, 0.4), byPart: true })).toBeLessThan(likely(hit(1, 0.4, 0.4)));
  });

  it('reads the similarities of another model by what it gives texts that have nothing to do with each other', () => {
    const other = { background: { mean: 0.75, deviation: 0.03 }, lateBackground: { mean: 0.5, deviation: 0.02 } };
    const models = new Map([['other', other]]);
    const best = hit(0, 0.81, 0.54);
    const of = (model: string): Fused => ({ ...best, ...(best.vector ? { vector: { ...best.vector, model } } : {}) });
    const [own, foreign] = [
      signalsOf(hit(0, 0.25, 0.24), { terms: 4, models }),
      signalsOf(of('other'), { terms: 4, models }),
    ];
    expect(foreign.cosine).toBeCloseTo(own.cosine);
    expect(foreign.late).toBeCloseTo(own.late);
  });

  it('takes a vector that does not stand out for noise', () => {
    expect(isRelevant(hit(0, 0.14))).toBe(false);
    expect(isRelevant(hit(0, 0.3))).toBe(true);
    expect(isRelevant(hit(0.1, -0.1))).toBe(true);
  });

  it.each([
    [0, 1.5],
    [1, 1.5],
    [6, 1.5],
    [25, 2.23],
    [315, 3.68],
    [100_000, 4.5],
  ])('where no word was found, the best of %d memories is noise below %d deviations', (memories, deviations) => {
    expect(chanceDeviations(memories)).toBeCloseTo(deviations, 1);
    expect(isRelevant(hit(0, (deviations - 0.1) / 10), chanceDeviations(memories))).toBe(false);
    expect(isRelevant(hit(0, (deviations + 0.1) / 10), chanceDeviations(memories))).toBe(true);
  });

  it.each([
    ['when do we ship new versions', 6, 6, false],
    ['qqzzx', 1, 5, true],
    ['words that are inflected', 3, 5, false],
    ['nothing but signs the model does not know', 0, 0, true],
    ['a sign it knows', 0, 1, false],
  ])('%s: gibberish or not', (_what, words, pieces, expected) => {
    expect(isGibberish(words, pieces)).toBe(expected);
  });
});
