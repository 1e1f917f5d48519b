import { describe, expect, it } from 'vitest';

import { distillByRules } from '../../../src/core/distill.js';

const AT = { id: '1', at: '2026-03-11T14:05:00+01:00', source: 'hook', cwd: '/home/ann/shop' } as const;

/** Everything that is kept of it, one fact a line. */
function kept(
  seen:
    | { readonly text: string }
    | {
        readonly tool: {
          readonly name: string;
          readonly input: unknown;
          readonly output: string;
          readonly failed: boolean;
        };
      },
): string {
  const distilled = distillByRules({ ...AT, ...seen });
  return distilled.status === 'facts' ? distilled.facts.map(({ text }) => text).join('\n') : '';
}

describe('what a user corrects', () => {
  it.each([
    [
      'I changed my mind: use Vitest instead of Jest because Jest does not support ESM here.',
      'Use Vitest instead of Jest because Jest does not support ESM here.',
    ],
    ['No, I told you: we never use default exports in this repo.', 'Never use default exports in this repo.'],
    ['lol ok whatever, the retry count is 3 now', 'The retry count is 3 now (2026-03-11).'],
    [
      'Hey Claude, I hate it when you add comments everywhere, please stop adding comments to test files.',
      'Stop adding comments to test files.',
    ],
    [
      'The build breaks every Monday because the certificate renewal job runs on Sunday night.',
      'The build breaks every Monday because the certificate renewal job runs on Sunday night (2026-03-11).',
    ],
    [
      'The release is cut every two weeks. On Monday the deploy broke because the token of the registry expired.',
      'The release is cut every two weeks. On 2026-03-09 the deploy broke because the token of the registry expired.',
    ],
  ])('%s', (text, fact) => expect(kept({ text })).toBe(fact));
});

describe('what programs print', () => {
  it.each([
    [
      'alembic upgrade head',
      "ERROR [alembic.util.messaging] Multiple head revisions are present for given argument 'head'; please specify a specific target revision",
      "Alembic migration failed: Multiple head revisions are present for given argument 'head'; please specify a specific target revision (2026-03-11).",
    ],
    [
      'docker run app',
      'exec /entrypoint.sh: exec format error',
      '`docker run app` failed: exec /entrypoint.sh: exec format error (2026-03-11).',
    ],
    [
      'docker build .',
      "Step 4/9 : RUN npm ci\n ---> Running in abc\nThe command '/bin/sh -c npm ci' returned a non-zero code: 1",
      "`docker build .` failed: The command '/bin/sh -c npm ci' returned a non-zero code: 1 (2026-03-11).",
    ],
  ])('%s', (command, output, fact) =>
    expect(kept({ tool: { name: 'Bash', input: { command }, output, failed: true } })).toBe(fact),
  );
});
