/** What is read of a store when one file of it changed: counted at the port of the files. */
import { utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { MemoryFiles } from '../../src/core/ports/files.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

const COUNT = 120;
/** Distinct words: no memory is close to another. */
const word = (at: number): string => String.fromCharCode(97 + (at % 26), 97 + ((at * 7) % 26), 97 + ((at * 11) % 26));
const seed = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => [
    `m${at}.md`,
    memoryText({ name: `m${at}`, body: `Walrus ${word(at)}${at} sleeps near harbour ${word(at * 3)}${at}.` }),
  ]),
);

let bench: Bench;
/** Paths read since the last call of {@link readBy}, and those of them that were read under the store's lock. */
let read: string[] = [];
let locked: string[] = [];

/** Files whose reads are counted. */
function counted(): MemoryFiles {
  const files = createFiles({ dataDir: bench.dir });
  let holding = false;
  return {
    ...files,
    read: async (store, path) => {
      read.push(path);
      if (holding) locked.push(path);
      const source = await files.read(store, path);
      // As if it had been written long before: what was written this moment is read again whatever its times say.
      const version = (await files.stamp(store, path))?.version;
      return source && { ...source, stamp: { ...source.stamp, version } };
    },
    withStoreLock: (store, work) =>
      files.withStoreLock(store, async () => {
        holding = true;
        try {
          return await work();
        } finally {
          holding = false;
        }
      }),
  };
}

const open = (): Promise<Memdir> => bench.open({ files: counted() });

/** The memories that some work read, without the index file, sorted. */
async function readBy(work: () => Promise<unknown>): Promise<{ readonly all: string[]; readonly underLock: string[] }> {
  [read, locked] = [[], []];
  await work();
  const memories = (paths: readonly string[]): string[] =>
    [...new Set(paths)].filter((path) => path !== 'MEMORY.md').sort();
  return { all: memories(read), underLock: memories(locked) };
}

/** Writes a memory as if long ago: a file that was written this moment is read again whatever its time says. */
async function change(path: string, text: string): Promise<void> {
  await bench.write(path, text);
  const then = new Date(Date.now() - 3_600_000 + Math.floor(Math.random() * 60_000));
  await utimes(join(bench.store, path), then, then);
}

withStore({}, async (opened) => {
  bench = opened;
  for (const [path, text] of Object.entries(seed)) await change(path, text);
});

const NEW = { content: 'The lighthouse keeper paints the railing every second spring.' };
const changed = memoryText({ name: 'm5', body: 'A puffin took the place of that walrus.' });

describe('when one file changed', () => {
  let memdir: Memdir;
  beforeEach(async () => {
    memdir = await open();
    await memdir.index({ embed: false });
  });

  const works = {
    list: (of: Memdir) => of.list({ recent: 10 }),
    remember: (of: Memdir) => of.remember(NEW),
    resolve: (of: Memdir) => of.resolve({ id: 'm5' }),
    search: (of: Memdir) => of.search({ query: 'puffin' }),
  };

  it('stale reads texts, where dates and cited files are, without a lock', async () => {
    const other = await open();
    const { all, underLock } = await readBy(() => other.stale({}));
    expect(all).toContain('m5.md');
    expect(underLock).toEqual([]);
  });

  it.each(Object.entries(works))('%s reads that file alone in a new process', async (_, work) => {
    await change('m5.md', changed);
    const other = await open();
    const { all, underLock } = await readBy(() => work(other));
    // What was just saved is read for the index.
    expect(all.filter((path) => path.startsWith('m'))).toEqual(['m5.md']);
    expect(underLock).toEqual([]);
  });

  // A search compares at most every two seconds.
  it.each(Object.entries(works).filter(([name]) => name !== 'search'))(
    '%s reads that file in a process that runs',
    async (_, work) => {
      await work(memdir);
      await change('m6.md', changed.replaceAll('m5', 'm6'));
      expect((await readBy(() => work(memdir))).all).toContain('m6.md');
    },
  );

  it('reads nothing where nothing changed', async () => {
    const other = await open();
    expect((await readBy(() => other.list({}))).all).toEqual([]);
    let hits: readonly string[] = [];
    const { all } = await readBy(async () => {
      hits = (await other.search({ query: 'walrus' })).hits.map(({ path }) => basename(path));
    });
    expect(all, 'what is shown is the text of the file').toEqual(hits.toSorted());
  });

  it('shows the change at once', async () => {
    await change('m5.md', changed.replace('description: m5', 'description: Puffins'));
    const found = (await memdir.list({})).find(({ name }) => name === 'm5');
    expect(found?.description).toBe('Puffins');
    await bench.remove('m5.md');
    expect((await memdir.list({})).some(({ name }) => name === 'm5')).toBe(false);
  });
});

it('shows nothing of a folder that cannot be read, and keeps it in the index', async () => {
  await change('deep/d.md', memoryText({ name: 'd', body: 'A heron stands in the pond.' }));
  const memdir = await open();
  await memdir.index({ embed: false });
  const files = counted();
  const blind = await bench.open({
    files: {
      ...files,
      list: async (store, signal) => {
        const listing = await files.list(store, signal);
        return listing.status === 'listed'
          ? {
              ...listing,
              files: listing.files.filter(({ path }) => !path.startsWith('deep/')),
              unlisted: [{ path: 'deep', reason: 'The folder can’t be read.' }],
            }
          : listing;
      },
    },
  });
  expect((await blind.list({})).filter(({ name }) => name === 'd')).toEqual([]);
  expect((await memdir.list({})).filter(({ name }) => name === 'd')).toHaveLength(1);
});

describe('remember', () => {
  it('reads the memories that may say the same, and finds the one that does', async () => {
    const memdir = await open();
    await memdir.index({ embed: false });
    const other = await open();
    let status: string | undefined;
    const again = `Walrus ${word(7)}7 sleeps near harbour ${word(21)}7.`;
    const { all } = await readBy(async () => void ({ status } = await other.remember({ content: again })));
    expect(status).toBe('duplicate');
    expect(all).toEqual(['m7.md']);
  });

  it('finds what another process saved between its comparison and its turn', async () => {
    const [first, second] = [await open(), await open()];
    await first.index({ embed: false });
    const results = await Promise.all([first.remember(NEW), second.remember(NEW)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['duplicate', 'saved']);
  });

  it('reads under the lock what came since, and nothing else', async () => {
    const files = createFiles({ dataDir: bench.dir });
    const memdir = await bench.open({
      files: {
        ...counted(),
        withStoreLock: (store, work) =>
          files.withStoreLock(store, async () => {
            // Another process saves in the moment before this one has the lock.
            await change('other.md', memoryText({ name: 'other', body: NEW.content }));
            [read, locked] = [[], []];
            return await work();
          }),
      },
    });
    await memdir.index({ embed: false });
    const { status, existing } = await memdir.remember(NEW);
    expect(status).toBe('duplicate');
    expect(existing).toMatch(/other\.md$/);
    expect([...new Set(read)].filter((path) => path !== 'MEMORY.md')).toEqual(['other.md']);
  });
});
