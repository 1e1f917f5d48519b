import { type ChildProcess, fork, spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-languageserver-protocol/node';

import { askHost, findHost } from '../../src/node/discovery.js';
import { DEFAULT_SETTINGS, type Settings } from '../../src/protocol/settings.js';
import { embedderPids } from '../embed/support.js';
import { memoryText, until } from '../support/service.js';
import { type Terminal, terminal } from './support.js';

let shell: Terminal;
let dataDir: string;
const TOKEN = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;

beforeEach(async () => {
  shell = await terminal();
  dataDir = join(shell.home, 'data');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'settings.json'), '{ "embedding.provider": "none" }');
});

type Line = Record<string, unknown>;
const kept = async (): Promise<Line[]> =>
  (await readFile(join(dataDir, 'capture', 'queue.jsonl'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

const seen = (name: string, command: string): string =>
  JSON.stringify({
    session_id: 's',
    cwd: shell.cwd,
    tool_name: name,
    tool_input: { command },
    tool_response: { stdout: 'ok' },
  });

describe('memdir observe', () => {
  it('keeps text from standard input, with where and when it was seen', async () => {
    const ended = await shell.pipe(
      `We use Celery, not RQ, because of its retries. export T=${TOKEN}\n`,
      'observe',
      '--json',
    );
    const { id } = JSON.parse(ended.stdout) as { id: string };
    expect(await kept()).toEqual([
      expect.objectContaining({
        id,
        source: 'command',
        cwd: await realpath(shell.cwd),
        at: expect.stringMatching(/[+-]\d\d:\d\d$/) as string,
      }),
    ]);
    expect(JSON.stringify(await kept())).toMatch(/Celery.*\[masked: /);
    expect(await shell.json('queue')).toMatchObject({ waiting: 1, dead: 0, budget: { entries: 0 } });
  });

  it('keeps JSON as what it says, and other JSON as text', async () => {
    await shell.pipe(
      JSON.stringify({
        id: 'once-and-only',
        at: '2026-03-11T14:05:00+01:00',
        locale: 'de',
        tool: { name: 'Bash', input: { command: 'make' }, output: 'no rule', failed: true },
      }),
      'observe',
    );
    await shell.pipe('{"scripts":{"test":"vitest"}}', 'observe', '-');
    expect(await kept()).toMatchObject([
      { id: 'once-and-only', at: '2026-03-11T14:05:00+01:00', locale: 'de', tool: { name: 'Bash', failed: true } },
      { text: '{"scripts":{"test":"vitest"}}' },
    ]);
  });

  it.each([
    ['nothing', ' \n'],
    ['a time that is none', '{"text":"x","at":"yesterday"}'],
    ['an id that is a path', '{"text":"x","id":"../../../x"}'],
    ['no text', '{"text":3}'],
  ])('refuses %s', async (_, input) => {
    expect(await shell.pipe(input, 'observe')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/needs “text”/) as string,
    });
    expect(await kept()).toEqual([]);
  });

  it('keeps nothing where capture is off, and neither do hooks', async () => {
    await writeFile(
      join(dataDir, 'settings.json'),
      '{ "embedding.provider": "none", "memdir.capture.enabled": false }',
    );
    expect(await shell.pipe('The build needs Node 24.', 'observe')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/memdir.capture.enabled is off/) as string,
    });
    expect(
      await shell.hook(
        'PostToolUse',
        '{"session_id":"s","tool_name":"Bash","tool_input":{"command":"make"},"tool_response":{"stdout":"ok"}}',
      ),
    ).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await kept()).toEqual([]);
  });

  it('says in words what waits and what failed', async () => {
    await mkdir(join(dataDir, 'capture'));
    await writeFile(
      join(dataDir, 'capture', 'dead.jsonl'),
      `${JSON.stringify({ version: 1, at: '2026-03-11T12:00:00Z', reason: 'It was prose.', tries: 3, entry: 'a:0', line: '{}' })}\n`,
    );
    expect((await shell.run('queue')).stdout).toMatch(/^0 observations waiting, 1 failed[\s\S]*It was prose\./);
    expect((await shell.run('doctor')).stdout).toMatch(/FAIL +Observation queue +0 waiting, 1 failed/);
    expect((await shell.run('queue', '--retry-dead')).stdout).toBe('1 observation will be retried.\n');
    expect((await shell.run('queue')).stdout).toMatch(/^1 observation waiting, 0 failed/);
    await writeFile(
      join(dataDir, 'capture', 'state.json'),
      JSON.stringify({
        version: 1,
        day: '2026-03-11',
        entries: 0,
        tokens: 0,
        failures: 2,
        at: { entry: 'a:0', begun: 2, tries: 1, reason: 'It was prose.' },
      }),
    );
    expect((await shell.run('queue')).stdout).toContain(
      'An observation failed and is being retried (2 attempts so far): It was prose.\n',
    );
  });
});

