/** A shell whose folder was deleted, as a worktree is when its work is done (case 67). */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { expect, it } from 'vitest';

import { type Ended, tempFolder, terminal } from './support.js';

const CLI = resolve('dist/cli.js');
const SENTENCE =
  'memdir: The current folder was deleted. Change to another, or specify a memory directory by its absolute path with --dir.\n';

/** Runs a command line in a folder that was deleted under it. */
async function runNowhere(args: readonly string[], input = ''): Promise<Ended> {
  const { env } = await terminal();
  const folder = join(await tempFolder(), 'worktree');
  await mkdir(folder);
  return await new Promise((done) => {
    const child = execFile(
      'sh',
      ['-c', 'cd "$1" && rmdir "$1" && shift && exec "$@"', 'sh', folder, process.execPath, CLI, ...args],
      { env: { ...env, MEMDIR_HOOK_MS: '20000' } },
      (_, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

it.runIf(process.platform !== 'win32').each([['roots'], ['list'], ['lint'], ['mcp'], ['list', '--dir', 'memory']])(
  'is told so in one line: %s %s %s',
  async (...args) => {
    expect(await runNowhere(args)).toEqual({ code: 2, stdout: '', stderr: SENTENCE });
  },
);

it.runIf(process.platform !== 'win32')('can name a memory directory, and see every one', async () => {
  const memory = await tempFolder();
  await writeFile(join(memory, 'here.md'), '---\nname: here\ndescription: What is here\ntype: user\n---\n\nHere.\n');
  for (const args of [['list'], ['search', 'here'], ['lint'], ['roots']])
    expect(await runNowhere([...args, '--dir', memory]), args[0]).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/here|problem|explicitly/) as string,
    });
  expect(await runNowhere(['roots', '--all'])).toMatchObject({ code: 0 });
});

it.runIf(process.platform !== 'win32')('hears nothing of it from a hook', async () => {
  const event = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'How do we deploy billing?' };
  expect(await runNowhere(['hook', 'UserPromptSubmit'], JSON.stringify(event))).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});
