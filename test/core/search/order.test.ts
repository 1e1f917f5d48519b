/** What holds of the order of hits whatever the legs say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { VectorHit, VectorLeg, WordsHit, WordsLeg } from '../../../src/core/ports/search-legs.js';
import { addMaxSim, brevity, factors, finalScore, fuse } from '../../../src/core/search/rank.js';

const LEVELS = { 'short-term': 0.8, 'long-term': 1, shared: 1.2 } as const;

/** What the legs say of one memory. */
interface Evidence {
  readonly bm25: number;
  readonly matched: readonly boolean[];
  /** Which of the others it has as parts of longer words. */
  readonly parts: readonly number[];
  /** Set when its name or its description is the question. */
  readonly titled: boolean;
  readonly adjacent: readonly number[];
  readonly cosine: number;
  /** Of a second model, where there is one. */
  readonly other: number;
  readonly similarity: number;
  readonly survival: number;
  readonly level: keyof typeof LEVELS;
  readonly accesses: number;
}

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const evidence: fc.Arbitrary<Evidence> = fc.record({
  bm25: unit,
  matched: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  parts: fc.subarray([0, 1, 2]),
  titled: fc.boolean(),
  adjacent: fc.subarray([0, 1]),
  cosine: unit,
  other: unit,
  similarity: unit,
  survival: unit,
  level: fc.constantFrom<keyof typeof LEVELS>('short-term', 'long-term', 'shared'),
  accesses: fc.nat(1_000),
});
const store = fc.record({
  memories: fc.array(evidence, { minLength: 2, maxLength: 14 }),
  idf: fc.tuple(...[1, 2, 3].map(() => fc.double({ min: 0.1, max: 8, noNaN: true }))),
  averageLength: fc.integer({ min: 5, max: 400 }),
  weights: fc.tuple(unit, unit),
  late: unit,
  second: fc.boolean(),
  crossing: fc.constantFrom(undefined, 'to-others' as const),
  embedded: fc.integer({ min: 1, max: 2_000 }),
});
type Store = typeof store extends fc.Arbitrary<infer T> ? T : never;

/** Scores by number of memory. */
function scoresOf({ memories, idf, averageLength, weights, late, second, crossing, embedded }: Store): number[] {
  const hits = memories.flatMap((one, at): WordsHit[] => {
    const parts = one.parts.filter((term) => one.matched[term] !== true);
    if (!one.matched.includes(true) && parts.length === 0) return [];
    const { matched, adjacent, titled } = one;
    return [
      {
        id: `${at}`,
        bm25: one.bm25 * 10,
        matched,
        adjacent,
        ...(parts.length > 0 ? { parts } : {}),
        ...(titled ? { titled } : {}),
      },
    ];
  });
  const keyword: WordsLeg = {
    hits,
    idf: [...idf],
    documents: 100,
    averageLength,
    fuzzyPositions: [],
    fuzzyTerms: [],
  };
  const leg = (of: (one: Evidence) => number): VectorLeg => ({
    mean: 0.1,
    deviation: 0.1,
    ready: 1_000,
    total: 1_000,
    embedded,
    hits: memories.map((one, at): VectorHit => ({ id: `${at}`, cosine: of(one), line: 0, chunks: 1 })),
  });
  const [first, other] = weights;
  const fused = fuse(
    {
      keyword,
      vectors: [
        { leg: leg(({ cosine }) => cosine), model: { vectorWeight: first } },
        ...(second ? [{ leg: leg((one) => one.other), model: { vectorWeight: other }, crossing }] : []),
      ],
    },
    'coverage',
  );
  const similarities = new Map(memories.map(({ similarity }, at) => [`${at}`, { similarity, chunks: 1 }]));
  const ranked = addMaxSim(fused, similarities, { mean: 0.2, deviation: 0.1 }, late, brevity(keyword));
  return memories.map(({ survival, level, accesses }, at) =>
    finalScore(ranked.find(({ id }) => id === `${at}`)?.fused ?? 0, factors(survival, level, LEVELS, accesses)),
  );
}

const more = (value: number, by: number): number => Math.min(1, value + by);
const BELOW = 1e-12;

