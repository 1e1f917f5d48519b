/** Addresses, numbers and handles of people, in the forms people write them in. */
import { describe, expect, it, test } from 'vitest';

import { distillByRules } from '../../../src/core/distill/distill.js';
import { factFaults } from '../../../src/core/distill/fact-faults.js';
import { findContacts } from '../../../src/core/distill/personal/contacts.js';

const PEOPLE: readonly (readonly [kind: string, texts: readonly string[]])[] = [
  [
    'e-mail address',
    [
      'jane@example.com',
      'jane.doe+ci@mail.example.co.uk',
      'jane.doe (at) example.com',
      'jane.doe[at]example[dot]com',
      'jane at example dot com',
      'jane AT example DOT org',
      'jane_doe at example.com',
    ],
  ],
  [
    'phone number',
    [
      '+49 170 1234567',
      '+49 (0)170 1234567',
      '0049 170 1234567',
      '0170/1234567',
      '0170 1234567',
      '030 12345678',
      '(030) 123 456 78',
      '020 7946 0958',
      '07911 123456',
      '06 12 34 56 78',
      '+33 6 12 34 56 78',
      '555-123-4567',
      '(555) 123-4567',
      '555.123.4567',
      '+1-555-123-4567',
      '1-800-555-0199',
      '03-1234-5678',
      '090-1234-5678',
      '+81 90-1234-5678',
      '079 123 45 67',
      '+91 98765 43210',
      '+442079460958',
      '138 0013 8000',
      '(11) 91234-5678',
    ],
  ],
  ['handle', ['@mkr', '@octo-cat']],
];

const NOBODY = [
  '2026-03-11',
  '2026-03-11T14:05:00+01:00',
  '10:20:30',
  '1.2.3',
  '192.168.0.1',
  '10.0.0.1:8080',
  '2026/03/11 10:20',
  '1700000000',
  '404-500',
  'chmod 0644 755',
  '10 20 30 40 50',
  '3.14159265',
  'v2.10.3-4567',
  'rows 100-200',
  '12 345 678 rows',
  '00 11 22 33 44 55',
  '+0200',
  'GMT+02:00',
  'look at example.com',
  'hosted at api.example.com',
  'package.json at example.com',
  'runs at 10.0.0.1',
  '@property',
  '@media',
  '@dataclass',
  '@types/node',
  '@Transactional',
  'git@github.com:a/b',
  'v1@sha256',
  '1,234,567',
  '8.8.8.8',
  'ISBN 978-3-16-148410-0',
  '550e8400-e29b-41d4-a716-446655440000',
  '9f86d081884c7d659a2feaa0c55ad015',
];

describe('Contacts', () => {
  test.each(PEOPLE.flatMap(([kind, texts]) => texts.map((text) => [text, kind] as const)))(
    '%s is a %s',
    (text, kind) => {
      expect(findContacts(`The deploy is owned by ${text} since the move.`)).toMatchObject([{ text, kind }]);
      expect(factFaults(`The deploy is owned by ${text} since the move.`).some((fault) => fault.includes(kind))).toBe(
        true,
      );
      expect(
        JSON.stringify(
          distillByRules({
            id: '1',
            at: '2026-03-11T14:05:00+01:00',
            source: 'command',
            text: `The Redis cache on staging is flushed at night, ${text} knows why.`,
          }),
        ),
      ).not.toContain(text);
    },
  );

  test.each(NOBODY)('%s is nobody', (text) => expect(findContacts(text)).toEqual([]));

  it('tells a name that begins large from an annotation by what stands beside it', () => {
    expect(findContacts('ping @JaneDoe or @Bob').map(({ text }) => text)).toEqual(['@JaneDoe']);
    expect(findContacts('@JaneDoe said no')).toHaveLength(1);
    expect(findContacts('Use @Component for views.')).toEqual([]);
  });

  it('leaves decorators as they are, and of an address in code its kind', () => {
    const of = (text: string): unknown =>
      distillByRules({ id: '1', at: '2026-03-11T14:05:00+01:00', source: 'command', text });
    expect(of('Use `@dataclass` for value objects because the linter wants it.')).toMatchObject({
      facts: [{ text: 'Use `@dataclass` for value objects because the linter wants it.' }],
    });
    expect(of('The @memoized decorator hides the cost of the query in the model.')).toMatchObject({
      facts: [{ text: 'The @memoized decorator hides the cost of the query in the model (2026-03-11).' }],
    });
    expect(of('The fixtures of the auth module use `jane@example.com` as the test user.')).toMatchObject({
      facts: [{ text: 'The fixtures of the auth module use `[e-mail address]` as the test user (2026-03-11).' }],
    });
  });

  it('answers on any text in time linear in it', () => {
    for (const text of [
      'a.'.repeat(4_000),
      '0170 '.repeat(1_600),
      '@a '.repeat(2_600),
      'a at '.repeat(1_600),
      '(at)'.repeat(2_000),
      '+1 '.repeat(2_600),
    ])
      expect(() => findContacts(text)).not.toThrow();
  });
});
