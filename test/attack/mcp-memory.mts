/** The memory of an MCP server that searches thousands of times, and of one that also writes. Linux only: `/proc` says what is resident. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { type Bed, makeBed, removeBed } from '../bench/engine.mjs';
import { questions, random } from '../bench/generate.mjs';
import { mb, type Row } from '../bench/measure.mjs';
import type { Attack } from './main.mjs';

const MEMORIES = 1_000;
/** One write for so many searches. */
const SEARCHES_PER_WRITE = 10;
const MEGABYTE = 2 ** 20;

interface Run {
  readonly searches: number;
  /** Searches before the slope is measured. */
  readonly warmUp: number;
  /** Searches between two looks. */
  readonly every: number;
  /** Bytes per 1,000 searches. A short run sees the noise of the garbage collector more than a slope. */
  readonly most: number;
}

const SHORT: Run = { searches: 1_500, warmUp: 500, every: 25, most: 12 * MEGABYTE };
const LONG: Run = { searches: 7_000, warmUp: 2_000, every: 50, most: MEGABYTE };

interface Look {
  readonly searches: number;
  readonly bytes: number;
}

const statusOf = (pid: number): string => readFileSync(`/proc/${pid}/status`, 'utf8');
const resident = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(statusOf(pid))?.[1] ?? NaN) * 1024;

/** Resident bytes of the processes that a process started; 0 for none. */
function residentOfChildren(pid: number): number {
  let sum = 0;
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      if (statusOf(Number(name)).includes(`PPid:\t${pid}\n`)) sum += resident(Number(name));
    } catch (_ended) {
      continue; // between listing and reading
    }
  }
  return sum;
}

interface Server {
  readonly pid: number;
  search(query: string): Promise<boolean>;
  remember(text: string): Promise<string | undefined>;
  close(): Promise<void>;
}

async function connect(bed: Bed): Promise<Server> {
  const client = new Client({ name: 'attack', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.resolve('dist/cli.js'), 'mcp', '--structured', '--allow-write', '--dir', bed.store],
    env: { ...(process.env as Record<string, string>), MEMDIR_DATA_DIR: bed.dataDir, MEMDIR_SERVE: 'off' },
    stderr: 'ignore',
  });
  await client.connect(transport);
  const call = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> =>
    ((await client.callTool({ name, arguments: args })).structuredContent ?? {}) as Record<string, unknown>;
  return {
    pid: transport.pid ?? 0,
    search: async (query) => (await call('search_memory', { query }))['notice'] === undefined,
    remember: async (text) => {
      const id = (await call('remember', { text, type: 'project' }))['id'];
      return typeof id === 'string' ? id : undefined;
    },
    close: () => client.close(),
  };
}

/** Bytes per 1,000 searches, by least squares. */
export function slopeOf(looks: readonly Look[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(looks.map(({ searches }) => searches)), mean(looks.map(({ bytes }) => bytes))];
  const covariance = looks.reduce((sum, { searches, bytes }) => sum + (searches - x) * (bytes - y), 0);
  return (1_000 * covariance) / looks.reduce((sum, { searches }) => sum + (searches - x) ** 2, 0);
}

/** A fact that is new, and its file's removal afterwards: the store keeps its size, and each write is a change of it. */
async function writeAndRemove(server: Server, bed: Bed, next: () => number): Promise<void> {
  const number = Math.floor(next() * 1e9);
  const id = await server.remember(`Gate ${number} of the depot takes lorries of up to ${number % 4_001} kg.`);
  if (id !== undefined) rmSync(path.join(bed.store, id.slice(id.indexOf('/') + 1)), { force: true });
}

async function measure(attack: Attack, writes: boolean): Promise<Row[]> {
  const { searches, warmUp, every, most } = attack.long ? LONG : SHORT;
  const bed = makeBed(MEMORIES);
  const server = await connect(bed);
  try {
    const next = random(attack.seed);
    for (let i = 0; i < 300 && !(await server.search(`warming up ${i}`)); i++)
      await new Promise((done) => setTimeout(done, 100));
    const looks: Look[] = [{ searches: 0, bytes: resident(server.pid) }];
    for (const [at, question] of questions(bed.memories, searches).entries()) {
      await server.search(question);
      if (writes && at % SEARCHES_PER_WRITE === 0) await writeAndRemove(server, bed, next);
      if ((at + 1) % every === 0) looks.push({ searches: at + 1, bytes: resident(server.pid) });
    }
    const slope = slopeOf(looks.filter((look) => look.searches >= warmUp));
    const shown = looks.filter((look) => look.searches % (searches / 5) === 0);
    const what = `MCP server, ${MEMORIES.toLocaleString('en')} memories${writes ? `, one write for ${SEARCHES_PER_WRITE} searches` : ''}`;
    return [
      {
        what: `${what}: resident after ${shown.map((look) => look.searches.toLocaleString('en')).join(' · ')} searches`,
        value: shown.map(({ bytes }) => mb(bytes)).join(' · '),
      },
      {
        what: `${what}: growth per 1,000 searches after the first ${warmUp.toLocaleString('en')}`,
        value: `${(slope / MEGABYTE).toFixed(2)} MB`,
        target: `< ${most / MEGABYTE} MB`,
        met: slope < most,
      },
      { what: `${what}: its embedding process at the end`, value: mb(residentOfChildren(server.pid)) },
    ];
  } finally {
    await server.close();
    removeBed(bed);
  }
}

/** Megabytes that are sent without an end of line. */
const ENDLESS_MB = 300;
const MOST_ENDLESS = 256 * MEGABYTE;

/** The most that is resident while a line comes that never ends. */
async function endlessLine(): Promise<Row> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'memdir-attack-'));
  const env = { ...process.env, MEMDIR_DATA_DIR: dataDir, MEMDIR_SERVE: 'off' };
  const server = spawn(process.execPath, [path.resolve('dist/cli.js'), 'mcp'], { env, cwd: dataDir, stdio: 'pipe' });
  try {
    let most = 0;
    const part = Buffer.alloc(MEGABYTE, 'x');
    for (let at = 0; at < ENDLESS_MB; at++) {
      if (!server.stdin.write(part)) await once(server.stdin, 'drain');
      most = Math.max(most, resident(server.pid ?? 0));
    }
    return {
      what: `MCP server: most resident while ${ENDLESS_MB} MB come without an end of line`,
      value: mb(most),
      target: `< ${mb(MOST_ENDLESS)}`,
      met: most < MOST_ENDLESS,
    };
  } finally {
    server.kill();
    await once(server, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const mcpMemoryAttack = async (attack: Attack): Promise<Row[]> => [
  ...(await measure(attack, false)),
  ...(await measure(attack, true)),
  await endlessLine(),
];
