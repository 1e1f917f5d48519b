/** Clients that call as agents do: mostly reads, and 7 of 100 calls write. */
import path from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import type { Bed } from '../../bench/engine.mjs';
import { questions } from '../../bench/generate.mjs';
import { environmentOf, residentOf, run } from './command.mjs';

export interface Call {
  readonly what: 'search' | 'list_recent' | 'get' | 'remember' | 'change' | 'command';
  readonly ms: number;
  readonly error?: string;
}

export interface LoadClient {
  /** Calls one after the other until a time of `performance.now()`. */
  callUntil(end: number): Promise<Call[]>;
  /** Bytes; 0 for one without a process of its own. */
  resident(): number;
  close(): Promise<void>;
}

const WRITES = 0.07;
/** Milliseconds after which a call counts as failed. */
const PATIENCE_MS = 60_000;

interface Job {
  readonly what: Call['what'];
  /** Rejects with what went wrong. */
  readonly work: () => Promise<void>;
}

async function callUntil(end: number, next: () => Job): Promise<Call[]> {
  const calls: Call[] = [];
  while (performance.now() < end) {
    const { what, work } = next();
    const start = performance.now();
    const error = await work().then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
    );
    calls.push({ what, ms: performance.now() - start, ...(error === undefined ? {} : { error: `${what}: ${error}` }) });
  }
  return calls;
}

/** A text that no other client writes. */
const newText = (client: number, at: number, next: () => number): string =>
  `Client ${client} saw in its turn ${at} that counter ${Math.floor(next() * 1e9)} of cabinet ${Math.floor(next() * 1e6)} stands open.`;

/** A client whose server writes without asking. */
export async function connected(bed: Bed): Promise<{ readonly client: Client; readonly pid: number | null }> {
  const client = new Client({ name: 'load', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.resolve('dist/cli.js'), 'mcp', '--structured', '--dir', bed.store, '--allow-write'],
    env: environmentOf(bed.dataDir) as Record<string, string>,
    stderr: 'ignore',
  });
  await client.connect(transport);
  return { client, pid: transport.pid };
}

export async function serverClient(bed: Bed, next: () => number, number: number): Promise<LoadClient> {
  const { client, pid } = await connected(bed);
  const call = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const answer = await client.callTool({ name, arguments: args }, undefined, { timeout: PATIENCE_MS });
    const [{ text = '' } = {}] = answer.content as { readonly text?: string }[];
    if (answer.isError) throw new Error(text);
    return (answer.structuredContent ?? {}) as Record<string, unknown>;
  };
  const own: string[] = [];
  const asked = questions(bed.memories, 100);
  const job = serverJob(call, { next, number, own, asked });
  // The engine is loaded by the first call.
  await call('search_memory', { query: 'invoices' });
  await call('list_recent', {});
  return {
    callUntil: (end) => callUntil(end, job),
    resident: () => residentOf(pid),
    close: () => client.close(),
  };
}

interface ServerState {
  readonly next: () => number;
  readonly number: number;
  /** Ids that this client saved and has not changed since. */
  readonly own: string[];
  readonly asked: readonly string[];
}

function serverJob(
  call: (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>,
  { next, number, own, asked }: ServerState,
): () => Job {
  let at = 0;
  const save = async (name: string, args: Record<string, unknown>): Promise<void> => {
    const { id } = await call(name, args);
    if (typeof id === 'string') own.push(id);
  };
  return () => {
    at += 1;
    if (next() < WRITES) {
      const kind = own.length === 0 ? 0 : next();
      if (kind < 0.6) return { what: 'remember', work: () => save('remember', { content: newText(number, at, next) }) };
      const id = own.shift() ?? '';
      return kind < 0.85
        ? { what: 'change', work: () => save('update_memory', { id, content: newText(number, at, next) }) }
        : { what: 'change', work: async () => void (await call('forget', { id })) };
    }
    const kind = next();
    const query = `${asked[Math.floor(next() * asked.length)] ?? ''} ${at}`;
    if (kind < 0.65) return { what: 'search', work: async () => void (await call('search_memory', { query })) };
    const [id] = own;
    return kind < 0.95 || id === undefined
      ? { what: 'list_recent', work: async () => void (await call('list_recent', {})) }
      : { what: 'get', work: async () => void (await call('get_memory', { id })) };
  };
}

/** A terminal: each call is a process of its own. */
export function commandClient(bed: Bed, next: () => number, number: number): LoadClient {
  const env = environmentOf(bed.dataDir);
  const asked = questions(bed.memories, 100);
  const command = async (...args: string[]): Promise<void> => {
    const { code, stdout, stderr } = await run([...args, '--dir', bed.store], env);
    // A search without hits ends with 1.
    if (code !== 0 && !(args[0] === 'search' && code === 1)) throw new Error(`${args[0]}: ${stderr}${stdout}`.trim());
  };
  let at = 0;
  const job = (): Job => {
    at += 1;
    if (next() < WRITES) return { what: 'command', work: () => command('remember', newText(number, at, next)) };
    const query = asked[Math.floor(next() * asked.length)] ?? '';
    return next() < 0.7
      ? { what: 'command', work: () => command('search', query) }
      : { what: 'command', work: () => command('list', '--recent', '10') };
  };
  return { callUntil: (end) => callUntil(end, job), resident: () => 0, close: async () => undefined };
}
