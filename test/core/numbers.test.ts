import { afterEach, expect, it } from 'vitest';

import german from '../../l10n/bundle.l10n.de.json' with { type: 'json' };
import { useLanguage } from '../../src/core/l10n.js';
import { decimal, grouped } from '../../src/core/numbers.js';
import { percentWords } from '../../src/core/percent.js';

afterEach(() => useLanguage(undefined));

it('numbers have the marks of the language', () => {
  expect([grouped(1_212_964), grouped(5), decimal(18.25, 1), percentWords(0.125, 1)]).toEqual([
    '1,212,964',
    '5',
    '18.3',
    '12.5%',
  ]);
  useLanguage(german);
  expect([grouped(1_212_964), grouped(5), decimal(18.25, 1)]).toEqual(['1.212.964', '5', '18,3']);
  expect(percentWords(0.125, 1)).toMatch(/^12,5\s%$/);
});
