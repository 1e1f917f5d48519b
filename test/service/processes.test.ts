/** Several processes with a service each on the same memories and the same index, and processes that are killed. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { memoryText, until } from '../support/service.js';
import { workerOfFile } from '../support/worker.js';

type Call = readonly ['remember' | 'update' | 'forget' | 'index' | 'search', object];
interface Answer {
  readonly status?: string;
  readonly existing?: string;
  readonly embedded?: number;
  readonly files?: number;
  readonly hits?: readonly { readonly path: string }[];
  readonly problems?: readonly string[];
}

/** Time for all children to load. */
const START_MS = 2_000;
const worker = workerOfFile('test/service/worker.mts');
let dir = '';

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'memdir-processes-')));
  await mkdir(join(dir, 'memory'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const jobOf = (calls: readonly Call[], more: object, wait: number): string =>
  JSON.stringify({ dir, atMs: Date.now() + wait, calls, ...more });

/** Runs a process for each list of calls, all beginning at once; the last answer of each names its problems. */
async function together(lists: readonly (readonly Call[])[], more: object = {}): Promise<Answer[][]> {
  const ends = await Promise.all(
    lists.map((calls) =>
      promisify(execFile)(process.execPath, [worker, jobOf(calls, more, lists.length > 1 ? START_MS : 0)]),
    ),
  );
  return ends.map(({ stdout }) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer),
  );
}

/** Runs a process and kills it after so many milliseconds, or once something is so. */
async function killed(calls: readonly Call[], more: object, when: number | (() => Promise<boolean>)): Promise<void> {
  const child = spawn(process.execPath, [worker, jobOf(calls, more, 0)], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (typeof when === 'number') await new Promise((resolve) => setTimeout(resolve, when));
  else await until('the process may be killed', when);
  child.kill('SIGKILL');
  await ended;
}

const write = (name: string, body: string): Promise<void> =>
  writeFile(join(dir, 'memory', name), memoryText({ name: name.replace('.md', ''), body }));
/** Without what a process that was killed had not finished. */
const memories = async (): Promise<string[]> =>
  (await readdir(join(dir, 'memory'))).filter((name) => name.endsWith('.md') && name !== 'MEMORY.md');
const text = (name: string): Promise<string> => readFile(join(dir, 'memory', name), 'utf8');

function inIndex<T>(read: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(join(dir, 'index.db'), { readonly: true });
  try {
    return read(db);
  } finally {
    db.close();
  }
}
const count = (sql: string): number => inIndex((db) => db.prepare(sql).pluck().get() as number);

describe('concurrent processes', () => {
  it('remember the same text once, and the others get its id', async () => {
    const answers = await together(
      Array.from(
        { length: 4 },
        () => [['remember', { content: 'The staging database is reset every Sunday at four.' }]] as const,
      ),
    );
    const results = answers.map(([first]) => first);
    expect(results.map((one) => one?.status).sort()).toEqual(['duplicate', 'duplicate', 'duplicate', 'saved']);
    const [file = ''] = await memories();
    expect(await memories()).toHaveLength(1);
    for (const one of results) if (one?.status === 'duplicate') expect(one.existing).toContain(file);
    expect((await text('MEMORY.md')).split('\n').filter((line) => line.includes(`(${file})`))).toHaveLength(1);
  });

  it('replace one memory once, and the other one is rejected', async () => {
    await write('deploy.md', 'Deploys go out on Tuesdays.');
    // By its file: the name is that of the new version as soon as one of them wrote it.
    const answers = await together(
      ['Wednesdays', 'Thursdays'].map(
        (day) => [['update', { id: 'deploy.md', content: `Deploys go out on ${day}, after lunch.` }]] as const,
      ),
    );
    expect(answers.map(([first]) => first?.status).sort()).toEqual(['rejected', 'updated']);
    expect(await memories()).toHaveLength(2);
  });

  it('forget and replace one memory, and one of them succeeds', async () => {
    await write('deploy.md', 'Deploys go out on Tuesdays.');
    const answers = await together([
      [['forget', { id: 'deploy' }]],
      [['update', { id: 'deploy', content: 'Deploys go out on Fridays.' }]],
    ]);
    const statuses = answers.map(([first]) => first?.status);
    expect([
      ['forgotten', 'rejected'],
      ['rejected', 'updated'],
    ]).toContainEqual(statuses);
    expect(await memories()).toHaveLength(statuses[1] === 'updated' ? 2 : 1);
    expect((await text('deploy.md')).match(/deleted_at/g)).toHaveLength(1);
  });

  it('index, embed and search changing files without an error or a lost row', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, i) => write(`m${i}.md`, `Walrus number ${i}.`)));
    const nameOf = (who: string, i: number): string => `quo${who.repeat(3)}${'bdfglm'.charAt(i).repeat(3)}`;
    const calls = (who: string): Call[] =>
      Array.from({ length: 6 }, (_, i): Call[] => [
        [
          'remember',
          {
            content: `Process ${who} saw an ocelot called ${nameOf(who, i)} in room ${i * 17}.`,
            name: `ocelot ${who} ${i}`,
          },
        ],
        ['index', {}],
        ['search', { query: nameOf(who, i) }],
      ]).flat();
    const answers = await together(['a', 'b', 'c'].map(calls), { embedMs: 1 });
    for (const all of answers) {
      expect(all.at(-1)).toEqual({ problems: [] });
      const found = all
        .filter(({ hits }) => hits)
        .map(({ hits }) => /ocelot-(\w-\d)\.md$/.exec(hits?.[0]?.path.replaceAll('_', '-') ?? '')?.[1]);
      expect(found).toEqual(Array.from({ length: 6 }, (_, i) => `${'abc'.charAt(answers.indexOf(all))}-${i}`));
    }
    expect(await memories()).toHaveLength(78);
    expect(count('select count(*) from document')).toBe(78);
    expect(count('select count(*) from chunk c where not exists (select 1 from vector v where v.hash = c.hash)')).toBe(
      0,
    );
    expect(inIndex((db) => db.pragma('integrity_check', { simple: true }))).toBe('ok');
  });
});

