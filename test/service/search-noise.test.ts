import { describe, expect, it } from 'vitest';

import { NOISE_DEVIATIONS } from '../../src/core/search/noise-baseline.js';
import type { FoundLegs } from '../../src/service/search/legs.js';
import { noiseThresholds } from '../../src/service/search/noise.js';

/** Legs without a word of the question, over 500 memories; the model splits the question into `tokens` tokens. */
const legs = (tokens: number, crossing?: 'to-main' | 'to-others'): FoundLegs =>
  ({
    keyword: { documents: 500, hits: [], idf: [], averageLength: 100 },
    vectors: [{ question: { vector: new Float32Array(2), tokens: { ids: new Uint32Array(tokens) } }, crossing }],
  }) as unknown as FoundLegs;

describe('what a memory without a word of the question must stand out by', () => {
  it.each([
    ['an English question', 'how are backups kept', legs(4), 3.9, 4],
    ['an English question, asked of memories in other languages', 'how are backups kept', legs(4, 'to-others'), 3.9, 4],
    ['letters that no model knows', 'qwzx ptlk vbnm', legs(12), Infinity, Infinity],
    [
      'a question in another language',
      'πότε επιβεβαιώνεται μια εικόνα',
      legs(16, 'to-main'),
      NOISE_DEVIATIONS,
      NOISE_DEVIATIONS,
    ],
  ])('%s', (_, text, found, least, most) => {
    const { beforeRerank, afterRerank } = noiseThresholds(text, found);
    expect(afterRerank).toBe(beforeRerank);
    expect(afterRerank).toBeGreaterThanOrEqual(least);
    expect(afterRerank).toBeLessThanOrEqual(most);
  });
});
