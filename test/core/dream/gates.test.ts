import { expect, it } from 'vitest';

import { scanGate, sessionGate, timeGate } from '../../../src/core/dream/gates.js';

const NOW = Date.parse('2026-03-11T15:00:00Z');
const HOUR = 3_600_000;

it.each<[number, number | undefined, string | undefined]>([
  [
    0,
    undefined,
    'This memory was never consolidated, and there were 0 sessions of the 5 that make consolidating worth while.',
  ],
  [
    1,
    undefined,
    'This memory was never consolidated, and there was 1 session of the 5 that make consolidating worth while.',
  ],
  [4, NOW - 30 * HOUR, 'There were 4 sessions of the 5 that make consolidating worth while since the last time.'],
  [5, undefined, undefined],
])('of %d sessions since %s it says why they are too few', (sessions, lastMs, words) => {
  expect(sessionGate(sessions, lastMs)?.reason.replace(/ “memdir.*/, '')).toBe(words);
});

it('reports a recent session count, and the time of the next one', () => {
  const counted = { atMs: NOW - 60_000, sessions: 2 };
  expect(scanGate(counted, NOW, undefined)?.reason).toMatch(
    /^This memory was never consolidated, and there were 2 sessions .* worth while when they were counted 1 minute ago\. They are counted again in 9 minutes\./,
  );
  expect(scanGate(counted, NOW, NOW - 30 * HOUR)?.reason).toMatch(
    /^There were 2 sessions .* since the last time when they were counted/,
  );
});

it('waits a day after the last consolidation, and not at all before the first', () => {
  expect(timeGate(undefined, NOW)).toBeUndefined();
  expect(timeGate(NOW - 2 * HOUR, NOW)).toMatchObject({
    gate: 'time',
    reason: expect.stringContaining('consolidated 2 hours ago. It is time again in 22 hours.') as string,
  });
});
