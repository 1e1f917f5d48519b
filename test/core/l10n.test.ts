import { afterEach, describe, expect, it } from 'vitest';

import { t, tPlural, useLanguage } from '../../src/core/l10n.js';

afterEach(() => useLanguage(undefined));

const notListed = (name: string): string => t('{name} is not listed in {index}.', { name, index: 'MEMORY.md' });
const lines = (n: number): string => tPlural(n, '1 line in {file}', '{n} lines in {file}', { file: 'a.md' });

describe('texts for people', () => {
  it('are English without a bundle, with what stands in braces filled in', () => {
    expect([notListed('{index}'), lines(1), lines(2), lines(0)]).toEqual([
      '{index} is not listed in MEMORY.md.',
      '1 line in a.md',
      '2 lines in a.md',
      '0 lines in a.md',
    ]);
  });

  it('end with one full stop where what is filled in is a sentence', () => {
    const failed = (reason: string): string => t('It failed: {reason}.', { reason });
    expect([failed('The file is gone.'), failed('gone'), failed('It waits…'), failed('see a.b.'), failed('.')]).toEqual(
      [
        'It failed: The file is gone.',
        'It failed: gone.',
        'It failed: It waits….',
        'It failed: see a.b.',
        'It failed: ..',
      ],
    );
    useLanguage({ 'It failed: {reason}.': '失敗しました: {reason}。' });
    expect(failed('The file is gone.')).toBe('失敗しました: The file is gone。');
  });

  it('take the order and the forms of the language that is set, and English where it lacks one', () => {
    useLanguage({
      '{name} is not listed in {index}.': 'In {index} fehlt {name}.',
      '1 line in {file}': '1 Zeile in {file}',
    });
    expect([notListed('a.md'), lines(1), lines(2)]).toEqual([
      'In MEMORY.md fehlt a.md.',
      '1 Zeile in a.md',
      '2 lines in a.md',
    ]);
    useLanguage(undefined);
    expect(lines(1)).toBe('1 line in a.md');
  });
});