describe('the order of hits', () => {
  const leg = fc.constantFrom(
    'bm25',
    'matched',
    'word',
    'parts',
    'titled',
    'adjacent',
    'cosine',
    'other',
    'similarity',
    'survival',
    'level',
    'accesses',
  );

  it('never lets a score fall when a leg rises', () => {
    fc.assert(
      fc.property(store, fc.nat(13), leg, unit, (of, number, which, by) => {
        const at = number % of.memories.length;
        const [before] = of.memories.slice(at, at + 1) as [Evidence];
        const risen: Evidence = {
          ...before,
          ...(which === 'bm25' ? { bm25: more(before.bm25, by) } : {}),
          ...(which === 'matched' ? { matched: [true, true, true] } : {}),
          ...(which === 'word' ? { matched: before.matched.map((is, term) => is || term === number % 3) } : {}),
          ...(which === 'parts' ? { parts: [0, 1, 2] } : {}),
          ...(which === 'titled' ? { titled: true } : {}),
          ...(which === 'adjacent' ? { adjacent: [0, 1] } : {}),
          ...(which === 'cosine' ? { cosine: more(before.cosine, by) } : {}),
          ...(which === 'other' ? { other: more(before.other, by) } : {}),
          ...(which === 'similarity' ? { similarity: more(before.similarity, by) } : {}),
          ...(which === 'survival' ? { survival: more(before.survival, by) } : {}),
          ...(which === 'level' ? { level: 'shared' as const } : {}),
          ...(which === 'accesses' ? { accesses: before.accesses + Math.round(by * 100) } : {}),
        };
        const after = { ...of, memories: of.memories.map((one, index) => (index === at ? risen : one)) };
        expect(scoresOf(after)[at]).toBeGreaterThanOrEqual((scoresOf(of)[at] ?? 0) - BELOW);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never puts a memory after one that is no better in anything', () => {
    const levels = Object.keys(LEVELS);
    const isAtLeast = (a: Evidence, b: Evidence, second: boolean): boolean =>
      a.bm25 >= b.bm25 &&
      b.matched.every((is, term) => !is || a.matched[term] === true) &&
      b.parts.every((term) => a.parts.includes(term) || a.matched[term] === true) &&
      (a.titled || !b.titled) &&
      b.adjacent.every((term) => a.adjacent.includes(term)) &&
      a.cosine >= b.cosine &&
      (!second || a.other >= b.other) &&
      a.similarity >= b.similarity &&
      a.survival >= b.survival &&
      levels.indexOf(a.level) >= levels.indexOf(b.level) &&
      a.accesses >= b.accesses;
    fc.assert(
      fc.property(store, fc.array(unit, { minLength: 5, maxLength: 5 }), (of, by) => {
        // Besides pairs that happen to be so, one that is raised in everything.
        const [first] = of.memories as [Evidence];
        const raised: Evidence = {
          ...first,
          bm25: more(first.bm25, by[0] ?? 0),
          cosine: more(first.cosine, by[1] ?? 0),
          other: more(first.other, by[2] ?? 0),
          similarity: more(first.similarity, by[3] ?? 0),
          survival: more(first.survival, by[4] ?? 0),
        };
        const memories = [...of.memories, raised];
        const scores = scoresOf({ ...of, memories });
        for (const [a, one] of memories.entries())
          for (const [b, other] of memories.entries())
            if (isAtLeast(one, other, of.second)) expect(scores[a]).toBeGreaterThanOrEqual((scores[b] ?? 0) - BELOW);
      }),
      { numRuns: 2_000 },
    );
  });

  it('puts the memory that is called as the question before whatever else is as good as can be', () => {
    fc.assert(
      fc.property(evidence, evidence, (called, best) => {
        const hit = (id: string, titled?: true): WordsHit => ({
          id,
          bm25: id === 'called' ? called.bm25 : 10,
          matched: [true],
          adjacent: [],
          titled,
        });
        const keyword: WordsLeg = {
          hits: [hit('called', true), hit('best')],
          idf: [5],
          documents: 100,
          averageLength: 40,
          fuzzyPositions: [],
          fuzzyTerms: [],
        };
        const vector: VectorLeg = {
          mean: 0.05,
          deviation: 0.08,
          ready: 9,
          total: 9,
          embedded: 900,
          hits: [{ id: 'best', cosine: 1, line: 0, chunks: 1 }],
        };
        const fused = addMaxSim(
          fuse({ keyword, vectors: [{ leg: vector, model: { vectorWeight: 0.7 } }] }, 'coverage'),
          new Map([['best', { similarity: 1, chunks: 1 }]]),
          { mean: 0.15, deviation: 0.045 },
          0.5,
          1,
        );
        const score = (id: string, one: Evidence): number =>
          finalScore(
            fused.find((entry) => entry.id === id)?.fused ?? 0,
            factors(one.survival, one.level, LEVELS, one.accesses),
          );
        expect(score('called', called)).toBeGreaterThan(score('best', best));
      }),
    );
  });
});
