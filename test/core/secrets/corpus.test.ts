/** The detector on a corpus (cases 52, 57 and 65 among it): a share of it by default, all of it with `npm run attack -- secrets`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { NAMED_SECRETS } from '../../../src/core/secrets/named-secrets.js';
import rules from '../../../src/core/secrets/rules.json' with { type: 'json' };
import { findSecrets, maskForDisplay, maskSecrets } from '../../../src/core/secrets/secrets.js';
import { runs } from '../../support/fuzz.js';
import { innocents } from './corpus/innocents.js';
import { KINDS } from './corpus/kinds.js';
import { LOCK_FILES } from './corpus/lock-files.js';
import { corpusRows, isReadable } from './corpus/rows.js';
import { SURROUNDINGS } from './corpus/surroundings.js';

const SEED = 11;
const rows = corpusRows(SEED, 5);

describe('secrets of the corpus', () => {
  it('are many kinds in many surroundings', () => {
    expect(KINDS.length).toBeGreaterThanOrEqual(110);
    expect(SURROUNDINGS.length).toBeGreaterThanOrEqual(30);
  });

  it.each([false, true])('are found, held out: %s', (heldOut) => {
    const of = rows.filter((row) => row.heldOut === heldOut);
    expect(of.length).toBeGreaterThan(300);
    const missed = of.filter((row) => isReadable(maskSecrets(row.text), row)).map(({ text }) => text);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(of.length * 0.005);
  });

  it('stay found when a mask is read again', () => {
    for (const { text } of rows.filter((_, at) => at % 7 === 0)) {
      const masked = maskSecrets(text);
      expect(maskSecrets(masked)).toBe(masked);
    }
  });
});

describe('texts without a secret', () => {
  const all = innocents(SEED);

  it('are many, with lock files of ten ecosystems and more', () => {
    expect(all.length).toBeGreaterThanOrEqual(500);
    expect(Object.keys(LOCK_FILES).length).toBeGreaterThanOrEqual(10);
  });

  it.each([false, true])('are left alone, held out: %s', (heldOut) => {
    const of = all.filter((each) => each.heldOut === heldOut);
    const masked = of.filter(({ text }) => maskSecrets(text) !== text).map(({ text }) => text);
    expect(masked.length, masked.join('\n')).toBeLessThanOrEqual(of.length * 0.005);
  });
});

/** Calls of regular expressions while something runs. */
function callsIn(work: () => unknown): number {
  const own = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec') as PropertyDescriptor;
  const exec = own.value as (this: RegExp, text: string) => RegExpExecArray | null;
  let calls = 0;
  Object.defineProperty(RegExp.prototype, 'exec', {
    ...own,
    value(this: RegExp, text: string) {
      calls++;
      return exec.call(this, text);
    },
  });
  try {
    work();
  } finally {
    Object.defineProperty(RegExp.prototype, 'exec', own);
  }
  return calls;
}

describe('the work', () => {
  const PIECES = [
    ...rows.filter((_, at) => at % 40 === 0).map(({ text }) => text),
    ...[
      'token=',
      'API_KEY: ',
      'password is ',
      '\u001b[32m',
      '\u001b]8;;',
      '\0',
      '\\u001b[',
      '%25',
      '\\\\',
      '-----BEGIN ',
      'eyJ',
      '://',
      'A_',
      '**',
      '``` ',
      '<b>',
      '\n',
      'ab1',
      'MT',
      '"name": "KEY", ',
    ],
  ];

  it('grows with the length of a text and no faster, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }), (pieces) => {
        const unit = pieces.join('');
        const of = (units: number): number => {
          const text = unit.repeat(Math.ceil(units / unit.length)).slice(0, units);
          return callsIn(() => maskForDisplay(text));
        };
        const [small, large] = [of(2_000), of(8_000)];
        expect(large).toBeLessThanOrEqual(6 * small + 2_000);
        expect(large).toBeLessThanOrEqual(60 * 8_000);
      }),
      { numRuns: runs(30), endOnFailure: true },
    );
  });

  it('of one try of a rule is bounded: no repetition is without an end', () => {
    const bare = (pattern: string): string => pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
    const patterns = [...rules.rules, ...NAMED_SECRETS].map(({ id, pattern }) => [id, bare(pattern)] as const);
    expect(patterns.filter(([, pattern]) => /[*+]|\{\d+,\}/.test(pattern)).map(([id]) => id)).toEqual([]);
  });

  it('is done for 50,000 characters of everything at once', () => {
    const text = PIECES.join(' ').repeat(20).slice(0, 50_000);
    expect(findSecrets(text).length).toBeGreaterThan(20);
  });
});
