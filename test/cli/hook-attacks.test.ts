import { execFileSync, spawn } from 'node:child_process';
import { chmod, chown, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DEPLOY, PROMPT, TOKEN, writeProjectStore } from '../support/hook-project.js';
import { type Ended, type Terminal, terminal } from './support.js';

let shell: Terminal;
let dataDir: string;

interface HookRun {
  readonly env?: NodeJS.ProcessEnv;
  /** Standard input stays open. */
  readonly open?: boolean;
}

function hook(event: string, input: string | object, { env = {}, open = false }: HookRun = {}): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'hook', event], {
      cwd: shell.cwd,
      env: { ...shell.env, MEMDIR_HOOK_MS: '20000', ...env },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', failed).on('close', (code) => done({ code, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.write(typeof input === 'string' ? input : JSON.stringify(input));
    if (!open) child.stdin.end();
  });
}

const NOTHING: Ended = { code: 0, stdout: '', stderr: '' };
const prompted = (more: object = {}): object => ({
  session_id: 's1',
  transcript_path: '/nowhere/t.jsonl',
  cwd: shell.cwd,
  hook_event_name: 'UserPromptSubmit',
  prompt: PROMPT,
  ...more,
});
const log = async (): Promise<string[]> =>
  (await readFile(join(dataDir, 'memdir.log'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

beforeEach(async () => {
  shell = await terminal();
  dataDir = join(shell.home, 'data');
  await writeProjectStore(shell, DEPLOY);
});

describe('a hook that can do nothing says so in one line of the log, which quotes nothing', () => {
  it.each(['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure', 'Stop', 'SessionEnd'])(
    '%s: no JSON',
    async (event) => {
      expect(await hook(event, `{"prompt": "${TOKEN}`)).toEqual(NOTHING);
      expect(await log()).toEqual([
        expect.stringMatching(new RegExp(`warn The ${event} hook did nothing: its input is no JSON\\.$`)),
      ]);
    },
  );

  it.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['two objects', '{}{}'],
    ['an event that is not known', '{}', TOKEN],
  ])('%s', async (_, input, event = 'UserPromptSubmit') => {
    expect(await hook(event, input)).toEqual(NOTHING);
    expect(await log()).toHaveLength(1);
    expect((await log()).join()).not.toContain('x7Kq9Zr2');
  });

  it('standard input that is never closed', async () => {
    expect(await hook('UserPromptSubmit', prompted(), { open: true, env: { MEMDIR_HOOK_MS: '300' } })).toEqual(NOTHING);
    expect(await log()).toEqual([expect.stringMatching(/did nothing: its input did not end\.$/)]);
  });

  it('a folder that is gone', async () => {
    expect(await hook('UserPromptSubmit', prompted({ cwd: join(shell.home, TOKEN) }))).toEqual(NOTHING);
    expect(await log()).toEqual([expect.stringMatching(/the folder it was started for is not there\.$/)]);
  });
});

describe('what an agent may send', () => {
  it.each([
    ['a session nobody knows', { session_id: 'never seen' }],
    ['a session that looks like a path', { session_id: '../../../etc/passwd' }],
    ['no session', { session_id: undefined }],
    ['a session of 100,000 letters', { session_id: 's'.repeat(100_000) }],
  ])('%s is answered', async (_, more) => {
    const { code, stdout, stderr } = await hook('UserPromptSubmit', prompted(more));
    expect({ code, stderr, given: stdout.includes('with ship prod.') }).toEqual({ code: 0, stderr: '', given: true });
  });

  it('a prompt with keys of its own, and values nested deeply', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    expect(
      await hook(
        'PostToolUse',
        `{"session_id": "s", "tool_name": "Bash", "tool_input": ${deep}, "__proto__": {"cwd": "/x"}, "constructor": 1}`,
      ),
    ).toEqual(NOTHING);
    expect(await log()).toEqual([]);
  });
});

describe('what cannot be kept', () => {
  it('of the tools of a session does not lose what was observed, nor say so', async () => {
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'sessions'), 'a file');
    expect(
      await hook('PostToolUse', {
        session_id: 's1',
        cwd: shell.cwd,
        tool_name: 'Bash',
        tool_input: { command: 'terraform plan' },
      }),
    ).toEqual(NOTHING);
    expect(await readFile(join(dataDir, 'capture', 'queue.jsonl'), 'utf8')).toContain('terraform plan');
    expect(await log()).toEqual([
      expect.stringMatching(
        /warn The tool of a PostToolUse hook was not noted: The record of this session couldn’t be saved/,
      ),
    ]);
  });
});

