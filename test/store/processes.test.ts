import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { workerOfFile } from '../support/worker.js';
import { vectorLeg, wordsLeg } from './queries.js';
import { hashOf, plane, quiet, sample } from './samples.js';

const ROUNDS = 60;
const WHO = ['one', 'two', 'three'];
let folder = '';
const worker = workerOfFile('test/store/hammer.mts');
const beginner = workerOfFile('test/store/beginners.mts');
const halted = workerOfFile('test/store/halted.mts');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memdir-processes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function hammer(file: string): Promise<{ path: string; rebuilt?: string; reason?: string }[]> {
  const results = await Promise.all(
    WHO.map((who) => promisify(execFile)(process.execPath, [worker, file, who, String(ROUNDS)])),
  );
  return results.map(({ stdout }) => JSON.parse(stdout) as { path: string; rebuilt?: string; reason?: string });
}

async function expectEverything(file: string): Promise<void> {
  const store = await openSqliteIndex({ file, log: quiet });
  for (const who of WHO) {
    const expected = Array.from({ length: 10 }, (_, i) => `${ROUNDS - 10 + i}.md`);
    expect([...(await store.stamps(who)).keys()].sort()).toEqual(expected);
    expect((await wordsLeg(store, [who], { stores: [who] }, 100)).hits).toHaveLength(10);
    expect((await vectorLeg(store, plane(0), 'm', { stores: [who] }, 100)).hits).toHaveLength(10);
  }
  expect((await store.accessCounts(['both/same.md'])).get('both/same.md')).toBe(WHO.length * ROUNDS);
  expect(await store.vectorProgress('m')).toMatchObject({ ready: 31, total: 31 });
  await store.close();
}

it('lets several processes create and write one file at once', async () => {
  const file = join(folder, 'fresh', 'index.db');
  expect(await hammer(file)).toEqual(WHO.map(() => ({ path: file })));
  await expectEverything(file);
});

it('never takes a file that another process is just making for a foreign one', async () => {
  const startMs = Date.now() + 1_000;
  const args = [beginner, join(folder, 'begun'), String(startMs), '150'];
  const found = await Promise.all([...WHO, 'four'].map(() => promisify(execFile)(process.execPath, args)));
  expect(found.map(({ stdout }) => JSON.parse(stdout) as unknown)).toEqual([[], [], [], []]);
});

it('replaces a foreign file once when several processes find it at once', async () => {
  const file = join(folder, 'index.db');
  await writeFile(file, 'this is not a database, '.repeat(500));
  const results = await hammer(file);
  expect(results.map((one) => one.path)).toEqual(WHO.map(() => file));
  expect(results.filter((one) => one.rebuilt?.includes('set aside'))).toHaveLength(1);
  expect(
    (await readdir(folder)).filter((name) => name.startsWith('index.db.replaced-') && !/-(wal|shm)$/.test(name)),
  ).toHaveLength(1);
  await expectEverything(file);
});

/** A process that opens the index, see halted.mts. */
function opens(...given: readonly string[]): {
  readonly said: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
} {
  const child = spawn(process.execPath, [halted, ...given], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [lines, ended] = [createInterface({ input: child.stdout })[Symbol.asyncIterator](), once(child, 'exit')];
  return {
    said: async () => (await lines.next()).value,
    close: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** Milliseconds in which a process that waits for nobody would long have done it. */
const MEANWHILE_MS = 1_000;

/** Two open the index; the first stops just before it moves or removes what it looked at, until the second is through, or waits for it. Resolves with what they say. */
async function oneWhileAnotherHalts(file: string, halt: string): Promise<unknown[]> {
  const go = `${file}.go`;
  const first = opens(file, 'first', go, halt);
  expect(await first.said()).toBe('halted');
  const second = opens(file, 'second');
  const through = second.said();
  await Promise.race([through, sleep(MEANWHILE_MS)]);
  await writeFile(go, '');
  const said = await Promise.all([first.said(), through]);
  await Promise.all([first.close(), second.close()]);
  return said;
}

async function expectBoth(file: string): Promise<void> {
  const store = await openSqliteIndex({ file, log: quiet });
  expect([...(await store.stamps('s')).keys()].sort()).toEqual(['first.md', 'second.md']);
  await store.close();
}

it('moves no new index out of the way that another process has just put in the place of a damaged one', async () => {
  const file = join(folder, 'damaged', 'index.db');
  await mkdir(join(folder, 'damaged'));
  await writeFile(file, 'this is not a database, '.repeat(500));
  const said = await oneWhileAnotherHalts(file, 'renameSync');
  expect(said).toEqual([expect.stringContaining('set aside'), 'plain']);
  expect((await readdir(join(folder, 'damaged'))).filter((name) => name.startsWith('index.db.replaced-'))).toHaveLength(
    1,
  );
  await expectBoth(file);
});

it('removes no log of an index that another process has just made where one was deleted', async () => {
  const file = join(folder, 'deleted', 'index.db');
  await mkdir(join(folder, 'deleted'));
  await writeFile(`${file}-wal`, 'left behind');
  expect(await oneWhileAnotherHalts(file, 'rmSync')).toEqual(['plain', 'plain']);
  await expectBoth(file);
});

it('sees at once what another connection changed', async () => {
  const file = join(folder, 'seen', 'index.db');
  const [reader, writer] = [await openSqliteIndex({ file, log: quiet }), await openSqliteIndex({ file, log: quiet })];
  const near = async (): Promise<string[]> => (await vectorLeg(reader, plane(0), 'm', {}, 5)).hits.map((hit) => hit.id);
  await writer.apply({ upsert: [sample('s/a.md', 'a'), sample('s/b.md', 'b')], remove: [] });
  await writer.putVectors('m', [{ hash: hashOf('a'), vector: plane(0) }]);
  expect(await near()).toEqual(['s/a.md']);
  await writer.putVectors('m', [{ hash: hashOf('b'), vector: plane(9) }]);
  expect(await near()).toEqual(['s/a.md', 's/b.md']);
  await writer.apply({ upsert: [], remove: ['s/a.md'] });
  expect(await near()).toEqual(['s/b.md']);
  await Promise.all([reader.close(), writer.close()]);
});
