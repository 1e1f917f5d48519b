import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { commandIndex, hookArguments } from '../../src/cli/entry-arguments.js';
import { tempFolder, type Terminal, terminal } from './support.js';

let shell: Terminal;
let memory: string;
beforeEach(async () => {
  shell = await terminal();
  memory = join(await tempFolder(), 'my memory');
  await mkdir(memory);
  await writeFile(join(memory, 'a.md'), '---\nname: alpha\n---\nOne.\n');
});

describe('flags that every command takes', () => {
  it('count before the command as after it', async () => {
    for (const words of [
      ['--json', '--dir', memory, 'list'],
      ['--json', 'list', '--dir', memory],
      [`--dir=${memory}`, 'list', '--json'],
    ]) {
      const { code, stdout, stderr } = await shell.run(...words);
      expect({ code, stderr, memories: JSON.parse(stdout) as unknown }).toMatchObject({
        code: 0,
        stderr: '',
        memories: [{ name: 'alpha', path: join(memory, 'a.md') }],
      });
    }
  });

  it('add up where they may be repeated, and the later one wins elsewhere', async () => {
    const other = await tempFolder();
    await writeFile(join(other, 'b.md'), '---\nname: beta\n---\nTwo.\n');
    expect(
      (await shell.json<{ name: string }[]>('--dir', memory, 'list', '--dir', other)).map(({ name }) => name).sort(),
    ).toEqual(['alpha', 'beta']);
    const [early, late] = [await tempFolder(), await tempFolder()];
    const checks = await shell.json<{ check: string; detail: string }[]>(
      '--data-dir',
      early,
      'doctor',
      '--data-dir',
      late,
    );
    expect(checks.find(({ check }) => check === 'Index')?.detail).toContain(join(late, 'index.db'));
  });

  it('count before a subcommand of a command too', async () => {
    const models = await shell.json('model', 'list');
    for (const words of [
      ['--json', 'model', 'list'],
      ['model', '--json', 'list'],
    ])
      expect(JSON.parse((await shell.run(...words)).stdout)).toEqual(models);
  });

  it('count for servers, and no others do', async () => {
    const messages = [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'list_recent', arguments: {} } },
    ];
    const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
    const ended = await shell.start(['--dir', memory, 'mcp'], input);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('unknown 0d: alpha');
    expect(await shell.run('--frobnicate', 'list')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Unknown option: --frobnicate') as string,
    });
  });

  it('name the data folder of a hook', async () => {
    const data = await tempFolder();
    for (const words of [
      ['--data-dir', data, 'hook', 'Stop'],
      ['hook', 'Stop', '--data-dir', data],
      ['hook', `--data-dir=${data}`, 'Stop'],
    ]) {
      expect(await shell.start(words, '{"session_id":"s"}')).toMatchObject({ code: 0 });
    }
    expect(
      (await readFile(join(data, 'capture', 'queue.jsonl'), 'utf8')).split('\n').filter((line) => line !== ''),
    ).toHaveLength(3);
  });

  it('stand in the help of the program and of each command', async () => {
    for (const words of [['--help'], ['search', '--help'], ['model', 'list', '--help']]) {
      const { stdout } = await shell.run(...words);
      for (const flag of ['--dir <dir>', '--all', '--json', '--data-dir <dir>', '--quiet', '--untrusted'])
        expect(stdout).toContain(flag);
      expect(stdout).not.toContain('[]');
    }
    expect((await shell.run('mcp', '--help')).stdout).not.toContain('--json');
  });
});

describe('wrong use of a subcommand', () => {
  it('ends with 2, as elsewhere', async () => {
    expect(await shell.run('model', 'list', '--what')).toMatchObject({ code: 2, stdout: '' });
    expect(await shell.run('model')).toMatchObject({ code: 2 });
  });
});

describe('what the entry reads of a command line', () => {
  it.each([
    [['list'], 0],
    [['--json', 'list'], 1],
    [['--dir', 'list', 'show'], 2],
    [['--dir=x', 'list'], 1],
    [['--data-dir', 'd', '--quiet', 'mcp'], 3],
    [['--json'], -1],
    [[], -1],
    [['--dir'], -1],
  ])('%j', (args, at) => expect(commandIndex(args)).toBe(at));

  it.each([
    [['hook', 'Stop'], { event: 'Stop' }],
    [['hook'], { event: '' }],
    [['--data-dir', 'd', 'hook', 'Stop'], { event: 'Stop', dataDir: 'd' }],
    [['hook', '--data-dir=d', 'Stop'], { event: 'Stop', dataDir: 'd' }],
    [['hook', '--data-dir'], { event: '' }],
  ])('%j', (args, call) => expect(hookArguments(args)).toEqual(call));
});
