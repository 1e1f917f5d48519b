/** The built server as a process, with the official client on the other end. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult, ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { afterEach } from 'vitest';

/** The built files, or those of an unpacked package that MEMDIR_CLI names. */
export const CLI = resolve(process.env.MEMDIR_CLI ?? 'dist/cli.js');

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
export const atEnd = (cleanup: () => Promise<unknown>): void => void cleanups.push(cleanup);

/** A user of their own with one memory directory. */
export interface Place {
  readonly dir: string;
  readonly store: string;
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly write: (path: string, text: string, days?: number) => Promise<void>;
}

export async function place(
  settings: Readonly<Record<string, unknown>> = { 'embedding.provider': 'none' },
): Promise<Place> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'memdir-mcp-')));
  atEnd(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const [store, cwd, data] = [join(dir, 'memory'), join(dir, 'project'), join(dir, 'data')];
  for (const folder of [store, cwd, data]) await mkdir(folder);
  await writeFile(join(data, 'settings.json'), JSON.stringify(settings));
  return {
    dir,
    store,
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: dir,
      USERPROFILE: dir,
      MEMDIR_DATA_DIR: data,
      // The server itself is tested; MEMDIR_SERVE=on runs the same tests through the background process.
      MEMDIR_SERVE: process.env.MEMDIR_SERVE ?? 'off',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    },
    write: async (path, text, days = 0) => {
      const file = join(store, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      await utimes(file, new Date(), new Date(Date.now() - days * 86_400_000));
    },
  };
}

export const memory = (name: string, description: string, body = description, type = 'project', more = ''): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}metadata:\n  type: ${type}\n---\n\n${body}\n`;

export interface Connected {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  readonly pid: number;
  readonly stderr: () => string;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<CallToolResult>;
  readonly text: (tool: string, args?: Record<string, unknown>) => Promise<string>;
}

export interface ConnectOptions {
  readonly args?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  /** What the client calls itself. */
  readonly name?: string;
  /** Whether results come as data too, as most tests read them. Default true. */
  readonly structured?: boolean;
  /** Called before the client connects. */
  readonly prepare?: (client: Client) => void;
}

export async function connect(
  at: Place,
  { args = ['--dir', at.store], capabilities = {}, name = 'test', structured = true, prepare }: ConnectOptions = {},
): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...(structured ? ['--structured'] : []), ...args],
    env: at.env,
    cwd: at.cwd,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const client = new Client({ name, version: '1' }, { capabilities });
  prepare?.(client);
  await client.connect(transport);
  atEnd(() => client.close());
  const call = async (tool: string, given: Record<string, unknown> = {}): Promise<CallToolResult> =>
    (await client.callTool({ name: tool, arguments: given })) as CallToolResult;
  return {
    client,
    transport,
    call,
    pid: transport.pid ?? 0,
    stderr: () => stderr,
    text: async (tool, given) => textOf(await call(tool, given)),
  };
}

export const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

/** The server with its raw lines. */
export interface Raw {
  readonly child: ChildProcessWithoutNullStreams;
  readonly send: (line: string) => void;
  /** Messages that came, parsed; what cannot be parsed fails. */
  readonly messages: () => Record<string, unknown>[];
  readonly stderr: () => string;
  readonly answer: (id: number | null) => Promise<Record<string, unknown>>;
}

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

export function raw(at: Place, args: readonly string[] = ['--dir', at.store]): Raw {
  const child = spawn(process.execPath, [CLI, 'mcp', ...args], { env: at.env, cwd: at.cwd });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // Writing to a server that has ended is part of some tests.
  child.stdin.on('error', () => undefined);
  atEnd(async () => child.kill('SIGKILL'));
  const messages = (): Record<string, unknown>[] =>
    stdout
      .slice(0, stdout.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    child,
    messages,
    send: (line) => void child.stdin.write(`${line}\n`),
    stderr: () => stderr,
    answer: async (id) => {
      for (const end = Date.now() + 30_000; Date.now() < end;) {
        const found = messages().find((message) => message['id'] === id && !('method' in message));
        if (found) return found;
        await new Promise((done) => setTimeout(done, 10));
      }
      throw new Error(`No answer to ${id}. ${stderr}`);
    },
  };
}

/** A made-up GitHub token. */
export const TOKEN = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`;

/** A place with three memories and an index. */
export async function shop(): Promise<Place> {
  const at = await place();
  await at.write(
    'feedback_pnpm.md',
    memory(
      'use-pnpm',
      'Use pnpm, never npm',
      'Use pnpm, never npm, because CI shares the lockfile.',
      'feedback',
      'repos: [shop]\n',
    ),
    12,
  );
  await at.write('project_deploy.md', memory('deploy-days', 'Deploys go out on Tuesdays'), 1);
  await at.write('notes/größe & %.md', memory('odd', 'An odd file name'));
  await at.write(
    'MEMORY.md',
    '# Memory\n\n- [Use pnpm](feedback_pnpm.md): never npm\n- [Deploy days](project_deploy.md): Tuesdays\n',
  );
  return at;
}
