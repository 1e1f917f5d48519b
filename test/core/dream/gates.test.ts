import { expect, it } from 'vitest';

import { scanGate, sessionGate, timeGate } from '../../../src/core/dream/gates.js';

const NOW = Date.parse('2026-03-11T15:00:00Z');
const HOUR = 3_600_000;

it.each<[number, number | undefined, string | undefined]>([
  [0, undefined, 'Too early to consolidate: 0 of 5 sessions so far.'],
  [1, undefined, 'Too early to consolidate: 1 of 5 sessions so far.'],
  [4, NOW - 30 * HOUR, 'Too early to consolidate: 4 of 5 sessions since the last run.'],
  [5, undefined, undefined],
])('of %d sessions since %s it says why they are too few', (sessions, lastMs, words) => {
  expect(sessionGate(sessions, lastMs)?.reason.replace(/ To run anyway.*/, '')).toBe(words);
});

it('reports a recent session count, and the time of the next one', () => {
  const counted = { atMs: NOW - 60_000, sessions: 2 };
  expect(scanGate(counted, NOW, undefined)?.reason).toMatch(
    /^Too early to consolidate: 2 of 5 sessions so far\. Counted 1 minute ago; the next count is in 9 minutes\./,
  );
  expect(scanGate(counted, NOW, NOW - 30 * HOUR)?.reason).toMatch(
    /^Too early to consolidate: 2 of 5 sessions since the last run\. Counted/,
  );
});

it('waits a day after the last consolidation, and not at all before the first', () => {
  expect(timeGate(undefined, NOW)).toBeUndefined();
  expect(timeGate(NOW - 2 * HOUR, NOW)).toMatchObject({
    gate: 'time',
    reason: expect.stringContaining('last done 2 hours ago. Possible again in 22 hours.') as string,
  });
});
