/** No process of Memdir, native libraries included, looks up a name, talks beyond this machine or writes outside its folders. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProtocolConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-languageserver-protocol/node';

import { missingWeights, stageWeights, WEIGHTS_ROOT } from '../../scripts/lib/weights.mjs';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import { embedderPids } from '../embed/support.js';
import { Client as Editor } from '../host/client.js';
import { memoryText, until } from '../support/service.js';
import { contentOf, openSystemTrap } from '../support/system-trap.js';

const CLI = resolve('dist/cli.js');
/** Longer than the 9 s after which the telemetry client of ONNX Runtime 1.30 looks up its server. */
const WATCH_MS = 12_000;
const RUNTIMES = ['native', 'wasm'] as const;
type RuntimeName = (typeof RUNTIMES)[number];

const opened = openSystemTrap();
if (typeof opened === 'string') process.stderr.write(`Network and files are not watched: ${opened}.\n`);
const trap = typeof opened === 'string' ? undefined : opened;
afterAll(() => trap?.close());

interface Place {
  readonly env: Record<string, string>;
  readonly home: string;
  readonly cwd: string;
  readonly data: string;
  readonly store: string;
}

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
const atEnd = (cleanup: () => Promise<unknown>): void => void cleanups.push(cleanup);

/** A user whose home and temporary folder are empty, with a memory that shares no word with {@link QUESTION}. */
async function place(runtime: RuntimeName): Promise<Place> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'memdir-offline-')));
  atEnd(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const [home, cwd, data, store] = ['home', 'project', 'data', 'memory'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [home, cwd, data, store]) await mkdir(folder);
  await writeFile(
    join(data, 'settings.json'),
    JSON.stringify({ 'embedding.provider': 'embedded', 'embedding.runtime': runtime }),
  );
  await writeFile(
    join(store, 'pnpm.md'),
    memoryText({ name: 'pnpm', description: 'Install packages with pnpm, never npm', body: 'Packages: pnpm install.' }),
  );
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'share'),
    XDG_STATE_HOME: join(home, 'state'),
    MEMDIR_DATA_DIR: data,
    // Each process is watched by itself.
    MEMDIR_SERVE: 'off',
    ...trap?.env([data, store]),
  };
  return { env, home, cwd, data, store };
}

const QUESTION = 'which dependency manager do we use';

let before = 0;
beforeEach(() => (before = trap?.events().length ?? 0));

function expectNothing({ home, cwd }: Place): void {
  expect(trap?.events().slice(before)).toEqual([]);
  expect([contentOf(home), contentOf(cwd)]).toEqual([[], []]);
}

async function run(at: Place, args: readonly string[], input = ''): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: at.cwd, env: { ...at.env, MEMDIR_HOOK_MS: '20000' } });
  let stderr = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code, stderr).toBe(0);
}

async function startServer(at: Place): Promise<{ client: Client; pid: number }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', '--allow-write', '--dir', at.store],
    env: at.env,
    cwd: at.cwd,
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  atEnd(() => client.close());
  return { client, pid: transport.pid ?? 0 };
}

async function startHost(at: Place, runtime: RuntimeName): Promise<{ editor: Editor; child: ChildProcess }> {
  const child = fork(resolve('dist/host.js'), ['--node-ipc'], { stdio: 'ignore', silent: true, env: at.env });
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const editor = new Editor(createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child)));
  await editor.initialize(at.cwd, {
    settings: {
      ...DEFAULT_SETTINGS,
      directories: [at.store],
      'embedding.provider': 'embedded',
      'embedding.runtime': runtime,
    },
    trusted: true,
    claudeEnvironment: {},
    dataDir: at.data,
  });
  return { editor, child };
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

