/** The queue of observations between processes, which are killed at every step. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createQueue } from '../../src/node/capture/observation-queue.js';
import { createWorkingDirectories, readProjectLocations } from '../../src/node/stores/project-locations.js';
import { runs } from '../support/fuzz.js';
import { workerOfFile } from '../support/worker.js';
import { transcript } from './machine.js';
import type { Job } from './queue-worker.mjs';
import { writeTree } from './support.js';

const [worker, locationsWorker, logModule] = [
  workerOfFile('test/node/queue-worker.mts'),
  workerOfFile('test/node/project-locations-worker.mts'),
  workerOfFile('src/node/log.ts'),
];
let dataDir = '';

beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'memdir-queue-')));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

type Wanted = Omit<Job, 'dataDir'>;
const start = (job: Wanted): ChildProcess =>
  spawn(process.execPath, [worker, JSON.stringify({ dataDir, ...job })], { stdio: ['ignore', 'pipe', 'inherit'] });

/** Lines that a process printed until it ended, however that came about. */
function linesOf(child: ChildProcess): Promise<string[]> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.on('close', () => resolve(text.trimEnd().split('\n')));
  });
}
const run = (job: Wanted): Promise<string[]> => linesOf(start(job));
const kept = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith('kept ')).map((line) => line.slice(5));

const queue = () =>
  createQueue({ dataDir, clock: { now: () => Date.now() }, limits: () => ({ entries: 1e9, tokens: 1e9 }) });
const made = async (): Promise<string[]> =>
  (await readFile(join(dataDir, 'made'), 'utf8').catch(() => '')).trimEnd().split('\n').filter(Boolean);
