import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { useLanguage } from '../../src/core/l10n.js';
import { languageOf } from '../../src/node/language.js';
import { runInProcess, tempFolder } from './support.js';

afterEach(() => useLanguage(undefined));

/** Lints a directory whose one memory is not in its index. */
async function lint(env: Readonly<Record<string, string>>, ...more: readonly string[]): Promise<string> {
  const home = await tempFolder();
  const memory = join(home, 'memory');
  await mkdir(memory);
  await writeFile(join(memory, 'MEMORY.md'), '# Memory\n');
  await writeFile(
    join(memory, 'a.md'),
    '---\nname: a\ndescription: how the a is done here\ntype: user\n---\n\nText of it.\n',
  );
  const { stdout } = await runInProcess({
    args: ['lint', '--dir', memory, '--data-dir', join(home, 'data'), ...more],
    cwd: home,
    env: { HOME: home, ...env },
  });
  return stdout;
}

describe('a person at a terminal is told', () => {
  it.each([
    ['in English', { LANG: 'C' }, 'Not listed in MEMORY.md', '1 problem in 2 files: 1 warning.'],
    ['in German', { LANG: 'de_DE.UTF-8' }, 'Nicht in MEMORY.md aufgeführt', '1 Problem in 2 Dateien: 1 Warnung.'],
    [
      'in Japanese',
      { LC_ALL: 'ja_JP.UTF-8' },
      'MEMORY.md に記載されていない',
      '2 個のファイルに1 件の問題: 1 件の警告。',
    ],
    ['in Chinese', { MEMDIR_LANG: 'zh-CN' }, '未在 MEMORY.md 中列出', '2 个文件中有 1 个问题: 1 个警告。'],
  ])('%s what is wrong', async (_, env, problem, summary) => {
    const stdout = await lint(env);
    expect(stdout).toContain(problem);
    expect(stdout).toContain(summary);
  });

  it('what is wrong with a setting', async () => {
    const home = await tempFolder();
    const data = join(home, 'data');
    await mkdir(data);
    await writeFile(join(data, 'settings.json'), '{"embedding.provider":"cloud","capture.enabled":3}');
    const doctor = async (env: Readonly<Record<string, string>>): Promise<string> =>
      (await runInProcess({ args: ['doctor', '--data-dir', data], cwd: home, env: { HOME: home, ...env } })).stdout;
    const german = await doctor({ LANG: 'de_DE.UTF-8' });
    expect(german).toContain('es muss einer der folgenden Werte sein: "auto"');
    expect(german).toContain('es muss true oder false sein');
    expect(await doctor({ LANG: 'C' })).toContain('it must be true or false');
  });

  it('why an observation failed, also when a process in another language kept the reason', async () => {
    const home = await tempFolder();
    const data = join(home, 'data');
    await mkdir(join(data, 'capture'), { recursive: true });
    const letter = { version: 1, at: '2026-03-11T14:05:00.000Z', tries: 3, entry: 'a:0', line: '{}' };
    const reason = 'Ollama at http://127.0.0.1:9 takes too long to respond.';
    await writeFile(join(data, 'capture', 'dead.jsonl'), `${JSON.stringify({ ...letter, reason })}\n`);
    const queue = async (env: Readonly<Record<string, string>>): Promise<string> =>
      (await runInProcess({ args: ['queue', '--data-dir', data], cwd: home, env: { HOME: home, ...env } })).stdout;
    expect(await queue({ LANG: 'de_DE.UTF-8' })).toContain(
      'Ollama unter http://127.0.0.1:9 benötigt zu lange für eine Antwort.',
    );
    expect(await queue({ LANG: 'C' })).toContain(reason);
  });

  it.each([[['--json']], [['--format', 'sarif']]])('in English where programs read it: %j', async (flags) => {
    expect(await lint({ LANG: 'de_DE.UTF-8' }, ...flags)).toContain('Not listed in MEMORY.md');
  });
});

describe('the translations', () => {
  it.each(['de', 'ja', 'zh-cn'])(
    'into %s name the agent as it is named, so that other agents take its place',
    async (language) => {
      const file = join(import.meta.dirname, '../../l10n', `bundle.l10n.${language}.json`);
      const bundle = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
      const count = (text: string): number => text.split('Claude Code').length - 1;
      const lost = Object.entries(bundle).filter(([message, text]) => count(message) > 0 && count(text) === 0);
      expect(lost).toEqual([]);
      expect(Object.keys(bundle).length).toBeGreaterThan(0);
    },
  );
});

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