describe('Memdir itself is never observed', () => {
  it('nor what our server and our command answer', async () => {
    await shell.hook('PostToolUse', seen('mcp__memdir__search_memory', ''));
    await shell.hook('PostToolUse', seen('Bash', 'memdir search deploy'));
    expect(await kept()).toEqual([]);
    await shell.hook('PostToolUse', seen('Bash', 'make'));
    expect(await kept()).toHaveLength(1);
  });

  it('nor memories that were recalled into what a tool said', async () => {
    await shell.hook(
      'PostToolUse',
      JSON.stringify({
        session_id: 's',
        tool_name: 'Bash',
        tool_input: { command: 'cat t' },
        tool_response: { stdout: 'before <recalled-memories>what is known</recalled-memories> after' },
      }),
    );
    const [line] = await kept();
    expect(line).toMatchObject({ payload: { tool_response: { stdout: 'before  after' } } });
  });
});

// A program that Memdir starts may start an agent, whose hooks start Memdir: here git is such a program.
describe.skipIf(process.platform === 'win32')('what runs below a process of Memdir', () => {
  let project: string;
  let ran: string;
  let env: NodeJS.ProcessEnv;
  beforeEach(async () => {
    project = await realpath(shell.cwd);
    [ran, env] = [
      join(shell.home, 'ran'),
      { ...shell.env, PATH: `${join(shell.home, 'bin')}${delimiter}${shell.env['PATH'] ?? ''}` },
    ];
    const [store, bin] = [
      join(shell.home, '.claude', 'projects', project.replace(/[^a-zA-Z0-9]/g, '-'), 'memory'),
      join(shell.home, 'bin'),
    ];
    for (const folder of [store, bin, join(project, '.git', 'objects'), join(project, '.git', 'refs')])
      await mkdir(folder, { recursive: true });
    await writeFile(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    for (let at = 0; at < 10; at++)
      await writeFile(
        join(store, `gone-${at}.md`),
        memoryText({
          name: `gone-${at}`,
          description: `Where invoices are made ${at}`,
          body: `Invoices ${at} are made in \`src/billing/invoice-${at}.ts\`.`,
        }),
      );
    // Git runs in trusted folders alone.
    await shell.run('trust', project);
    const hook = `printf '%s' '${seen('Bash', 'make')}' | MEMDIR_DATA_DIR='${dataDir}' '${process.execPath}' '${resolve('dist/cli.js')}' hook PostToolUse`;
    await writeFile(join(bin, 'git'), `#!/bin/sh\n${hook}\necho "$MEMDIR_SELF" >> '${ran}'\nexit 1\n`);
    await chmod(join(bin, 'git'), 0o755);
  });

  /** Below every process that was started stood the mark, and its hook kept nothing. */
  async function nothingObserved(): Promise<void> {
    expect(new Set((await readFile(ran, 'utf8')).trimEnd().split('\n'))).toEqual(new Set(['1']));
    await expect(stat(join(dataDir, 'capture', 'queue.jsonl'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(stat(join(dataDir, 'queue.jsonl'))).rejects.toMatchObject({ code: 'ENOENT' });
  }

  const ended = (args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<number | null> =>
    new Promise(
      (done) =>
        void spawn(process.execPath, [resolve('dist/cli.js'), ...args], {
          cwd: project,
          env: { ...env, ...more },
          stdio: 'ignore',
        }).on('close', done),
    );

  // What Claude Code sets for the commands of its hooks.
  const HOOKED = {
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_CODE_SESSION_ID: 's',
    CLAUDE_PROJECT_DIR: '/x',
  };
  it.each([
    ['lint', ['lint', '--fail-on', 'never'], {}],
    ['a consolidation', ['dream', '--force', '--dry-run'], {}],
    ['a consolidation that a hook of Claude Code began', ['dream', '--force', '--apply'], HOOKED],
  ])('is not observed: %s', async (_, args, more) => {
    expect(await ended(args, more)).toBe(0);
    await nothingObserved();
  });

  // It starts no git; the process of its embedding model is marked.
  it.skipIf(process.platform !== 'linux')('is not observed: the MCP server', async () => {
    await writeFile(join(dataDir, 'settings.json'), '{}');
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'mcp'], {
      cwd: project,
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const say = (message: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    try {
      say({
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      });
      say({ method: 'notifications/initialized' });
      say({
        id: 2,
        method: 'tools/call',
        params: { name: 'search_memory', arguments: { query: 'where are invoices made' } },
      });
      let pids: number[] = [];
      await until('a process was started', () => (pids = embedderPids(child.pid, '')).length > 0);
      for (const pid of pids)
        expect((await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')).toContain('MEMDIR_SELF=1');
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('is not observed: the host of VS Code', async () => {
    const host = fork(resolve('dist/host.js'), ['--node-ipc'], { cwd: project, env, silent: true });
    try {
      const connection = createMessageConnection(new IPCMessageReader(host), new IPCMessageWriter(host));
      connection.onRequest(() => null);
      connection.listen();
      await connection.sendRequest('initialize', {
        processId: process.pid,
        rootUri: null,
        capabilities: {},
        workspaceFolders: [{ uri: `file://${project}`, name: 'w' }],
        initializationOptions: {
          settings: { ...DEFAULT_SETTINGS, 'embedding.provider': 'none' },
          dataDir,
          trusted: true,
          claudeEnvironment: {},
        },
      });
      await connection.sendNotification('initialized', {});
      await until('a process was started', async () => (await readFile(ran, 'utf8').catch(() => '')) !== '');
    } finally {
      host.kill('SIGKILL');
    }
    await nothingObserved();
  });
});

describe('a host', () => {
  const hosts: ChildProcess[] = [];
  afterEach(() => {
    for (const host of hosts.splice(0)) host.kill('SIGKILL');
  });

  async function startHost(settings: Partial<Settings> = {}): Promise<void> {
    const host = fork(resolve('dist/host.js'), ['--node-ipc'], { env: shell.env, silent: true });
    hosts.push(host);
    const connection = createMessageConnection(new IPCMessageReader(host), new IPCMessageWriter(host));
    connection.onRequest(() => null);
    connection.listen();
    await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
      workspaceFolders: [{ uri: `file://${shell.cwd}`, name: 'w' }],
      initializationOptions: {
        settings: { ...DEFAULT_SETTINGS, 'embedding.provider': 'none', ...settings },
        dataDir,
        trusted: true,
        claudeEnvironment: {},
      },
    });
    await connection.sendNotification('initialized', {});
    const folder = await realpath(shell.cwd);
    await until('the host listens', () => findHost(dataDir, folder)?.pid === host.pid);
  }
  const post = async (question: unknown): Promise<unknown> => {
    const host = findHost(dataDir, await realpath(shell.cwd));
    if (host === undefined) throw new Error('There is no host.');
    return await askHost(host, '/observe', question, 10_000);
  };

  it('takes observations, masks them and refuses what is none', async () => {
    await startHost();
    expect(await post({ text: `The build needs Node 24. export T=${TOKEN}`, id: 'from-an-editor-1' })).toEqual({
      status: 'queued',
      id: 'from-an-editor-1',
    });
    expect(JSON.stringify(await kept())).toMatch(/from-an-editor-1.*\[masked: /);
    for (const wrong of [{}, 'text', { text: '' }, { text: 'x', at: 'now' }, { tool: { output: 'x' } }])
      await expect(post(wrong)).rejects.toThrow('status 400');
  });

  it('whose settings switch capture off has hooks keep nothing, until it is on again', async () => {
    await startHost({ 'capture.enabled': false });
    await until('it is noted', async () =>
      (await readdir(join(dataDir, 'capture')).catch((): string[] => [])).includes('off'),
    );
    await shell.hook(
      'PostToolUse',
      '{"session_id":"s","tool_name":"Bash","tool_input":{"command":"make"},"tool_response":{"stdout":"ok"}}',
    );
    await expect(post({ text: 'The build needs Node 24.' })).rejects.toThrow('status 503');
    expect(await shell.pipe('The build needs Node 24.', 'observe')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/capture.enabled is off/) as string,
    });
    expect((await shell.run('queue')).stdout).toContain('capture.enabled is off');
    expect(await kept()).toEqual([]);
    hosts.pop()?.kill('SIGKILL');
    await startHost();
    await until('it is noted', async () => !(await readdir(join(dataDir, 'capture'))).includes('off'));
  });
});
