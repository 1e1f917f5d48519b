/** Many clients at one store: MCP servers and commands that search, list and write at once. What fails, how long calls take, and what is left behind. */
import { readdirSync } from 'node:fs';
import os from 'node:os';
import { setTimeout } from 'node:timers/promises';

import { type Bed, makeBed, removeBed } from '../bench/engine.mjs';
import { random } from '../bench/generate.mjs';
import { mb, quantile, type Row, under } from '../bench/measure.mjs';
import { type Call, commandClient, connected, type LoadClient, serverClient } from './load/clients.mjs';
import { cpuOf, environmentOf, isBackground, residentOf, run, runningWith, takenBy } from './load/command.mjs';
import type { Attack } from './main.mjs';

interface Size {
  readonly servers: number;
  readonly commands: number;
  readonly memories: number;
  readonly seconds: number;
}

const SHORT: readonly Size[] = [{ servers: 4, commands: 2, memories: 1_000, seconds: 20 }];
const LONG: readonly Size[] = [
  { servers: 20, commands: 0, memories: 5_000, seconds: 150 },
  { servers: 12, commands: 8, memories: 5_000, seconds: 60 },
  { servers: 12, commands: 8, memories: 5_000, seconds: 150 },
];
/** Memories at which one command is measured alone. */
const ALONE = 5_000;
const RUNS_ALONE = 7;
const RUNS_SERVED = 20;
/** Milliseconds that search and lists may take, and bytes that a server may grow by. */
const MOST_MS = 1_000;
const MOST_GROWTH = 60 * 2 ** 20;
/** Milliseconds of processor time of one `remember`, its start included. */
const MOST_CPU = 150;

export async function loadAttack({ seed, long }: Attack): Promise<Row[]> {
  const rows = [...(await aloneRows()), ...(await agentRows())];
  for (const size of long ? LONG : SHORT) rows.push(...(await crowdRows(size, seed)));
  return rows;
}

/** What one command costs when nobody else is there. */
async function aloneRows(): Promise<Row[]> {
  const bed = makeBed(ALONE);
  try {
    const env = environmentOf(bed.dataDir);
    const remember = (at: number): string[] => ['remember', `The kettle of floor ${at} is descaled by team ${at * 7}.`];
    // The index, the keys of likeness and the compiled program are made by the first ones.
    for (let at = 0; at < 3; at++) await run([...remember(1_000 + at), '--dir', bed.store], env);
    const costs: number[] = [];
    for (let at = 0; at < RUNS_ALONE; at++) costs.push(await cpuOf([...remember(at), '--dir', bed.store], env));
    const starts: number[] = [];
    for (let at = 0; at < RUNS_ALONE; at++) starts.push(await cpuOf(['--version'], env));
    const median = (values: number[]): number =>
      quantile(
        values.sort((a, b) => a - b),
        0.5,
      );
    return [
      under(
        `load: processor time of one remember at ${ALONE} memories, by words, median of ${RUNS_ALONE}`,
        median(costs),
        MOST_CPU,
        whole,
      ),
      { what: 'load: the same of “memdir --version”, which only starts', value: whole(median(starts)) },
    ];
  } finally {
    removeBed(bed);
  }
}

/** What the same costs an agent, whose session the background process serves: that process, its threads and the one in front of it together. */
async function agentRows(): Promise<Row[]> {
  const bed = makeBed(ALONE);
  try {
    const env = environmentOf(bed.dataDir);
    await run(['index', '--dir', bed.store], env);
    const { client } = await connected(bed);
    const listing = performance.now();
    const { resources } = await client.listResources();
    const listed = performance.now() - listing;
    const remember = async (at: number): Promise<void> => {
      const content = `The kettle of floor ${at} is descaled by team ${at * 7}.`;
      await client.callTool({ name: 'remember', arguments: { content } });
    };
    for (let at = 0; at < RUNS_ALONE; at++) await remember(1_000 + at);
    const taken = (): number => runningWith(bed.base).reduce((sum, pid) => sum + takenBy(pid), 0);
    const before = taken();
    for (let at = 0; at < RUNS_SERVED; at++) await remember(at);
    const cost = (taken() - before) / RUNS_SERVED;
    await client.close();
    await run(['serve', '--stop'], env);
    return [
      under(`load: the same for an agent, in a session, mean of ${RUNS_SERVED}`, cost, MOST_CPU, whole),
      {
        what: `load: first resources/list of a server at ${ALONE} memories (${resources.length} on a page)`,
        value: whole(listed),
      },
    ];
  } finally {
    removeBed(bed);
  }
}

