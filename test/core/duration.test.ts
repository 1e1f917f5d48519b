import { expect, it } from 'vitest';

import { timeLeftWords } from '../../src/core/duration.js';

it.each([
  [0, 'Less than a minute left'],
  [59_999, 'Less than a minute left'],
  [60_000, 'About 1 minute left'],
  [89_000, 'About 1 minute left'],
  [91_000, 'About 2 minutes left'],
  [5_400_000, 'About 90 minutes left'],
])('says of %i ms: %s', (leftMs, words) => {
  expect(timeLeftWords(leftMs)).toBe(words);
});
