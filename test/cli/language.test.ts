import { describe, expect, it } from 'vitest';

import { languageOf } from '../../src/cli/language.js';

describe('the language of the command', () => {
  it.each<[Record<string, string>, ReturnType<typeof languageOf>]>([
    [{}, undefined],
    [{ LANG: 'C' }, undefined],
    [{ LANG: 'POSIX' }, undefined],
    [{ LANG: 'C.UTF-8' }, undefined],
    [{ LANG: 'en_GB.UTF-8' }, undefined],
    [{ LANG: 'fr_FR.UTF-8' }, undefined],
    [{ LANG: 'de_DE.UTF-8' }, 'de'],
    [{ LANG: 'de' }, 'de'],
    [{ LANG: 'ja_JP.eucJP' }, 'ja'],
    [{ LANG: 'zh_CN.GB18030' }, 'zh-cn'],
    [{ LANG: 'zh' }, 'zh-cn'],
    [{ LANG: 'zh_TW.UTF-8' }, undefined],
    [{ MEMDIR_LANG: 'zh-Hant' }, undefined],
    [{ MEMDIR_LANG: 'zh-Hans-CN' }, 'zh-cn'],
    [{ MEMDIR_LANG: 'de', LC_ALL: 'ja_JP' }, 'de'],
    [{ MEMDIR_LANG: 'en', LANG: 'de_DE' }, undefined],
    [{ MEMDIR_LANG: '', LANG: 'de_DE' }, 'de'],
    [{ LC_ALL: 'C', LANG: 'de_DE' }, undefined],
    [{ LC_ALL: '', LC_MESSAGES: 'ja_JP', LANG: 'de_DE' }, 'ja'],
  ])('of %j is %s', (env, language) => expect(languageOf(env)).toBe(language));
});
