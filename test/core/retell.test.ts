import { readFileSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import { type LanguageBundle, t, useLanguage } from '../../src/core/l10n.js';
import { inEnglish, retell } from '../../src/core/retell.js';

const bundle = (language: string): LanguageBundle =>
  JSON.parse(readFileSync(`l10n/bundle.l10n.${language}.json`, 'utf8')) as LanguageBundle;
const GERMAN = bundle('de');

afterEach(() => useLanguage(undefined));

/** What a program in one language kept, as one in another reads it. */
function kept(said: () => string, writer: LanguageBundle | undefined, reader: LanguageBundle | undefined): string {
  useLanguage(writer);
  const stored = inEnglish(said());
  useLanguage(reader);
  return retell(stored);
}

const url = 'http://127.0.0.1:11434';
const TEXTS: readonly (() => string)[] = [
  () => t('Memdir crashed each time it processed this.'),
  () => t('Ollama at {url} takes too long to respond.', { url }),
  () =>
    t('Ollama at {url} failed: {reason}.', {
      url,
      reason: t('{file} can’t be written: {reason}.', { file: '/a/b.md', reason: 'EACCES' }),
    }),
  () =>
    `${t('{url} failed (status {status}).', { url, status: 500 })} ${t('Server message: {message}', { message: 'Overloaded.' })}`,
];

describe('a text that outlives the program which said it', () => {
  it.each(['de', 'ja', 'zh-cn'])('is said in the language of whoever reads it (%s)', (language) => {
    for (const said of TEXTS) {
      useLanguage(undefined);
      const english = said();
      useLanguage(bundle(language));
      const own = said();
      expect(own).not.toBe(english);
      expect(kept(said, undefined, bundle(language))).toBe(own);
      expect(kept(said, bundle(language), undefined)).toBe(english);
    }
  });

  it('stays as it is where no message gave it', () => {
    for (const text of ['no sense', 'spawn EACCES: x (y). It broke.', '']) {
      expect(kept(() => text, undefined, GERMAN)).toBe(text);
      expect(kept(() => text, GERMAN, undefined)).toBe(text);
    }
  });
});
