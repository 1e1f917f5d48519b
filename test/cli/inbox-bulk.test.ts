/** Many drafts at once in a terminal: stopped in the middle, taken back as one act and one by one; and what people type. */
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { DecidedDraft, DecisionResult, PrintedDraft } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { leaveDrafts } from '../support/drafts.js';
import { type Ended, type Terminal, terminal } from './support.js';

let shell: Terminal;
let store: string;
let data: string;

beforeEach(async () => {
  shell = await terminal();
  data = join(shell.home, 'data');
  await mkdir(data);
  await writeFile(join(data, 'settings.json'), '{ "embedding.provider": "none" }');
  await mkdir(join(shell.cwd, '.git'), { recursive: true });
  store = join(shell.home, '.claude', 'projects', projectSlug(shell.cwd), 'memory');
  await mkdir(store, { recursive: true });
});

/** As Ctrl+C does, as soon as stderr says so. */
function interrupted(when: RegExp, ...args: string[]): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [resolve('dist/cli.js'), ...args], {
      cwd: shell.cwd,
      env: shell.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    let sent = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (!sent && when.test(stderr)) sent = child.kill('SIGINT');
    });
    child.on('error', failed).on('close', (code) => done({ code, stdout, stderr }));
  });
}

const memories = async (): Promise<string[]> => {
  const names = (await readdir(store)).filter((name) => name !== 'MEMORY.md');
  const texts = await Promise.all(names.map((name) => readFile(join(store, name), 'utf8')));
  return names.filter((_, at) => !/^ *deleted_at: /m.test(texts[at] ?? ''));
};
const entries = async (): Promise<number> =>
  (await readFile(join(store, 'MEMORY.md'), 'utf8')).split('\n').filter((line) => line.startsWith('- [')).length;
const waiting = async (): Promise<number> =>
  (await readdir(join(data, 'inbox'))).filter((name) => name.endsWith('.md')).length;

describe.runIf(process.platform !== 'win32')('stopped in the middle', () => {
  it('accept: what was decided stands, the rest waits, and the message says how many; “undo last” takes that back as one act', async () => {
    await leaveDrafts(data, 120, shell.cwd);
    const { code, stdout, stderr } = await interrupted(/75 of 120/, 'inbox', 'accept', 'all');
    const saved = stdout.trim().split('\n');
    expect(code).toBe(130);
    expect(saved.length).toBeGreaterThanOrEqual(75);
    expect(saved.length).toBeLessThan(120);
    expect(saved.every((line) => line.startsWith('Saved '))).toBe(true);
    expect(stderr).toContain(
      `Stopped after ${saved.length} of 120 drafts. The decisions listed here were made; ${120 - saved.length} are still pending.`,
    );
    expect([await waiting(), (await memories()).length, await entries()]).toEqual([
      120 - saved.length,
      saved.length,
      saved.length,
    ]);

    const stopped = await interrupted(/25 of \d+/, 'inbox', 'undo', 'last');
    const back = stopped.stdout.trim().split('\n').length;
    expect(stopped).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(
        new RegExp(
          `Stopped after ${back} of ${saved.length} drafts\\. .* were undone; ${saved.length - back} remain\\.`,
        ),
      ) as string,
    });
    expect(await shell.run('inbox', 'undo', 'last')).toMatchObject({ code: 0 });
    expect([await waiting(), await memories(), await entries()]).toEqual([120, [], 0]);
    expect(await shell.json<DecidedDraft[]>('inbox', 'decided')).toEqual([]);
  });

  it('reject: one at a time comes back by its id', async () => {
    await leaveDrafts(data, 60, shell.cwd);
    const results = await shell.json<DecisionResult[]>('inbox', 'reject', 'all');
    expect(results).toHaveLength(60);
    const decided = await shell.run('inbox', 'decided');
    expect(decided.stdout.trim().split('\n')).toHaveLength(60);
    expect(decided.stdout).toMatch(/^[0-9a-f]{16} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}rejected/);
    expect(decided.stderr).toContain('the first 60, which were made together');
    const [one, two] = [results[7]?.id ?? '', results[9]?.id ?? ''];
    expect((await shell.run('inbox', 'undo', one)).stdout).toBe(`${one} is pending again.\n`);
    expect((await shell.run('inbox', 'undo', two)).stdout).toBe(`${two} is pending again.\n`);
    expect(await waiting()).toBe(2);
    expect((await shell.json<DecidedDraft[]>('inbox', 'decided')).map(({ id }) => id)).not.toContain(one);
  });
});

describe('what people type', () => {
  it('list is what the command alone does, show is one draft', async () => {
    const [first = ''] = await leaveDrafts(data, 3, shell.cwd);
    expect(await shell.run('inbox', 'list')).toEqual(await shell.run('inbox'));
    const listed = await shell.json<PrintedDraft[]>('inbox', 'list');
    expect(listed).toHaveLength(3);
    const shown = await shell.run('inbox', 'show', first);
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^0{15}1 {2}context {2}the-mail[^]*listens on port 4000[^]*0{15}1\.md\n$/,
      ) as string,
    });
    expect(await shell.json('inbox', 'show', first)).toEqual(listed.find(({ id }) => id === first));
    expect(await shell.run('inbox', 'show', 'feed')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No pending draft feed here') as string,
    });
    await writeFile(join(data, 'inbox', `${first}.md`), 'nothing of a draft');
    expect(await shell.run('inbox', 'show', first)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Invalid draft') as string,
    });
  });

  it.each(['accept', 'reject', 'never'])('%s without drafts says which there are', async (name) => {
    await leaveDrafts(data, 1, shell.cwd);
    expect(await shell.run('inbox', name)).toMatchObject({
      code: 2,
      stderr: `memdir: No draft specified. Use “memdir inbox ${name} ID”, or “memdir inbox ${name} all” for every draft.\n`,
    });
    expect((await shell.run('inbox', name, '--all')).stderr).toContain('for every draft in all projects');
    expect(await waiting()).toBe(1);
  });

  it('“all” is not one draft where one is meant', async () => {
    await leaveDrafts(data, 2, shell.cwd);
    for (const args of [
      ['merge', 'all', 'x'],
      ['supersede', 'all', 'x'],
      ['edit', 'all', '--name', 'x'],
      ['show', 'all'],
    ])
      expect(await shell.run('inbox', ...args), args.join(' ')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('No pending draft all here') as string,
      });
    expect(await waiting()).toBe(2);
  });

  it('where nothing waits and nothing was decided, says that something does and was in other projects', async () => {
    const [first = ''] = await leaveDrafts(data, 3, join(shell.home, 'elsewhere'));
    expect((await shell.run('inbox')).stderr).toContain(
      'No pending drafts.\n3 drafts are pending in other projects: “memdir inbox --all” lists them.\n',
    );
    expect((await shell.run('inbox', 'reject', first, '--all')).code).toBe(0);
    expect((await shell.run('inbox', 'undo', 'last')).stderr).toBe(
      'There is nothing to do.\nThe last decision was made in another project. Use “memdir inbox undo last --all” to include it.\n',
    );
    expect((await shell.run('inbox', 'undo', 'last', '--all')).stdout).toBe(`${first} is pending again.\n`);
    expect((await shell.run('inbox', '--all')).stderr).not.toContain('other projects');
  });

  it('undo of what was never decided says so, and “last” with nothing decided too', async () => {
    expect(await shell.run('inbox', 'undo', 'last')).toMatchObject({ code: 0, stderr: 'There is nothing to do.\n' });
    expect(await shell.run('inbox', 'undo', '00000000000000ff')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no draft 00000000000000ff') as string,
    });
  });
});
