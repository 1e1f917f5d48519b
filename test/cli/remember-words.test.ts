import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { RememberResult, UpdateResult } from '../../src/core/results.js';
import { runInProcess, type Terminal, terminal } from './support.js';

let shell: Terminal;
let store: string;
let dir: readonly string[];
beforeEach(async () => {
  // A Sunday, at noon.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 29, 12) });
  shell = await terminal();
  store = join(shell.cwd, 'memory-here');
  await mkdir(store);
  dir = ['--dir', store];
  return () => void vi.useRealTimers();
});

const text = (path: string): Promise<string> => readFile(join(store, path), 'utf8');
const STORY = 'I spent 3 hours yesterday, @jake found that idle_timeout of Envoy kills long polls.';
const FACT = 'On 2026-11-28, a colleague found that idle_timeout of Envoy kills long polls.';

describe('one gate', () => {
  it.each([
    ['thanks', 'shorter than 20 characters'],
    ['ok, thank you, looks good', 'small talk'],
    ['Thanks a lot for the help today!', 'small talk'],
    ['x'.repeat(40), 'one character again and again'],
    [`${'A long story about the gateway. '.repeat(400)}`, 'longer than 8000 characters'],
  ])('refuses %.30s, and a person may insist', async (content, why) => {
    const refused = await shell.run('remember', content, ...dir);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/^Not saved \(rejected\)\.\n/);
    expect(refused.stdout).toContain(why);
    expect(refused.stdout).toContain('--raw');
    expect(await readdir(store)).toEqual([]);
    const agent = await shell.run('remember', content, '--raw', '--agent', 'a1', ...dir);
    expect(agent.code).toBe(1);
    expect(agent.stdout).toContain(why);
    expect(agent.stdout).not.toContain('--raw');
    expect(await shell.json('remember', content, '--raw', ...dir)).toMatchObject({ status: 'saved' });
  });

  it('counts a character of Chinese, Japanese and Korean twice', async () => {
    expect(await shell.json('remember', '設定は環境変数から読む。', ...dir)).toMatchObject({ status: 'saved' });
    expect((await shell.run('remember', '設定は重要', ...dir)).code).toBe(1);
  });

  it('stands before updates too', async () => {
    await shell.json('remember', 'Cron jobs of the shop run in UTC.', '--name', 'cron', ...dir);
    const refused = await shell.run('update', 'cron', 'never mind', ...dir);
    expect([refused.code, refused.stdout]).toEqual([
      1,
      'Not updated (rejected).\nIt is shorter than 20 characters.\nRepeat with --raw to save it anyway.\n',
    ]);
    expect(await shell.json('update', 'cron', 'CET', '--raw', ...dir)).toMatchObject({ status: 'updated' });
  });
});

describe('the words of a text', () => {
  it('of a person stay but for dates, which are said; the distilled text is offered, and names the file', async () => {
    const said = await shell.run('remember', STORY, '--type', 'failure', ...dir);
    expect(said.stdout).toContain('Dates: “yesterday” is 2026-11-28.\n');
    expect(said.stdout).toContain(`\n  ${FACT}\n`);
    expect(await readdir(store)).toEqual(['MEMORY.md', 'colleague-found-that-idle-timeout.md']);
    expect(await text('colleague-found-that-idle-timeout.md')).toContain(
      '\nI spent 3 hours on 2026-11-28, @jake found that idle_timeout of Envoy kills long polls.\n',
    );
  });

  it('stay to the letter with --raw', async () => {
    const { path = '' } = await shell.json<RememberResult>('remember', STORY, '--raw', ...dir);
    expect((await readFile(path, 'utf8')).endsWith(`---\n${STORY}`)).toBe(true);
  });

  it.each<[string, readonly string[], NodeJS.ProcessEnv]>([
    ['that is named', ['--agent', 'a1'], {}],
    ['whose shell it is', [], { CLAUDECODE: '1' }],
  ])('of an agent %s are distilled, and the answer says what changed', async (_, flags, env) => {
    const ended = await runInProcess({
      args: ['remember', STORY, '--type', 'failure', '--json', ...flags, ...dir],
      cwd: shell.cwd,
      env: { ...shell.env, ...env },
    });
    const saved = JSON.parse(ended.stdout) as RememberResult;
    expect(saved).toMatchObject({
      status: 'saved',
      path: join(store, 'colleague-found-that-idle-timeout.md'),
      dates: [{ phrase: 'yesterday', date: '2026-11-28' }],
      reworded: [{ after: FACT }],
    });
    expect(await readFile(saved.path ?? '', 'utf8')).toContain(`\n${FACT}\n`);
    expect(await text('MEMORY.md')).not.toMatch(/jake|I spent/i);
  });

  it('are resolved in updates, descriptions and open cases, and code stays', async () => {
    const saved = await shell.json<RememberResult>(
      'remember',
      'Merge freeze after Thursday: `deploy --until tomorrow` is off.',
      '--description',
      'Freeze until Friday',
      '--name',
      'freeze',
      ...dir,
    );
    expect(saved.dates).toEqual([
      { phrase: 'Thursday', date: '2026-12-03' },
      { phrase: 'Friday', date: '2026-12-04' },
    ]);
    expect(await text('freeze.md')).toContain('description: Freeze until 2026-12-04\n');
    expect(await text('freeze.md')).toContain('after 2026-12-03: `deploy --until tomorrow` is off.\n');
    const next = await shell.json<UpdateResult>(
      'update',
      'freeze',
      'I love that the merge freeze is over since yesterday, @jake lifted it.',
      ...dir,
    );
    expect(next).toMatchObject({
      status: 'updated',
      dates: [{ phrase: 'yesterday', date: '2026-11-28' }],
      distilled: expect.stringMatching(/^The merge freeze is over since 2026-11-28/) as string,
    });
  });
});