const dead = async (): Promise<string[]> =>
  (await readFile(join(dataDir, 'capture', 'dead.jsonl'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { line: string }).line);
const deadIds = async (): Promise<string[]> =>
  (await dead()).flatMap((line) => (/^\{"id":"([^"]+)".*\}$/.exec(line) ?? []).slice(1));

let count = 0;
const name = (): string => `observation-${String(++count).padStart(6, '0')}`;
const names = (number: number): string[] => Array.from({ length: number }, name);

/** Until nothing waits: a pause after failures is lifted as a person would. */
async function drain(failing: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const lines = await run({ kind: 'work', failing });
    if (lines.includes('came to empty')) return;
    await rm(join(dataDir, 'capture', 'state.json'));
  }
  throw new Error('The queue is never empty.');
}

describe('a killed process', () => {
  interface Step {
    readonly kind: Job['kind'];
    readonly dieAt: number;
    readonly dieHow: NonNullable<Job['dieHow']>;
    readonly entries: number;
    readonly large: boolean;
  }
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom<Job['kind'][]>('append', 'work', 'work', 'work', 'retry'),
    dieAt: fc.integer({ min: 1, max: 60 }),
    dieHow: fc.constantFrom('before', 'after', 'half'),
    entries: fc.integer({ min: 1, max: 4 }),
    large: fc.boolean(),
  });

  it(
    'at any call of the file system, repeatedly, loses no observation and processes none of them twice',
    { timeout: 600_000 },
    async () => {
      const seed = Number(process.env['MEMDIR_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
      const steps = fc.sample(step, { seed, numRuns: runs(40) });
      const all: string[] = [];
      const failing: string[] = [];
      for (const { kind, dieAt, dieHow, entries, large } of steps) {
        const added = names(entries);
        if (kind !== 'append') {
          for (const id of added)
            await queue().append({
              ...queue().stamp(),
              id,
              source: 'command',
              text: `observation ${id} ${'x'.repeat(large ? 9_000 : 10)}`,
            });
          all.push(...added);
        }
        if (entries === 4) failing.push(...added.slice(3));
        const lines = await run({ kind, dieAt, dieHow, names: added, failing, rotateBytes: 20_000 });
        if (kind === 'append') all.push(...kept(lines));
      }
      await drain(failing);
      const [drafts, letters] = [await made(), await deadIds()];
      const note = `seed ${seed}`;
      expect(new Set(drafts).size, note).toBe(drafts.length);
      expect(
        all.filter((id) => !drafts.includes(id) && !letters.includes(id)),
        note,
      ).toEqual([]);
      // Only an entry that fails each time becomes a dead letter, or one at which the process is killed too often.
      expect(
        all.filter((id) => failing.includes(id) && drafts.includes(id)),
        note,
      ).toEqual([]);
      expect(new Set(letters).size, note).toBe(letters.length);
      expect(await queue().state(), note).toMatchObject({ waiting: 0 });
      await queue().retryDead();
      await drain([]);
      expect(
        all.filter((id) => failing.includes(id)).filter((id) => !new Set(letters).has(id)),
        note,
      ).toEqual([]);
      expect([...new Set(all)].sort(), note).toEqual((await made()).filter((id) => all.includes(id)).sort());
    },
  );

  it('with the lock releases it for the next one at once', async () => {
    const ids = names(3);
    await run({ kind: 'append', names: ids });
    const holder = start({ kind: 'work', takesMs: 3_600_000 });
    await new Promise((resolve) => holder.stdout?.once('data', resolve));
    expect(await run({ kind: 'work' })).toEqual(['came to busy']);
    const ended = linesOf(holder);
    holder.kill('SIGKILL');
    await ended;
    expect(await run({ kind: 'work' })).toContain('came to empty');
    expect((await made()).sort()).toEqual(ids);
  });

  it('keeps its lock when another caller in the process fails to acquire it', async () => {
    await run({ kind: 'append', names: names(1) });
    const others: string[][] = [];
    await queue().work({
      observation: async () => {
        others.push(
          [await queue().work({ observation: () => Promise.reject(new Error('Two work at once.')) })],
          await run({ kind: 'work' }),
        );
        return { status: 'done', made: 0 };
      },
    });
    expect(others).toEqual([['busy'], ['came to busy']]);
  });

  it('killed repeatedly at one entry gives up that entry only', async () => {
    const [bad = '', ...good] = names(3);
    await run({ kind: 'append', names: [bad, ...good] });
    for (let times = 0; times < 12; times++) {
      const child = start({ kind: 'work', takesMs: 3_600_000 });
      const ended = linesOf(child);
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    expect(await run({ kind: 'work' })).toContain('came to empty');
    expect((await made()).sort()).toEqual(good);
    expect(await deadIds()).toEqual([bad]);
    expect((await queue().state()).lastFailure).toBe('Memdir crashed each time it processed this.');
  });
});

describe('concurrent processes', () => {
  it('append and work at once, and each entry is processed once', async () => {
    const lists = Array.from({ length: 4 }, () => names(60));
    const appending = lists.map((list, at) => run({ kind: 'append', names: list, size: at === 3 ? 15_000 : 50 }));
    const working = Array.from({ length: 3 }, () => run({ kind: 'work', rotateBytes: 30_000, takesMs: 1 }));
    await Promise.all([...appending, ...working]);
    expect(await run({ kind: 'work' })).toContain('came to empty');
    expect((await made()).sort()).toEqual(lists.flat().sort());
    expect(await dead()).toEqual([]);
  });

  it('rotate the log at once and continue to write', async () => {
    const file = join(dataDir, 'memdir.log');
    // Every line is so long that the next one sets the file aside.
    const code = `import { fileSink } from ${JSON.stringify(pathToFileURL(logModule))}; const write = fileSink(${JSON.stringify(file)}); for (let n = 0; n < 100; n++) write('x'.repeat(2 ** 20 + 1), 'info'); console.log('done'); process.stdin.on('end', () => write('the end', 'info')).resume();`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const ended = children.map(linesOf);
    await Promise.all(children.map((child, at) => Promise.race([once(child.stdout, 'data'), ended[at]])));
    for (const [at, child] of children.entries()) {
      child.stdin.end();
      await ended[at];
    }
    const text = `${await readFile(`${file}.1`, 'utf8')}${await readFile(file, 'utf8')}`;
    expect(text.match(/ the end$/gm)).toHaveLength(4);
  });

  it('learn locations of projects at once, and all of them are kept', async () => {
    const projects = Array.from({ length: 24 }, (_, at) => `/work/project-${at}`);
    const folderOf = (project: string): string => join(dataDir, 'projects', project.replaceAll('/', '-'));
    for (const project of projects) await writeTree(folderOf(project), { 's.jsonl': transcript(project) });
    const learning = Array.from({ length: 4 }, (_, one) =>
      projects.filter((_project, at) => at % 4 === one || at === 0).map(folderOf),
    );
    const children = learning.map((folders) =>
      spawn(process.execPath, [locationsWorker, join(dataDir, 'data'), ...folders], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    const ended = children.map((child) => once(child, 'exit'));
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    for (const { stdin } of children) stdin.write('\n');
    expect(await Promise.all(ended)).toEqual(children.map(() => [0, null]));
    const remembered = await readProjectLocations(join(dataDir, 'data'));
    expect(projects.filter((project) => !remembered[folderOf(project)]?.some(({ cwd }) => cwd === project))).toEqual(
      [],
    );
  });

  it('learn two locations of one folder at once, and both are kept', async () => {
    const folder = join(dataDir, 'projects', '-work-shared');
    const one = createWorkingDirectories(join(dataDir, 'data'), undefined);
    const other = createWorkingDirectories(join(dataDir, 'data'), undefined);
    await Promise.all([one(folder), other(folder)]);
    await writeTree(folder, { 's.jsonl': transcript('/work/shared') });
    await one(folder);
    await rm(join(folder, 's.jsonl'));
    await writeTree(folder, { 't.jsonl': transcript('/work-shared') });
    expect(await other(folder)).toEqual(['/work-shared', '/work/shared']);
    expect((await readProjectLocations(join(dataDir, 'data')))[folder]?.map(({ cwd }) => cwd)).toEqual([
      '/work-shared',
      '/work/shared',
    ]);
  });

  it('retry dead letters at once, and each returns once', async () => {
    const ids = names(4);
    await run({ kind: 'append', names: ids });
    await drain(ids);
    expect((await deadIds()).sort()).toEqual(ids);
    await Promise.all([run({ kind: 'retry' }), run({ kind: 'retry' })]);
    await drain([]);
    expect((await made()).sort()).toEqual(ids);
    expect(await dead()).toEqual([]);
  });
});

it('separate a partial line of a killed process from the next line', async () => {
  const [before = '', first = '', second = ''] = names(3);
  await run({ kind: 'append', names: [before] });
  expect(await run({ kind: 'append', names: [first], dieAt: 2, dieHow: 'half' })).toEqual(['']);
  const torn = (await readFile(join(dataDir, 'capture', 'queue.jsonl'), 'utf8')).split('\n').at(-1) ?? '';
  expect(torn).toMatch(/^\{"id":"observation[^}]*$/);
  await run({ kind: 'append', names: [second] });
  expect(await run({ kind: 'work' })).toContain('came to empty');
  expect(await made()).toEqual([before, second]);
  expect(await dead()).toEqual([torn]);
});
