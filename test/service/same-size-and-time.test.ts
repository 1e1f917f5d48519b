/** Files that are written anew with the size and the time that they had, as programs do that copy, unpack and sync. */
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

const text = (word: string, link: string): string =>
  memoryText({ name: 'deploy', description: `The ${word} rule`, body: `${word}: see [[${link}]].` });

let bench: Bench;
withStore(
  { 'deploy.md': text('walrus', 'deploy'), 'MEMORY.md': '- [Deploy](deploy.md) — The walrus rule\n' },
  (opened) => {
    bench = opened;
  },
);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

async function replaceInPlace(): Promise<void> {
  const file = join(bench.store, 'deploy.md');
  const { atime, mtime, ino, size } = await stat(file);
  await writeFile(file, text('badger', 'nobody'));
  await utimes(file, atime, mtime);
  const now = await stat(file);
  expect([now.ino, now.size, Math.floor(now.mtimeMs)]).toEqual([ino, size, Math.floor(mtime.getTime())]);
}

async function seen(memdir: Memdir): Promise<unknown> {
  const { problems } = await memdir.lint({});
  return {
    listed: (await memdir.list({})).map(({ description }) => description),
    old: (await memdir.search({ query: 'walrus' })).hits.length,
    found: (await memdir.search({ query: 'badger' })).hits.length,
    problem: problems.some(({ code }) => code === 'wikilink-unresolved'),
  };
}
const BEFORE = { listed: ['The walrus rule'], old: 1, found: 0, problem: false };
const AFTER = { listed: ['The badger rule'], old: 0, found: 1, problem: true };

it.each([
  ['long after the first reading', 60_000],
  ['in the moment of the first reading', 0],
])('are noticed by lists, searches and checks %s', async (_, laterMs) => {
  vi.setSystemTime(Date.now() + laterMs);
  const memdir = await bench.open();
  expect(await seen(memdir)).toEqual(BEFORE);
  await replaceInPlace();
  vi.setSystemTime(Date.now() + 10_000);
  expect(await seen(memdir)).toEqual(AFTER);
});

it('are noticed by the next process, too', async () => {
  vi.setSystemTime(Date.now() + 60_000);
  expect(await seen(await bench.open())).toEqual(BEFORE);
  await replaceInPlace();
  expect(await seen(await bench.open())).toEqual(AFTER);
});

it('are noticed where the file system has one time for both', async () => {
  const files = createFiles({ dataDir: bench.dir });
  const coarse = {
    ...files,
    list: async (path: string) => {
      const listing = await files.list(path);
      return listing.status === 'listed'
        ? { ...listing, files: listing.files.map((file) => ({ ...file, version: 'same' })) }
        : listing;
    },
    stamp: async (path: string, file: string) => ({ path: file, modifiedMs: 0, size: 0, version: 'same' }),
  };
  const memdir = await bench.open({ files: coarse });
  expect(await seen(memdir)).toEqual(BEFORE);
  await replaceInPlace();
  vi.setSystemTime(Date.now() + 10_000);
  expect(await seen(memdir)).toEqual(AFTER);
});

it('leave a file alone that nobody touched: it is read once more, then not again', async () => {
  const files = createFiles({ dataDir: bench.dir });
  const reads: string[] = [];
  const counting = {
    ...files,
    read: async (store: string, path: string) => (reads.push(path), files.read(store, path)),
  };
  const memdir = await bench.open({ files: counting });
  await memdir.list({});
  vi.setSystemTime(Date.now() + 60_000);
  await memdir.list({});
  reads.length = 0;
  await memdir.list({});
  expect(reads).toEqual([]);
});
