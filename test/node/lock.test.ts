import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { beforeEach, describe, expect, it } from 'vitest';

import type { NEW_SESSION } from '../../src/core/inject/session.js';
import { createTranscripts } from '../../src/node/capture/transcripts.js';
import { acquireLock } from '../../src/node/files/lock.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { createSessions } from '../../src/node/inject/sessions.js';
import { tempFolder, writeTree } from './support.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

let dataDir: string;
let store: string;
beforeEach(async () => {
  dataDir = await tempFolder();
  store = await tempFolder();
  await writeTree(store, { 'a.md': 'one\n' });
});

const lines: string[] = [];
const log = { info: () => undefined, warn: (line: string) => void lines.push(line), error: () => undefined };
const files = () => createFiles({ dataDir });
const text = (): Promise<string> => readFile(join(store, 'a.md'), 'utf8');
const change = (now: { readonly text: string } | undefined): string => `zero\n${now?.text ?? ''}`;

/** Lock folders that some work takes, as paths. */
async function locksOf(folder: string, work: (took: () => Promise<void>) => Promise<unknown>): Promise<string[]> {
  let names: string[] = [];
  await work(async () => {
    names = (await readdir(folder)).filter((name) => name.endsWith('.lock'));
  });
  return names.map((name) => join(folder, name));
}

const holdStore = (took: () => Promise<void>): Promise<unknown> => files().withStoreLock(store, took);

describe('a lock that a process left behind', () => {
  const work: [string, () => string, (took: () => Promise<void>) => Promise<unknown>][] = [
    ['of a store', () => join(dataDir, 'locks'), holdStore],
    [
      'of a file',
      () => join(dataDir, 'locks'),
      async (took) => {
        const lock = await acquireLock(join(dataDir, 'locks'), store, 'write');
        await took();
        await lock.release();
      },
    ],
    [
      'of a transcript',
      () => join(dataDir, 'capture', 'transcripts'),
      (took) => createTranscripts({ dataDir, log }).withLock('x.jsonl', took),
    ],
  ];

  it.each(work)('%s is free when it is a day old, or from the future', async (_, folder, hold) => {
    const [path = ''] = await locksOf(folder(), hold);
    for (const aheadMs of [-DAY_MS, MINUTE_MS, DAY_MS, 3_650 * DAY_MS]) {
      await mkdir(path);
      const at = (Date.now() + aheadMs) / 1000;
      await utimes(path, at, at);
      let held = false;
      await hold(async () => {
        held = true;
        await Promise.resolve();
      });
      expect([held, existsSync(path)], `${aheadMs} ms ahead`).toEqual([true, false]);
    }
  });

  it('of a session is free as well, and nothing is put off', async () => {
    const sessions = createSessions({ dataDir, log });
    const use = (tool: string) => (before: typeof NEW_SESSION) => ({ after: { ...before, tools: [tool] }, result: 0 });
    await sessions.update('s', use('git'));
    const [name = ''] = await readdir(join(dataDir, 'sessions'));
    const path = join(dataDir, 'sessions', `${name}.lock`);
    await mkdir(path);
    await utimes(path, Date.now() / 1000 + 86_400, Date.now() / 1000 + 86_400);
    await sessions.update('s', use('npm'));
    expect(await readdir(join(dataDir, 'sessions'))).toEqual([name]);
  });
});

/** Does what a process does that takes a lock over. */
function takeOver(path: string): void {
  rmdirSync(path);
  mkdirSync(path);
}

describe('a lock that was lost', () => {
  it('is noticed before anything is written, and stays with the one that has it', async () => {
    const folder = join(dataDir, 'locks');
    const [path = ''] = await locksOf(folder, holdStore);
    const attempts: [string, () => Promise<unknown>][] = [
      ['a change', () => files().change(store, 'a.md', change)],
      ['an addition', () => files().change(store, 'a.md', (now) => `${now?.text ?? ''}more\n`)],
      ['a new file', () => files().write(store, 'new.md', 'new', undefined)],
    ];
    for (const [what, attempt] of attempts) {
      await expect(
        files().withStoreLock(store, async () => {
          await setTimeout(5);
          takeOver(path);
          return await attempt();
        }),
        what,
      ).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('took over') as string });
      expect(existsSync(path), what).toBe(true);
      rmdirSync(path);
      expect(await text()).toBe('one\n');
      expect(await readdir(store)).toEqual(['a.md']);
    }
  });

  it('leaves nothing to put in place for a process that goes on at its last step', async () => {
    const part = `.memdir-${process.ppid}-1${'0'.repeat(11)}.part`;
    const kept = `.memdir-${process.ppid}-2${'0'.repeat(11)}.part`;
    await writeTree(store, { [part]: 'theirs', [`sub/${part}`]: 'theirs', [kept]: 'replaced' });
    const [change] = await locksOf(join(dataDir, 'locks'), holdStore);
    const path = (change ?? '').replace('.change.lock', '.lock');
    await mkdir(path);
    await utimes(path, 0, 0);
    await files().write(store, 'a.md', 'two\n', 'one\n');
    expect((await readdir(store, { recursive: true })).sort()).toEqual([kept, 'a.md', 'sub']);
  });
});

describe('processes that wait for a lock', () => {
  it('get it in turn, and one that ended or is stopped is passed over', async () => {
    const folder = join(dataDir, 'locks');
    const order: number[] = [];
    const [path = ''] = await locksOf(folder, holdStore);
    const first = await acquireLock(folder, store, 'change');
    await mkdir(`${path}.queue`);
    await writeFile(join(`${path}.queue`, '000000000-1-dead'), '');
    await utimes(join(`${path}.queue`, '000000000-1-dead'), 0, 0);
    const waiters: Promise<void>[] = [];
    for (let at = 0; at < 4; at++) {
      waiters.push(
        acquireLock(folder, store, 'change').then(async (lock) => {
          order.push(at);
          await lock.release();
        }),
      );
      while ((await readdir(`${path}.queue`)).filter((name) => !name.endsWith('dead')).length <= at)
        await setTimeout(5);
    }
    await first.release();
    await Promise.all(waiters);
    expect(order).toEqual([0, 1, 2, 3]);
    expect(await readdir(folder)).toEqual([]);
    expect((await stat(store)).isDirectory()).toBe(true);
  });
});
