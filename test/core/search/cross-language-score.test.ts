import { describe, expect, it } from 'vitest';

import { othersScore } from '../../../src/core/search/cross-language-score.js';
import { chanceDeviations } from '../../../src/core/search/noise-baseline.js';

const SIZES = [1, 10, 30, 150, 1000, 100_000];

describe('a memory in another language than the question', () => {
  it.each(SIZES)(
    'counts nothing where it lies as far out as one of %i does in most questions, and more the farther it does',
    (memories) => {
      const common = Math.min(3, Math.max(1.5, chanceDeviations(memories) - 0.82));
      expect(othersScore(common, memories)).toBe(0);
      const scores = [0.5, 1, 2, 3].map((more) => othersScore(common + more, memories));
      expect(scores).toEqual([...scores].sort((a, b) => a - b));
      expect(scores[0]).toBeGreaterThan(0);
    },
  );

  it('has to lie farther out among more of them', () => {
    const scores = SIZES.map((memories) => othersScore(3.5, memories));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores[2]).toBeGreaterThan(2 * (scores[3] ?? 0));
  });
});