const whole = (value: number): string => `${Math.round(value)} ms`;

async function crowdRows({ servers, commands, memories, seconds }: Size, seed: number): Promise<Row[]> {
  const bed = makeBed(memories);
  const name = `load, ${servers} servers and ${commands} commands, ${memories} memories, ${seconds} s`;
  try {
    const env = environmentOf(bed.dataDir);
    await run(['index', '--dir', bed.store], env);
    const clients: LoadClient[] = [];
    for (let at = 0; at < servers; at++) clients.push(await serverClient(bed, random(seed * 1_000 + at), at));
    for (let at = 0; at < commands; at++) clients.push(commandClient(bed, random(seed * 2_000 + at), 100 + at));
    const background = (): number => Math.max(0, ...runningWith(bed.base).filter(isBackground).map(residentOf));
    const before = clients.map((client) => client.resident());
    const end = performance.now() + seconds * 1_000;
    // In the first half the process fills its caches and starts its workers.
    const halfway = setTimeout(seconds * 500).then(background);
    const calls = (await Promise.all(clients.map((client) => client.callUntil(end)))).flat();
    const atHalf = await halfway;
    const after = clients.map((client) => client.resident());
    const atLast = background();
    await Promise.all(clients.map((client) => client.close()));
    await run(['serve', '--stop'], env);
    return [
      ...callRows(name, calls),
      ...(await leftRows(name, bed)),
      ...memoryRows(name, before, after),
      under(
        `${name}: growth of the background process in the second half (now ${mb(atLast)})`,
        atLast - atHalf,
        MOST_GROWTH,
        mb,
      ),
    ];
  } finally {
    removeBed(bed);
  }
}

function callRows(name: string, calls: readonly Call[]): Row[] {
  const errors = calls.filter(({ error }) => error !== undefined);
  const first = errors[0]?.error ?? '';
  const took = (what: Call['what']): number[] =>
    calls.flatMap((call) => (call.what === what ? [call.ms] : [])).sort((a, b) => a - b);
  const row = (what: Call['what'], limit?: number): Row[] => {
    const times = took(what);
    if (times.length === 0) return [];
    const [half, most] = [quantile(times, 0.5), quantile(times, 0.95)];
    return [
      { what: `${name}: ${what}, p50 of ${times.length}`, value: whole(half) },
      limit === undefined
        ? { what: `${name}: ${what}, p95`, value: whole(most) }
        : under(`${name}: ${what}, p95`, most, limit, whole),
    ];
  };
  const load = os.loadavg()[0]?.toFixed(1) ?? '';
  return [
    { what: `${name}: calls (load average of the machine)`, value: `${calls.length} (${load})` },
    {
      what: `${name}: errors`,
      value: errors.length === 0 ? '0' : `${errors.length}: ${first.slice(0, 120)}`,
      target: '0',
      met: errors.length === 0,
    },
    ...row('search', MOST_MS),
    ...row('list_recent', MOST_MS),
    ...row('remember'),
    ...row('command'),
  ];
}

/** Every memory on the disk is listed, and no process is left. */
async function leftRows(name: string, bed: Bed): Promise<Row[]> {
  const env = environmentOf(bed.dataDir);
  const files = readdirSync(bed.store).filter((file) => file !== 'MEMORY.md');
  const list = async (...more: string[]): Promise<number> =>
    (JSON.parse((await run(['list', '--json', '--dir', bed.store, ...more], env)).stdout) as unknown[]).length;
  const listed = (await list()) + (await list('--deleted'));
  const left = runningWith(bed.base).length;
  return [
    {
      what: `${name}: memories listed afterwards`,
      value: String(listed),
      target: String(files.length),
      met: listed === files.length,
    },
    { what: `${name}: processes left`, value: String(left), target: '0', met: left === 0 },
  ];
}

function memoryRows(name: string, before: readonly number[], after: readonly number[]): Row[] {
  const servers = before.flatMap((bytes, at) => (bytes > 0 ? [{ bytes, then: after[at] ?? 0 }] : []));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [
    {
      what: `${name}: resident per server, start and end, mean`,
      value: `${mb(mean(servers.map(({ bytes }) => bytes)))}, ${mb(mean(servers.map(({ then }) => then)))}`,
    },
    under(
      `${name}: growth of the one that grew most`,
      Math.max(...servers.map(({ bytes, then }) => then - bytes)),
      MOST_GROWTH,
      mb,
    ),
  ];
}