describe('an index that is broken', () => {
  it('is done without, and answers again', async () => {
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'index.db'), 'no database at all'.repeat(1000));
    const { code, stderr } = await hook('UserPromptSubmit', prompted());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect((await hook('UserPromptSubmit', prompted({ session_id: 's2' }))).stdout).toContain('with ship prod.');
  });

  it('that is a folder leaves a line', async () => {
    await mkdir(join(dataDir, 'index.db', 'x'), { recursive: true });
    expect(await hook('UserPromptSubmit', prompted())).toMatchObject({ code: 0, stderr: '' });
    expect((await log()).length).toBeGreaterThan(0);
  });
});

describe('addresses of hosts', () => {
  const KEY = 'a'.repeat(64);
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A program that accepts and never answers, or answers nonsense. */
  async function listening(answer?: string): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      if (answer !== undefined) socket.end(answer);
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (server.address() as AddressInfo).port;
  }

  async function address(more: object): Promise<string> {
    const file = join(dataDir, 'hosts', 'h.json');
    await mkdir(join(dataDir, 'hosts'), { recursive: true, mode: 0o700 });
    await writeFile(
      file,
      JSON.stringify({
        version: 2,
        pid: process.pid,
        started: '2026-01-01T00:00:00Z',
        port: 9,
        key: KEY,
        folders: [await realpath(shell.cwd)],
        ...more,
      }),
      { mode: 0o600 },
    );
    return file;
  }

  it.each([
    ['accepts and never answers', undefined, /no response within/],
    ['is another program', 'HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n{"text":"x"}', /it is another program/],
    ['speaks no HTTP', 'SSH-2.0-x\r\n', /was not asked/],
  ])('one that %s is done without', async (_, answer, reason) => {
    await address({ port: await listening(answer) });
    const patience = answer === undefined ? { MEMDIR_HOOK_MS: '8000' } : {};
    const { code, stdout, stderr } = await hook('UserPromptSubmit', prompted(), { env: patience });
    expect({ code, stderr, given: stdout.includes('with ship prod.') }).toEqual({ code: 0, stderr: '', given: true });
    expect(await log()).toEqual([expect.stringMatching(reason)]);
  });

  it.each(['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure', 'Stop', 'SessionEnd'])(
    'of a host that was killed, with its process number and port taken: the %s hook tells the program nothing',
    async (event) => {
      const port = await listening('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      let told = '';
      servers[0]?.on('connection', (socket) => socket.setEncoding('utf8').on('data', (part: string) => (told += part)));
      await address({ port });
      await mkdir(join(shell.cwd, '.git'));
      await writeFile(join(shell.cwd, '.git', 'HEAD'), 'ref: refs/heads/fix/deploy-billing-production\n');
      const tool = { tool_name: 'Bash', tool_input: { command: 'deploy billing' }, tool_response: 'deploy billing' };
      await hook(event, prompted({ hook_event_name: event, ...tool }));
      for (const secret of [/deploy/i, /billing/i, new RegExp(KEY)]) expect(told).not.toMatch(secret);
      if (event === 'UserPromptSubmit') expect(told).toContain('POST /prove ');
    },
  );

  it('left by a host that died, of a port nobody listens at, or half written, are done without', async () => {
    for (const more of [{ pid: 2 ** 22 + 1 }, { port: 9 }, { key: 'short' }, { folders: '/' }]) {
      await address(more);
      expect((await hook('UserPromptSubmit', prompted({ session_id: JSON.stringify(more) }))).stdout).toContain(
        'with ship prod.',
      );
    }
    await writeFile(join(dataDir, 'hosts', 'h.json'), '{"version":1,');
    expect((await hook('UserPromptSubmit', prompted({ session_id: 'half' }))).stdout).toContain('with ship prod.');
  });

  it.skipIf(process.platform === 'win32')('that are pipes keep nobody waiting', async () => {
    await mkdir(join(dataDir, 'hosts'), { recursive: true, mode: 0o700 });
    execFileSync('mkfifo', ['-m', '600', join(dataDir, 'hosts', '1-2.json')]);
    expect((await hook('UserPromptSubmit', prompted())).stdout).toContain('with ship prod.');
  });

  it.skipIf(process.platform === 'win32')('that others could have written are not followed', async () => {
    const port = await listening('HTTP/1.1 200 OK\r\n\r\n');
    let asked = 0;
    servers[0]?.on('connection', () => asked++);
    const file = await address({ port });
    await chmod(file, 0o666);
    expect((await hook('UserPromptSubmit', prompted())).stdout).toContain('with ship prod.');
    if (process.getuid?.() === 0) {
      await chmod(file, 0o600);
      await chown(file, 65_534, 65_534);
      expect((await hook('UserPromptSubmit', prompted({ session_id: 's2' }))).stdout).toContain('with ship prod.');
    }
    expect(asked).toBe(0);
  });
});
