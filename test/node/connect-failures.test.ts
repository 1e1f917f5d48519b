import { chmod, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { ConnectPlan, ConnectRequest } from '../../src/core/results.js';
import { createConnections } from '../../src/node/connect/connections.js';
import { tempFolder } from './support.js';

let home: string;
let folder: string;
let path: string;
const connections = (): ReturnType<typeof createConnections> =>
  createConnections({
    dataDir: join(home, 'data'),
    distDir: join(home, 'dist'),
    env: { PATH: path },
    home,
    platform: process.platform,
  });

async function session(project: string, version: string | undefined, daysAgo = 0): Promise<void> {
  const file = join(home, '.claude', 'projects', project, `${version ?? 'none'}.jsonl`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    `{"type":"summary","summary":"s"}\n${JSON.stringify({ type: 'user', cwd: folder, ...(version === undefined ? {} : { version }) })}\n`,
  );
  const time = new Date(Date.now() - daysAgo * 86_400_000);
  await utimes(file, time, time);
}

const planned = async (more: Partial<ConnectRequest> = {}): Promise<ConnectPlan> =>
  connections().plan({ folder, scope: 'user', ...more });
/** A program that answers `--version` so. */
async function install(file: string, answer: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n[ "$1" = --version ] && ${answer}\n`);
  await chmod(file, 0o755);
}
async function connect(): Promise<Record<string, unknown>> {
  await connections().apply(await planned());
  return (
    JSON.parse(await readFile(join(home, '.claude', 'settings.json'), 'utf8')) as { hooks: Record<string, unknown> }
  ).hooks;
}

beforeEach(async () => {
  home = await tempFolder();
  folder = await tempFolder();
  path = '';
});

/** Former versions ignore a settings file whole for one event that they do not know. */
describe('hooks for failed tools', () => {
  it.each([
    ['no session tells a version', [], false],
    ['a transcript names none', [['a', undefined]], false],
    ['the first version that passes over unknown events', [['a', '2.1.101']], true],
    [
      'later ones',
      [
        ['a', '2.1.240'],
        ['b', '2.2.0'],
        ['c', '3.0.0'],
      ],
      true,
    ],
    [
      'a former one beside them, as in an editor that is not updated',
      [
        ['a', '2.1.240'],
        ['b', '2.1.100'],
      ],
      false,
    ],
    [
      'a former one in the same project',
      [
        ['a', '2.1.240'],
        ['a', '2.0.77'],
      ],
      false,
    ],
    [
      'a former one long ago',
      [
        ['a', '2.1.240'],
        ['b', '2.0.10', 40],
      ],
      true,
    ],
    ['no session for long', [['a', '2.1.240', 40]], false],
    ['what is no version', [['a', 'latest']], false],
    ['a version with a suffix', [['a', '2.1.240-beta.1']], true],
  ] as const)('%s', async (_, sessions, connected) => {
    for (const [project, version, daysAgo] of sessions as readonly (readonly [string, string | undefined, number?])[])
      await session(project, version, daysAgo);
    const { notes } = await planned();
    expect(notes.some((note) => note.includes('2.1.101 or later'))).toBe(!connected);
    expect('PostToolUseFailure' in (await connect())).toBe(connected);
  });

  it('match the same tools as hooks for succeeded tools', async () => {
    await session('a', '2.1.240');
    expect((await connect())['PostToolUseFailure']).toEqual([
      {
        matcher: 'Bash|PowerShell|mcp__.*',
        hooks: [
          {
            type: 'command',
            command: expect.stringMatching(/ hook PostToolUseFailure$/) as string,
            timeout: 10,
            async: true,
          },
        ],
      },
    ]);
    expect((await planned()).changes).toEqual([]);
  });

  it('stay for an unknown version, are removed for a version without support, and return later', async () => {
    await session('a', '2.1.240', 29);
    await connect();
    await session('a', '2.1.240', 31);
    expect((await planned()).changes).toEqual([]);
    await session('b', '2.1.50');
    expect(Object.keys(await connect())).not.toContain('PostToolUseFailure');
    await session('b', '2.1.50', 31);
    await session('a', '2.1.240');
    expect(Object.keys(await connect())).toContain('PostToolUseFailure');
    await connections().apply(await planned({ remove: true }));
    await expect(readFile(join(home, '.claude', 'settings.json'))).rejects.toThrow('ENOENT');
  });

  it('are not written for a shared file, because the versions of others are unknown', async () => {
    await session('a', '2.1.240');
    const { changes, notes } = await planned({ scope: 'project' });
    expect(changes.map(({ after }) => after).join()).not.toContain('PostToolUseFailure');
    expect(notes).toEqual([expect.stringContaining('on the PATH')]);
  });
});

describe.skipIf(process.platform === 'win32')('the version', () => {
  const LATER = ['PostToolUseFailure', 'SubagentStop', 'PostCompact'];
  const program = (answer: string, folderName = 'bin'): Promise<void> =>
    install(join(home, folderName, 'claude'), answer).then(() => {
      path = [path, join(home, folderName)].filter((part) => part !== '').join(':');
    });

  it('is asked of the program, whatever old transcripts say', async () => {
    await session('a', '2.0.77');
    await program('echo "2.1.332 (Claude Code)"');
    expect((await planned()).notes).toEqual([]);
    const hooks = await connect();
    expect(Object.keys(hooks)).toEqual(expect.arrayContaining(LATER));
  });

  it.each([
    ['in a terminal', (): Promise<void> => program('echo "2.1.50 (Claude Code)"', 'old')],
    ['where its own installer puts it', () => install(join(home, '.local', 'bin', 'claude'), 'echo 2.1.50')],
    [
      'in an editor',
      async (): Promise<void> =>
        void (await mkdir(join(home, '.vscode', 'extensions', 'anthropic.claude-code-2.1.50-linux-x64'), {
          recursive: true,
        })),
    ],
  ])('that counts is the oldest one: %s', async (_, installOld) => {
    await program('echo "2.1.332 (Claude Code)"');
    await installOld();
    expect((await planned()).notes.join()).toMatch(/2\.1\.101 or later.* 2\.1\.50 is in use/);
    const hooks = await connect();
    for (const event of LATER) expect(hooks).not.toHaveProperty(event);
  });

  it('of an editor is that of its newest extension', async () => {
    for (const version of ['2.0.9', '2.1.332'])
      await mkdir(join(home, '.vscode', 'extensions', `anthropic.claude-code-${version}-linux-x64`), {
        recursive: true,
      });
    expect(Object.keys(await connect())).toEqual(expect.arrayContaining(LATER));
  });

  it.each([
    ['fails', 'exit 1'],
    ['says something else', 'echo hello'],
  ])('is what transcripts say where the program %s', async (_, answer) => {
    await program(answer);
    await session('a', '2.1.240');
    expect(Object.keys(await connect())).toEqual(expect.arrayContaining(LATER));
  });

  it('decides which hooks are waited for', async () => {
    const asyncEvents = async (): Promise<string[]> =>
      Object.entries(await connect()).flatMap(([event, groups]) =>
        (groups as { hooks: { async?: boolean }[] }[])[0]?.hooks[0]?.async === true ? [event] : [],
      );
    await program('echo 2.1.118');
    expect(await asyncEvents()).toEqual([]);
    expect((await planned()).notes).toEqual([expect.stringMatching(/2\.1\.118 waits for each hook.*2\.1\.119/)]);
    await program('echo 2.1.119', 'bin');
    expect(await asyncEvents()).toEqual(['PostToolUse', 'PostToolUseFailure', 'Stop', 'SubagentStop']);
    expect((await planned()).changes).toEqual([]);
    // A program that is gone tells nothing: what is there stays.
    path = '';
    expect((await planned()).changes).toEqual([]);
    await program('echo 2.1.118', 'older');
    expect(await asyncEvents()).toEqual([]);
  });
});
