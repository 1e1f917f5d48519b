import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { runInProcess, type Terminal, terminal } from './support.js';

const TAGS = [...'rm -rf'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
/** An override, an isolate, tags, a zero width space, a mark. */
const HIDING = `\u202E\u2066${TAGS}\u200B\u200F`;
const HIDDEN =
  /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\u{E0000}-\u{E007F}]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u;
const NAME = `de${HIDING}ploy`;
const TEXT = `---
name: ${NAME}
description: Deploys${HIDING} go out on Tuesdays
metadata:
  type: project${HIDING}
tags: [a${HIDING}]
---

Deploys${HIDING} go out on Tuesdays because of${HIDING} the freeze, see [[no${HIDING}where]].
`;

let shell: Terminal;
beforeEach(async () => {
  shell = await terminal();
  await writeFile(join(shell.cwd, `${NAME}.md`), TEXT);
  await writeFile(
    join(shell.cwd, 'MEMORY.md'),
    `- [De${HIDING}ploy](none${HIDING}.md): Tuesdays${HIDING}\n${'x'.repeat(30_000)}\n`,
  );
});

const OBSERVED = `We use Celery${HIDING} because RQ loses jobs when the worker restarts.`;

describe('nothing hidden reaches the terminal', () => {
  it.each([
    ['list'],
    ['list', '--types'],
    ['search', 'deploys tuesdays'],
    ['search', 'deploys tuesdays', '--explain'],
    ['search', `nothing${HIDING}`],
    ['show', NAME],
    ['show', `no${HIDING}ne`],
    ['history', NAME],
    ['stale'],
    ['lint'],
    ['lint', '--format', 'github'],
    ['lint', '--fix', '--dry-run'],
    ['roots'],
    ['index'],
    ['doctor'],
    ['prompt'],
    ['distill', OBSERVED],
    ['remember', OBSERVED],
    ['log', OBSERVED],
    ['forget', NAME],
    ['inbox', `no${HIDING}ne`],
    ['dream', '--dry-run'],
    ['nothing', `${HIDING}`],
    ['list', `--x${HIDING}`],
    ['list', '--level', `x${HIDING}`],
    ['list', '--dir', `x${HIDING}`],
    ['export', '-'],
    ['import', `none${HIDING}`],
    ['completion', 'bash'],
  ])('of %j', async (...args) => {
    const own = args.includes('--dir') || args[0] === 'completion' || args[0] === 'nothing' ? [] : ['--dir', shell.cwd];
    const { stdout, stderr } = await shell.run(...args, ...own);
    expect(stdout + stderr).not.toMatch(HIDDEN);
    expect(stdout + stderr).not.toBe('');
  });

  it('of JSON, which keeps the value', async () => {
    const { stdout } = await shell.run('list', '--json', '--dir', shell.cwd);
    expect(stdout).not.toMatch(HIDDEN);
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ name: NAME })]);
    for (const format of ['json', 'sarif'])
      expect((await shell.run('lint', '--format', format, '--dir', shell.cwd)).stdout).not.toMatch(HIDDEN);
  });

  it('of an export, which imports as the same text', async () => {
    const file = join(shell.home, 'all.jsonl');
    await shell.run('export', file, '--dir', shell.cwd);
    const other = await terminal();
    const { stdout } = await other.run('import', file, '--dir', other.cwd);
    expect(stdout).toBe('Imported 1 memory.\nInvisible characters were removed from 1 file name.\n');
    expect((await readdir(other.cwd)).sort()).toEqual(['MEMORY.md', 'deploy.md']);
    const [memory] = await other.json<readonly { readonly name: string }[]>('list', '--dir', other.cwd);
    expect(memory?.name).toBe(NAME);
  });

  it('of coloured output, which keeps its colours', async () => {
    const env = { ...shell.env, FORCE_COLOR: '1' };
    const { stdout } = await runInProcess({ args: ['lint', '--dir', shell.cwd], cwd: shell.cwd, env });
    expect(stdout).toMatch(/\u001b\[3\dm/);
    expect(stdout.replace(/\u001b\[[\d;]*m/g, '')).not.toMatch(HIDDEN);
  });
});

it('new memories have no hidden characters in their file names', async () => {
  await shell.run('remember', OBSERVED, '--dir', shell.cwd);
  const names = (await readdir(shell.cwd)).filter((name) => name !== `${NAME}.md`);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(name).not.toMatch(HIDDEN);
});
