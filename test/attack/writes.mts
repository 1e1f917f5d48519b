/** What another program writes while Memdir changes the same files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

import { build } from 'esbuild';

import { MemdirError } from '../../src/core/errors.js';
import type { Memdir } from '../../src/core/memdir.js';
import { openMemdir } from '../../src/node/compose.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import type { Row } from '../bench/measure.mjs';
import type { Attack } from './main.mjs';

/** Changes of one store. */
const ROUND = 60;
const CLI = path.resolve('dist/cli.js');
const memory = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: ${name}\nmetadata:\n  node_type: memory\n  type: project\n---\n\n${body}\n`;

/** A store of its own, with a data folder. */
interface Bed {
  readonly dir: string;
  readonly store: string;
  readonly dataDir: string;
  readonly index: string;
  readonly notes: string;
}

function makeBed(): Bed {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'memdir-writes-')));
  const [store, dataDir] = [path.join(dir, 'memory'), path.join(dir, 'data')];
  mkdirSync(store);
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, 'settings.json'), '{"embedding.provider": "none"}');
  const names = ['notes', 'topic', 'alpha', 'beta', 'gamma'];
  for (const name of names)
    writeFileSync(path.join(store, `${name}.md`), memory(name, `What there is to say of ${name}.`));
  const index = path.join(store, 'MEMORY.md');
  writeFileSync(index, names.map((name) => `- [${name}](${name}.md) — ${name}\n`).join(''));
  return { dir, store, dataDir, index, notes: path.join(store, 'notes.md') };
}

const open = ({ dir, store, dataDir }: Bed): ReturnType<typeof openMemdir> =>
  openMemdir({
    distDir: path.resolve('dist'),
    dataDir,
    scope: { folders: [], directories: [store], trusted: true },
    settings: { ...DEFAULT_SETTINGS, 'embedding.provider': 'none' },
    env: {},
    home: dir,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });

/** One change, by its number: all kinds in turn. */
async function change(memdir: Memdir, { store, index }: Bed, at: number, latest: { topic: string }): Promise<void> {
  switch (at % 6) {
    case 0:
      await memdir.remember({ content: `Item ${at} of the list weighs ${at * 7} grams.`, name: `item ${at}` });
      break;
    case 1:
      await memdir.forget({ id: 'notes' });
      break;
    case 2:
      await memdir.restore({ id: 'notes' });
      break;
    case 3: {
      const done = await memdir.update({ id: latest.topic, content: `The topic was discussed ${at} times by now.` });
      latest.topic = done.status === 'updated' ? done.id : latest.topic;
      break;
    }
    case 4:
      writeFileSync(path.join(store, `unlisted-${at}.md`), memory(`unlisted-${at}`, `Nobody lists number ${at}.`));
      await memdir.applyPlan(await memdir.planFixes({}));
      break;
    default: {
      appendFileSync(index, `- [Gone ${at}](gone-${at}.md) — lost\n`);
      const { proposals, digest } = await memdir.dream.plan({ force: true });
      if (proposals.length > 0)
        await memdir.dream.apply(
          proposals.map(({ id }) => id),
          digest,
        );
    }
  }
}

/** Lines of the writer that are missing in a file. */
function missing(file: string, count: number): number {
  const text = readFileSync(file, 'utf8');
  const there = new Set([...text.matchAll(/^- seen (\d+) at the end\.$/gm)].map(([, number]) => Number(number)));
  return Array.from({ length: count }, (_, at) => at + 1).filter((number) => !there.has(number)).length;
}

interface Round {
  readonly written: number;
  readonly lost: number;
  readonly refused: number;
  readonly left: number;
}

/** Some changes of a fresh store, while another program writes. */
async function besideWriter(mode: Mode, pause: number, changes: number): Promise<Round> {
  const bed = makeBed();
  const opened = await open(bed);
  const refused: string[] = [];
  const latest = { topic: 'topic' };
  const child = spawn(
    process.execPath,
    [path.resolve('test/attack/writer.mts'), mode, String(pause), bed.index, bed.notes],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  for (let at = 0; at < changes; at++)
    await change(opened.memdir, bed, at, latest).catch((error: unknown) => {
      if (!(error instanceof MemdirError)) throw error;
      refused.push(error.message);
    });
  child.stdin.end();
  const count = Number((await lines.next()).value);
  await opened.close();
  const lost = missing(bed.index, count) + missing(bed.notes, count);
  for (const message of new Set(refused)) process.stderr.write(`refused: ${message}\n`);
  const left = readdirSync(bed.store, { recursive: true }).filter((name) => String(name).endsWith('.part')).length;
  rmSync(bed.dir, { recursive: true });
  return { written: 2 * count, lost, refused: refused.length, left };
}

type Mode = 'append' | 'replace';

async function besideWriters(mode: Mode, pause: number, changes: number): Promise<Row[]> {
  const rounds: Round[] = [];
  // In rounds, so that the files stay as long as those of agents are.
  for (let done = 0; done < changes; done += ROUND)
    rounds.push(await besideWriter(mode, pause, Math.min(ROUND, changes - done)));
  const sum = (of: keyof Round): number => rounds.reduce((all, round) => all + round[of], 0);
  const what = `${mode === 'append' ? 'A line added to' : 'A new file in place of'} MEMORY.md and a memory every ${pause} ms, ${changes} changes:`;
  const none = (name: string, value: number): Row => ({
    what: `${what} ${name}`,
    value: String(value),
    target: '0',
    met: value === 0,
  });
  return [
    none(`lines lost of ${sum('written')}`, sum('lost')),
    none('changes refused', sum('refused')),
    none('temporary files left', sum('left')),
  ];
}

const run = (bed: Bed, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, [CLI, ...args, '--dir', bed.store], {
    cwd: bed.dir,
    env: { PATH: process.env['PATH'], HOME: bed.dir, MEMDIR_DATA_DIR: bed.dataDir, ...env },
    stdio: 'ignore',
  });

/** The state of a process: T when it is stopped; undefined when it has ended. */
function stateOf({ pid, exitCode, signalCode }: ChildProcess): string | undefined {
  if (exitCode !== null || signalCode !== null) return undefined;
  return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
}

const STOPPED: readonly (readonly [string, readonly string[]])[] = [
  ['forget', ['forget', 'notes']],
  ['remember', ['remember', 'The stopped process remembers the number 4711.', '--name', 'stopped']],
  ['update', ['update', 'notes', 'The notes were written anew, by the process that was stopped.']],
];

/** Calls of a command that concern the store and the locks. */
async function callsOf(args: readonly string[], preload: string): Promise<readonly string[]> {
  const bed = makeBed();
  const log = path.join(bed.dir, 'calls');
  await once(
    run(bed, args, {
      NODE_OPTIONS: `--import=${preload}`,
      STOP_FOLDERS: `${bed.store}:${path.join(bed.dataDir, 'locks')}`,
      STOP_LOG: log,
    }),
    'exit',
  );
  const calls = readFileSync(log, 'utf8').trimEnd().split('\n');
  rmSync(bed.dir, { recursive: true });
  return calls;
}

interface Stopped {
  readonly lost: readonly string[];
  readonly exit: number | null;
}

/** Stops a command before a call, lets another program and a second Memdir write, and lets it go on. Undefined when it did not get that far. */
async function stoppedAt(
  at: number,
  args: readonly string[],
  preload: string,
  replace: boolean,
): Promise<Stopped | undefined> {
  const bed = makeBed();
  const locks = path.join(bed.dataDir, 'locks');
  const child = run(bed, args, {
    NODE_OPTIONS: `--import=${preload}`,
    STOP_FOLDERS: `${bed.store}:${locks}`,
    STOP_AT: String(at),
  });
  const ended = once(child, 'exit');
  while (!['T', undefined].includes(stateOf(child))) await setTimeout(5);
  if (stateOf(child) === undefined) return undefined;
  // As if ten seconds had gone by.
  for (const name of existsSync(locks) ? readdirSync(locks) : []) {
    const past = Date.now() / 1000 - 60;
    if (name.endsWith('.lock')) utimesSync(path.join(locks, name), past, past);
  }
  const line = '- added by another program.\n';
  for (const file of [bed.index, bed.notes]) {
    if (!replace) appendFileSync(file, line);
    else {
      writeFileSync(`${file}.tmp`, readFileSync(file, 'utf8') + line);
      renameSync(`${file}.tmp`, file);
    }
  }
  const opened = await open(bed);
  await opened.memdir.remember({ content: 'The second one remembers that the cellar is flooded.', name: 'second' });
  await opened.memdir.forget({ id: 'gamma' });
  await opened.close();
  child.kill('SIGCONT');
  const [exit] = (await ended) as [number | null];
  const [index, notes] = [readFileSync(bed.index, 'utf8'), readFileSync(bed.notes, 'utf8')];
  const lost = [
    ['the line in MEMORY.md', index.includes(line)],
    ['the line in the memory', notes.includes(line)],
    ['the memory', notes.includes('What there is to say of notes.')],
    ['the entry of the second', index.includes('(second.md)')],
    ['the memory of the second', existsSync(path.join(bed.store, 'second.md'))],
    [
      'what the second forgot',
      !index.includes('(gamma.md)') && readFileSync(path.join(bed.store, 'gamma.md'), 'utf8').includes('deleted_at'),
    ],
  ].flatMap(([what, holds]) => (holds === true ? [] : [String(what)]));
  rmSync(bed.dir, { recursive: true });
  return { lost, exit };
}

/** `every`: of so many calls one is tried, besides those that put a file in place. */
async function stopped(every: number, replace: boolean): Promise<Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'memdir-stop-'));
  const preload = path.join(folder, 'stop.mjs');
  await build({
    entryPoints: ['test/attack/stop-before-call.mts'],
    outfile: preload,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const rows: Row[] = [];
  for (const [name, args] of STOPPED) {
    const calls = await callsOf(args, preload);
    const first = calls.findIndex((call) => call.startsWith('mkdir ') && call.includes('.lock'));
    const points = calls.flatMap((call, at) =>
      at >= first && (at % every === 0 || /^(?:renameSync|link|linkSync|writeSync|handle\.sync) /.test(call))
        ? [at]
        : [],
    );
    const lost: string[] = [];
    let [tried, refused, window] = [0, 0, 0];
    for (const at of points) {
      const result = await stoppedAt(at, args, preload, replace);
      if (result === undefined) continue;
      tried++;
      if (result.exit !== 0) refused++;
      // The one moment that the system gives no means for, see docs/writes.md.
      if (replace && calls[at]?.startsWith('renameSync ') === true) window += result.lost.length > 0 ? 1 : 0;
      else lost.push(...result.lost.map((what) => `${name}, stopped before ${calls[at]} (${at}): ${what}`));
    }
    for (const each of lost) process.stderr.write(`lost: ${each}\n`);
    const what = `${name} stopped before a call, while another program ${replace ? 'replaces both files' : 'adds lines'} and a second Memdir takes the lock:`;
    rows.push({
      what: `${what} lost in ${tried} places`,
      value: String(lost.length),
      target: '0',
      met: lost.length === 0,
    });
    rows.push({ what: `${what} refused with a reason`, value: String(refused) });
    if (replace) rows.push({ what: `${what} lost right before the rename itself`, value: String(window) });
  }
  rmSync(folder, { recursive: true });
  return rows;
}

const MINUTE_S = 60;
const DAY_S = 1_440 * MINUTE_S;

async function leftLocks(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, seconds] of [
    ['3 seconds old', -3],
    ['a day old', -DAY_S],
    ['a minute ahead', MINUTE_S],
    ['a day ahead', DAY_S],
    ['ten years ahead', 3_650 * DAY_S],
  ] as const) {
    const bed = makeBed();
    const locks = path.join(bed.dataDir, 'locks');
    // The names of the locks are those that a change takes.
    const names = new Set<string>();
    const opened = await open(bed);
    const changing = opened.memdir.forget({ id: 'beta' });
    while (names.size < 2) {
      for (const name of existsSync(locks) ? readdirSync(locks) : []) if (name.endsWith('.lock')) names.add(name);
      await setTimeout(0);
    }
    await changing;
    const at = Date.now() / 1000 + seconds;
    for (const name of names) {
      mkdirSync(path.join(locks, name));
      utimesSync(path.join(locks, name), at, at);
    }
    const began = performance.now();
    const { status } = await opened.memdir.forget({ id: 'alpha' });
    await opened.close();
    rmSync(bed.dir, { recursive: true });
    rows.push({
      what: `Change after locks were left, ${what}`,
      value: `${status} after ${((performance.now() - began) / 1000).toFixed(1)} s`,
      target: 'forgotten',
      met: status === 'forgotten',
    });
  }
  return rows;
}

export async function writesAttack({ long }: Attack): Promise<Row[]> {
  const changes = long ? 1_000 : 60;
  const rows: Row[] = [];
  for (const part of [
    () => besideWriters('append', 20, changes),
    () => besideWriters('append', 5, changes),
    () => besideWriters('replace', 50, changes),
    leftLocks,
    () => stopped(long ? 1 : 40, false),
    ...(long ? [() => stopped(1, true)] : []),
  ]) {
    const some = await part();
    for (const { what, value } of some) process.stderr.write(`${what} ${value}\n`);
    rows.push(...some);
  }
  return rows;
}