describe('after a process was killed', () => {
  it.each([300, 600, 1_000, 1_600])(
    'during indexing and embedding (after %i ms), the next process continues from the stored state',
    async (ms) => {
      await Promise.all(Array.from({ length: 700 }, (_, i) => write(`m${i}.md`, `Walrus number ${i}.`)));
      await killed([['index', {}]], { embedMs: 2 }, ms);
      const before = await inIndexOrNothing('select count(*) from vector');
      const [[report, found, end] = []] = await together(
        [
          [
            ['index', {}],
            ['search', { query: 'walrus 699' }],
          ],
        ],
        { embedMs: 0 },
      );
      expect(report).toMatchObject({ files: 700, embedded: 700 - before });
      expect(found?.hits?.[0]?.path).toContain('m699.md');
      expect(end).toEqual({ problems: [] });
      expect(count('select count(*) from document')).toBe(700);
      expect(inIndex((db) => db.pragma('integrity_check', { simple: true }))).toBe('ok');
    },
  );

  it('while embedding with another model, the vectors of both are consistent and the new ones are completed', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, i) => write(`m${i}.md`, `Walrus number ${i}.`)));
    await together([[['index', {}]]], { embedMs: 0, model: 'old' });
    await killed([['index', {}]], { embedMs: 4, model: 'new' }, 1_000);
    const of = (model: string): number =>
      count(`select count(*) from vector v join model m on m.id = v.model where m.name = '${model}'`);
    expect(of('old')).toBe(300);
    const begun = count(`select count(*) from model where name = 'new'`) === 0 ? 0 : of('new');
    const [[report] = []] = await together([[['index', {}]]], { embedMs: 0, model: 'new' });
    expect(report).toMatchObject({ embedded: 300 - begun });
    expect([of('old'), of('new')]).toEqual([300, 300]);
  });

  it('while writing to a store, the store can be written again without manual cleanup', async () => {
    await mkdir(join(dir, 'locks'));
    await killed(
      Array.from({ length: 50 }, (_, i): Call => [
        'remember',
        { content: `Fact ${i} about subject ${i * 31}.`, name: `fact ${i}` },
      ]),
      {},
      async () => (await memories()).length >= 10 && (await readdir(join(dir, 'locks'))).length > 0,
    );
    const before = await memories();
    const [[saved] = []] = await together([
      [['remember', { content: 'Another thing entirely: the coffee machine needs descaling.' }]],
    ]);
    expect(saved?.status).toBe('saved');
    expect(await memories()).toHaveLength(before.length + 1);
    for (const name of await memories()) expect(await text(name)).toMatch(/^---\n[\s\S]+\n---\n\n\S/);
  });
});

/** 0 when the process was killed before it made the table. */
async function inIndexOrNothing(sql: string): Promise<number> {
  return (await readdir(dir)).includes('index.db') &&
    count(`select count(*) from sqlite_schema where name = 'vector'`) === 1
    ? count(sql)
    : 0;
}
