/** What people tell of themselves beside their work, and what they paste: none of it becomes a memory. */
import { describe, expect, it, test } from 'vitest';

import { distillByRules } from '../../../src/core/distill.js';
import { factFaults } from '../../../src/core/distill/faults.js';

const of = (text: string): readonly string[] => {
  const distilled = distillByRules({ id: '1', at: '2026-11-28T16:00:00+00:00', source: 'command', text });
  return distilled.status === 'facts' ? distilled.facts.map((fact) => fact.text) : [];
};

test.each([
  ['I live in Berlin, near the office.'],
  ['My sister broke the build by pushing to main.'],
  ["I'm grumpy, my train was late."],
])('%s leaves nothing', (text) => expect(of(text)).toEqual([]));

test.each([
  [
    'My wife is pregnant so I will be away in March. The deploy job needs the AWS_REGION variable.',
    'The deploy job needs the AWS_REGION variable (2026-11-28).',
  ],
  ['My doctor says I need surgery. The login page needs a retry.', 'The login page needs a retry (2026-11-28).'],
  [
    "It was raining and my train was late, so I'm grumpy. Whatever. The migration 0042_add_vat must run before 0043, since 0043 reads vat_rate.",
    'The migration 0042_add_vat must run before 0043, since 0043 reads vat_rate.',
  ],
  [
    'The payments team (Julia, Tom) wants amounts as strings in the API because JavaScript loses cents.',
    'The payments team wants amounts as strings in the API because JavaScript loses cents (2026-11-28).',
  ],
  [
    '@lukas said on Slack that the flag new_checkout must stay off until the 15th of December.',
    'The flag new_checkout must stay off until 2026-12-15.',
  ],
  ['the db password is hunter2-Prod!9 and the staging user is shop_ro', 'The staging user is shop_ro (2026-11-28).'],
  [
    'No wait, /v1/orders stays until the mobile app 5.2 is out.',
    '/v1/orders stays until the mobile app 5.2 is out (2026-11-28).',
  ],
  // The same words say something of the software.
  [
    'The user table has a pregnancy column because the clinic API sends it.',
    'The user table has a pregnancy column because the clinic API sends it (2026-11-28).',
  ],
  [
    'The family plan has a limit of 5 seats, enforced in billing.ts.',
    'The family plan has a limit of 5 seats, enforced in billing.ts (2026-11-28).',
  ],
  ['The user lives in the users table, not in Redis.', 'The user lives in the users table, not in Redis (2026-11-28).'],
  [
    'We use Julia and Python (NumPy, Pandas) for the numerics.',
    'The project uses Julia and Python (NumPy, Pandas) for the numerics (2026-11-28).',
  ],
])('keeps of %s', (text, fact) => expect(of(text)).toEqual([fact]));

describe('a pasted .env', () => {
  const pasted =
    'Here is my .env:\nPORT=3000\nJWT_SECRET=correct-horse-battery-staple\nDATABASE_URL=postgres://shop:hunter2!x@db.internal/shop\n\nThe worker fails because REDIS_URL is missing.';
  it('is no fact, what is said beside it is', () =>
    expect(of(pasted).join(' ')).toBe('The worker fails because REDIS_URL is missing (2026-11-28).'));
  it('leaves no value', () => expect(of(pasted).join(' ')).not.toMatch(/horse|hunter|3000|internal|colleague/));
});

it.each(['The wife of the user is ill.', 'The user lives in Berlin.', 'A colleague lives near Lyon.'])(
  '%s is refused whoever says it',
  (text) => expect(factFaults(text)).toContain('tells of a private life'),
);