describe.skipIf(trap === undefined)(
  'nothing leaves the machine, and nothing is written outside memory and data folder',
  () => {
    it('is seen where it happens, in JavaScript and in native code', async () => {
      const at = await place('native');
      const script = `
      require('node:net').connect(80, '192.0.2.1').on('error', () => {});
      require('node:net').connect(80, '127.0.0.1').on('error', () => {});
      require('node:fs').mkdirSync('folder');
      require('node:fs').writeFileSync('folder/file', '');
      require('node:fs').writeFileSync(process.env.MEMDIR_DATA_DIR + '/file', '');
      const send = () => require('node:dgram').createSocket('udp4').send('x', 53, '192.0.2.2', () => process.exit());
      require('node:dns').lookup('name.invalid', send);`;
      const child = spawn(process.execPath, ['-e', script], { cwd: at.cwd, env: at.env });
      await once(child, 'close');
      const calls = trap!
        .events()
        .slice(before)
        .map((line) => line.split(' ').slice(0, 2).join(' '));
      expect(calls.sort()).toEqual([
        'bind 0.0.0.0:0',
        'connect 192.0.2.1:80',
        'lookup name.invalid',
        `mkdir ${join(at.cwd, 'folder')}`,
        'sendmsg 192.0.2.2:53',
        `write ${join(at.cwd, 'folder/file')}`,
      ]);
    });

    it.each(RUNTIMES)('by memdir mcp with the %s embedder, which is watched for 12 s', async (runtime) => {
      const at = await place(runtime);
      const { client, pid } = await startServer(at);
      await until('the memory is found by its meaning', async () =>
        JSON.stringify(await client.callTool({ name: 'search_memory', arguments: { query: QUESTION } })).includes(
          'pnpm.md',
        ),
      );
      expect(embedderPids(pid)).toHaveLength(1);
      await pause(WATCH_MS);
      await client.close();
      expectNothing(at);
    });

    // Their weights are not under version control. `large` is too slow for WebAssembly and says so.
    it.each(
      (
        [
          ['languages', 'native'],
          ['languages', 'wasm'],
          ['large', 'native'],
        ] as const
      ).filter(([name]) => missingWeights(name, WEIGHTS_ROOT) === undefined),
    )('by memdir mcp with the weights of %s and the %s runtime', async (name, runtime) => {
      const at = await place(runtime);
      const model = join(at.data, '..', 'weights');
      await stageWeights(name, WEIGHTS_ROOT, model);
      await run(at, ['model', 'add', join(model, 'model')]);
      const { client, pid } = await startServer(at);
      await until('the memory is found by its meaning', async () =>
        JSON.stringify(await client.callTool({ name: 'search_memory', arguments: { query: QUESTION } })).includes(
          'pnpm.md',
        ),
      );
      expect(embedderPids(pid).length).toBeGreaterThan(0);
      await pause(WATCH_MS);
      await client.close();
      expectNothing(at);
    });

    it.each(RUNTIMES)('by the host with the %s embedder', async (runtime) => {
      const at = await place(runtime);
      const { editor, child } = await startHost(at, runtime);
      const checks = await editor.request('health');
      expect(checks.find(({ check }) => check === 'Embedding')).toMatchObject({ ok: true });
      expect(embedderPids(child.pid)).toHaveLength(1);
      child.disconnect();
      await once(child, 'exit');
      expectNothing(at);
    });

    it.each([
      ['search', ['search', QUESTION]],
      ['recall', ['recall', '--prompt', QUESTION]],
      ['index', ['index']],
      ['list', ['list']],
      ['lint', ['lint']],
      ['doctor', ['doctor']],
      ['remember', ['remember', 'Deploys are frozen on Fridays.']],
    ] as const)('by memdir %s', async (_, args) => {
      const at = await place('native');
      await run(at, [...args, '--dir', at.store]);
      expectNothing(at);
    });

    it('by memdir serve, with stores and model opened', async () => {
      const at = await place('native');
      await run(at, ['index', '--dir', at.store]);
      await run(at, ['serve', '--idle', '0.1', '--warm', at.cwd]);
      expectNothing(at);
    });

    it.each(['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd'])(
      'by the %s hook',
      async (event) => {
        const at = await place('native');
        const input = { session_id: 's1', transcript_path: '/nowhere/t.jsonl', cwd: at.cwd, hook_event_name: event };
        await run(at, ['hook', event], JSON.stringify({ ...input, prompt: QUESTION, tool_name: 'Bash' }));
        expectNothing(at);
      },
    );
  },
);
