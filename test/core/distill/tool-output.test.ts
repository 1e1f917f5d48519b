/** What becomes of outputs of tools: the contracts that the benchmark does not show. */
import { describe, expect, it, test } from 'vitest';

import { distillByRules } from '../../../src/core/distill/distill.js';
import type { Distilled } from '../../../src/core/distill/text/text.js';

const distilled = (command: string, output: string, failed?: boolean, name = 'Bash'): Distilled =>
  distillByRules({
    id: '1',
    at: '2026-03-11T14:05:00+01:00',
    source: 'hook',
    cwd: '/home/ann/shop',
    tool: { name, input: { command }, output, ...(failed === undefined ? {} : { failed }) },
  });
const shown = (...given: Parameters<typeof distilled>): string => {
  const found = distilled(...given);
  return found.status === 'facts' ? found.facts.map((fact) => `${fact.type}: ${fact.text}`).join('\n') : found.reason;
};

test.each([
  [
    'pytest',
    'FAILED tests/test_auth.py::test_refresh - assert 401 == 200',
    true,
    'failure: pytest test "tests/test_auth.py::test_refresh" failed: assert 401 == 200 (2026-03-11).',
  ],
  [
    'npx tsc -p .',
    "src/cart.ts(12,7): error TS2322: Type 'string' is not assignable to type 'number'.\nsrc/cart.ts(40,3): error TS2532: Object is possibly 'undefined'.",
    true,
    "failure: `npx tsc -p .` failed in src/cart.ts:12: Type 'string' is not assignable to type 'number' (TS2322) and 1 more (2026-03-11).",
  ],
  [
    'node server.js',
    'Error: DATABASE_URL is not set\n    at connect (/home/ann/shop/src/db.js:14:9)\n    at node:internal/main:28:49',
    true,
    'failure: `node server.js` failed with `Error: DATABASE_URL is not set` at src/db.js:14 (`connect`) (2026-03-11).',
  ],
  ['npm install zod@3.22.4', 'added 1 package in 2s', false, 'dependency: Installed zod@3.22.4 with npm (2026-03-11).'],
  ['npm uninstall moment', 'removed 1 package in 1s', false, 'dependency: Removed moment with npm (2026-03-11).'],
  [
    'alembic upgrade head',
    'INFO  [alembic] Running upgrade 1a2b -> 3c4d, add vat',
    false,
    'context: `alembic upgrade head` applied migration 3c4d (add vat) (2026-03-11).',
  ],
  [
    'git commit -am x',
    '[main 1a2b3c4] Round totals half up\n 3 files changed, 12 insertions(+)',
    false,
    'context: Committed "Round totals half up" on main (commit 1a2b3c4, 3 files) (2026-03-11).',
  ],
  [
    'git merge feature/vat',
    'CONFLICT (content): Merge conflict in src/cart.ts',
    true,
    'failure: Merging feature/vat conflicted in src/cart.ts (2026-03-11).',
  ],
  [
    'terraform apply',
    '│ Error: creating S3 Bucket (shop-logs): BucketAlreadyExists\n│ \n│   on main.tf line 12, in resource "aws_s3_bucket" "logs":',
    true,
    'failure: `terraform apply` failed in main.tf:12: creating S3 Bucket (shop-logs): BucketAlreadyExists (2026-03-11).',
  ],
] as const)('%s', (command, output, failed, fact) => expect(shown(command, output, failed)).toBe(fact));

describe('keeps nothing', () => {
  const NOTHING = 'Nothing in it failed or changed what the project depends on.';
  test.each([
    ['npm test', 'Test Files  1 passed (1)', false],
    ['npm install', 'added 300 packages in 9s', undefined],
    ['git status', 'On branch main\nnothing to commit', undefined],
    ['git commit -am wip', '[main 3f2a1bc] wip\n 1 file changed', undefined],
    ['cat app.log', 'TypeError: x\n  at f (/a/b.js:1:1)', undefined],
    ['grep -rn "Error:" src', 'src/a.ts:12: throw new Error("Error: nope")', undefined],
    ['git pull', 'error: Your local changes to the following files would be overwritten by merge:\n\tsrc/a.ts', true],
  ] as const)('of %s', (command, output, failed) => expect(shown(command, output, failed)).toBe(NOTHING));

  test.each(['Read', 'Edit', 'Write', 'Grep'])('of %s, whose work is in the project', (name) =>
    expect(shown('', 'TypeError: x', undefined, name)).toBe(`What ${name} does can be seen in the project.`),
  );
});

it('reads colours, carriage returns and outputs of any length', () => {
  const output = `${'building module\n'.repeat(50_000)}\u001b[31mFAILED\u001b[0m tests/test_a.py::test_b - ValueError: no cart\r\n`;
  expect(shown('pytest', output, true)).toContain('"tests/test_a.py::test_b" failed: ValueError: no cart');
});

it('names neither the home folder of a user nor addresses, and no secret', () => {
  const output =
    'Error: cannot send to jane@example.com with ghp_16C7e42F292c6912E7710c838347Ae178B4a\n    at send (/home/jane/other/mail.js:3:1)';
  const found = shown('node mail.js', output, true);
  expect(found).toContain('~/other/mail.js:3');
  expect(found).toContain('[e-mail address]');
  expect(found).not.toMatch(/jane|ghp_/);
});

it('names some of many failures and counts the others', () => {
  const output = [1, 2, 3, 4, 5].map((at) => `FAILED tests/test_a.py::test_${at} - assert 0`).join('\n');
  expect(shown('pytest', output, true)).toContain('"tests/test_a.py::test_2" and 3 more failed: assert 0');
});

it.each([
  'at '.repeat(20_000),
  '('.repeat(60_000),
  `${'a.'.repeat(30_000)}Error:`,
  `FAIL ${'x'.repeat(60_000)}`,
  '  at x (y:1:1)\n'.repeat(4_000),
  `error: ${'a-'.repeat(30_000)}`,
  'a/'.repeat(30_000),
  'a:: '.repeat(15_000),
  `${' '.repeat(1_900)}x\n`.repeat(30),
])('takes a moment for a long output', (output) => {
  const start = performance.now();
  distilled('npm test', output, true);
  expect(performance.now() - start).toBeLessThan(2_000);
});
