/** Statements of replacement, compared with the claims of other texts. */
import { describe, expect, it } from 'vitest';

import { claimOfUse, replacementsIn } from '../../../src/core/similarity/replacements.js';

const found = (text: string): readonly string[] =>
  replacementsIn(text).map(({ dropped, taken }) => `${dropped.join(' ')} > ${taken.join(' ')}`);

describe('statements of replacement', () => {
  it.each([
    ['We switched from Jest to Vitest.', 'jest > vitest'],
    ['The project moved from npm to pnpm on 2026-03-11.', 'npm > pnpm'],
    ['CI was migrated from Jenkins over to GitHub Actions because of cost.', 'jenkins > github actions'],
    ['The team switched package managers from yarn to pnpm.', 'yarn > pnpm'],
    ['Replaced Redis with Valkey in the session store.', 'redis > valkey'],
    ['Redis was replaced by Valkey for sessions.', 'redis > valkey'],
    ['Vitest replaced Jest.', 'jest > vitest'],
    ['We no longer use Redis for sessions.', 'redis > '],
    ['Redis is no longer used.', 'redis > '],
    ['The API doesn’t use Redis any more.', 'redis > '],
    ['- Dropped `left-pad`.', 'left-pad > '],
    ['Dropped support for Node 18.', 'node 18 > '],
    ['Removed Redis; sessions live in Postgres.', 'redis > '],
    ['Moved away from Webpack in favour of Vite.', 'webpack > vite'],
    ['The users table was removed.', 'users table > '],
    ['Tests run with Vitest rather than Jest.', 'jest > vitest'],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  it.each([
    'We use Jest.',
    'The API returns data from the cache to the client.',
    'Log rotation moves files from the queue to the archive.',
    'Copy the file from a to b.',
    'The cache keeps 500 entries.',
    '',
    'Deploy from main to production.',
  ])('none in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each<readonly [string, string, boolean]>([
    ['We switched from Jest to Vitest.', 'We use Jest.', true],
    ['We switched from Jest to Vitest.', 'Tests: run `npx jest --ci` before each push.', true],
    ['We switched from Jest to Vitest.', 'We use Vitest instead of Jest.', false],
    ['We switched from Jest to Vitest.', 'Migrated from Jest to Vitest last year.', false],
    ['We switched from Jest to Vitest.', 'Never use Jest.', false],
    ['We switched from Jest to Vitest.', 'We used to run Jest.', false],
    ['We switched from Jest to Vitest.', 'A jester laughs.', false],
    ['Timeouts of the API changed from 30 to 60 seconds.', 'The gallery shows 30 thumbnails.', false],
    ['Timeouts of the API changed from 30 to 60 seconds.', 'Requests to the API get a timeout of 30 seconds.', true],
    ['We dropped the plan.', 'Every sprint has a plan.', false],
    ['The users table was removed.', 'The users table has an index on e-mail addresses.', false],
    ['Dropped `users.csv` from the import.', 'Import `users.csv` first.', true],
    ['Tests run with Vitest instead of Jest.', 'Back to Jest: Vitest does not support the custom runner.', true],
    ['Tests run with Vitest instead of Jest.', 'We reverted to using Jest.', true],
    ['Tests run with Vitest instead of Jest.', 'Nobody wants to go back to Mocha; Vitest replaced Jest.', false],
  ])('%s / %s: %s', (replacing, other, expected) => {
    expect(replacementsIn(replacing).some((each) => claimOfUse(each, other) !== undefined)).toBe(expected);
  });
});
