/** Memory that is switched off: each door for agents gives nothing and keeps nothing, and says why. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { DEPLOY, PROMPT, writeProjectStore } from '../support/hook-project.js';
import { type Ended, runInProcess, type Terminal, terminal } from './support.js';

let shell: Terminal;
let store: string;
let sessions = 0;

beforeEach(async () => {
  shell = await terminal();
  store = await writeProjectStore(shell, { ...DEPLOY, 'MEMORY.md': '- [Deploy](deploy.md) — with ship\n' });
  await mkdir(shell.env['MEMDIR_DATA_DIR'] ?? '', { recursive: true });
  await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
});

const settings = async (value: unknown): Promise<void> => {
  await mkdir(join(shell.home, '.claude'), { recursive: true });
  await writeFile(join(shell.home, '.claude', 'settings.json'), JSON.stringify(value));
};
const run = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> =>
  runInProcess({ args, cwd: shell.cwd, env: { ...shell.env, ...env } });
const input = (event: string): object => ({
  session_id: 's1',
  cwd: shell.cwd,
  hook_event_name: event,
  prompt: PROMPT,
  tool_name: 'Bash',
  tool_input: { command: 'npm test' },
  tool_response: 'We use pnpm because npm broke the lock file of the monorepo.',
  transcript_path: join(shell.home, 't.jsonl'),
});
const kept = (): Promise<string> =>
  readFile(join(shell.home, 'data', 'capture', 'queue.jsonl'), 'utf8').catch(() => '');

const SWITCHES: readonly [string, { env?: NodeJS.ProcessEnv; user?: unknown }][] = [
  ['autoMemoryEnabled is false in your Claude Code settings', { user: { autoMemoryEnabled: false } }],
  ['CLAUDE_CODE_DISABLE_AUTO_MEMORY is set', { env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' } }],
  ['CLAUDE_CODE_REMOTE is set without CLAUDE_CODE_REMOTE_MEMORY_DIR', { env: { CLAUDE_CODE_REMOTE: '1' } }],
];

describe.each(SWITCHES)('where %s', (reason, { env = {}, user = {} }) => {
  const sentence = `Memory is off here: ${reason}. Directories specified with --dir are still used.`;
  beforeEach(() => settings(user));

  it('hooks give nothing and keep nothing, and say why in the log', async () => {
    for (const event of ['UserPromptSubmit', 'SessionStart', 'PostToolUse', 'Stop', 'SessionEnd'])
      expect(await shell.hook(event, input(event), env)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await kept()).toBe('');
    const log = await readFile(join(shell.home, 'data', 'memdir.log'), 'utf8');
    expect(log).toContain(`The UserPromptSubmit hook did nothing. ${sentence}`);
    expect(log).toContain(`The PostToolUse hook did nothing. ${sentence}`);
  });

  it('recall, prompt, observe and extract say so and do nothing', async () => {
    const recall = await run(env, 'recall', '--prompt', PROMPT);
    expect([recall.stdout, recall.stderr]).toEqual(['', expect.stringContaining(sentence)]);
    await writeFile(join(shell.home, 't.jsonl'), '');
    for (const args of [
      ['prompt'],
      ['observe', 'We use pnpm, not npm.'],
      ['extract', '--transcript', join(shell.home, 't.jsonl')],
    ]) {
      const ended = await run(env, ...args);
      expect([args[0], ended.code, ended.stdout, ended.stderr]).toEqual([
        args[0],
        2,
        '',
        expect.stringContaining(sentence),
      ]);
    }
    expect(await kept()).toBe('');
  });

  it('a directory that is named is used, and what a person asks for is shown', async () => {
    expect((await run(env, 'recall', '--prompt', PROMPT, '--dir', store)).stdout).toContain('with ship prod.');
    expect((await run(env, 'prompt', '--dir', store)).stdout).toContain('[Deploy](deploy.md)');
    expect((await run(env, 'list')).stdout).toContain('deploy-billing-production');
    expect((await run(env, 'roots')).stdout).toContain(`Off: ${reason}: Claude Code doesn’t write here.`);
  });
});

it('is on where the variable forces it, whatever the settings say', async () => {
  await settings({ autoMemoryEnabled: false });
  const env = { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0' };
  expect((await run(env, 'recall', '--prompt', PROMPT)).stdout).toContain('with ship prod.');
  expect((await shell.hook('UserPromptSubmit', input('UserPromptSubmit'), env)).stdout).toContain('with ship prod.');
  await shell.hook('PostToolUse', input('PostToolUse'), env);
  expect(await kept()).toContain('pnpm');
});

it.each(['settings.json', 'settings.local.json'])(
  'by %s of a project counts, trusted or not, and nothing there switches it on',
  async (name) => {
    const write = async (enabled: boolean): Promise<void> =>
      writeFile(join(shell.cwd, '.claude', name), JSON.stringify({ autoMemoryEnabled: enabled }));
    await mkdir(join(shell.cwd, '.claude'));
    const prompted = async (): Promise<string> =>
      (await shell.hook('UserPromptSubmit', { ...input('UserPromptSubmit'), session_id: `s${++sessions}` })).stdout;
    expect(await prompted()).toContain('with ship prod.');
    await write(false);
    expect(await prompted()).toBe('');
    expect((await run({}, 'recall', '--prompt', PROMPT)).stderr).toContain(
      `autoMemoryEnabled is false in .claude/${name}`,
    );
    await settings({ autoMemoryEnabled: false });
    await write(true);
    expect(await prompted()).toBe('');
    await shell.run('trust');
    expect(await prompted()).toContain('with ship prod.');
  },
);
