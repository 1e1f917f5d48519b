import { describe, expect, test } from 'vitest';

import { equivalenceTerms, isEquivalent, sameValues } from '../../../src/core/inbox/equivalence.js';

const areAlike = (a: string, b: string): boolean => isEquivalent(equivalenceTerms(a), equivalenceTerms(b));

describe('equivalence of texts', () => {
  test.each([
    [
      'Workers of the mail queue stop after a malformed address (2026-03-11).',
      'Workers of the mail queue stop after a malformed address (2026-04-01).',
      true,
    ],
    ['Do not use mocks in integration tests.', 'Never use mocks in integration tests.', true],
    ['Always run `npm run lint` before committing.', 'Never run `npm run lint` before committing.', false],
    ['The project uses Redis for sessions.', 'The project does not use Redis for sessions any more.', false],
    [
      'The project uses Celery instead of RQ because of retries.',
      'The project uses RQ instead of Celery because of retries.',
      false,
    ],
    ["Don't use mocks in integration tests.", 'Use mocks in integration tests.', false],
  ])('%s / %s', (a, b, expected) => {
    expect(areAlike(a, b)).toBe(expected);
  });

  test.each([
    ['Upgraded React from 18 to 19 (2026-03-11).', 'Upgraded React from 18 to 19 (2026-04-01).', true],
    ['Upgraded React from 18 to 19.', 'Upgraded React from 19 to 18.', false],
    ['Test `test_refund` failed.', 'Test `test_refresh` failed.', false],
  ])('numbers and names of code: %s / %s', (a, b, expected) => {
    expect(sameValues(a, b)).toBe(expected);
  });
});
