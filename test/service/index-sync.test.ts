import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, it, vi } from 'vitest';

import type { FileEvents, MemoryFiles } from '../../src/core/ports/files.js';
import { systemClock } from '../../src/node/clock.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { type Bench, memoryText, PATIENT, realEmbedder, until, watcher, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

const text = (name: string, word: string): string => memoryText({ name, body: `Remember the ${word}.` });
const HOUR_AGO = new Date(Date.now() - 3_600_000);

/** A file that is old enough not to be suspected. */
async function writeOld(path: string, content: string): Promise<void> {
  await bench.write(path, content);
  await utimes(join(bench.store, path), HOUR_AGO, HOUR_AGO);
}

afterEach(() => void vi.useRealTimers());

describe('synchronization of the index', () => {
  it('reads only what changed', async () => {
    const read: string[] = [];
    const files = createFiles({ dataDir: bench.dir });
    const counting: MemoryFiles = { ...files, read: (store, path) => (read.push(path), files.read(store, path)) };
    for (const n of [1, 2, 3]) await writeOld(`m${n}.md`, text(`m${n}`, 'walrus'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const first = await bench.open();
    expect(await first.index({})).toMatchObject({ files: 3, changed: 3, removed: 0 });
    const second = await bench.open({ files: counting });
    expect(await second.index({})).toMatchObject({ files: 3, changed: 0, removed: 0 });
    expect(read).toEqual([]);
    await writeOld('m2.md', text('m2', 'ocelot!'));
    expect(await second.index({})).toMatchObject({ changed: 1 });
    expect(read).toEqual(['m2.md']);
    expect((await first.search({ query: 'ocelot' })).hits).toHaveLength(1);
  });

  it('ignores a touched file and detects a change within the same timestamp', async () => {
    await bench.write('a.md', text('a', 'walrus'));
    let clock = systemClock;
    const memdir = await bench.open({ clock: { ...systemClock, now: () => clock.now() } });
    await memdir.index({});
    await utimes(join(bench.store, 'a.md'), HOUR_AGO, HOUR_AGO);
    expect(await memdir.index({})).toMatchObject({ changed: 0 });
    const [hit] = (await memdir.search({ query: 'walrus' })).hits;
    expect(hit?.createdAt, 'a file without a date of its own is as old as the file says').toBe(HOUR_AGO.toISOString());
    const now = new Date();
    // However long the machine takes: it is the same moment still.
    clock = { ...systemClock, now: () => now.getTime() };
    await bench.write('b.md', text('b', 'badger'));
    await utimes(join(bench.store, 'b.md'), now, now);
    await memdir.index({});
    await bench.write('b.md', text('b', 'marmot'));
    await utimes(join(bench.store, 'b.md'), now, now);
    expect(await memdir.index({})).toMatchObject({ changed: 1 });
  });

  it('removes files missing from a successful listing, and nothing when the store is missing or unreadable', async () => {
    await bench.write('a.md', text('a', 'walrus'));
    await bench.write('b.md', text('b', 'badger'));
    const memdir = await bench.open();
    await memdir.index({});
    await rename(bench.store, `${bench.store}.away`);
    expect(await memdir.index({})).toMatchObject({ files: 0, removed: 0 });
    await writeFile(bench.store, 'not a folder');
    expect(await memdir.index({})).toMatchObject({ files: 0, removed: 0 });
    expect((await memdir.search({ query: 'walrus' })).hits).toHaveLength(1);
    await bench.remove('');
    await rename(`${bench.store}.away`, bench.store);
    await bench.remove('a.md');
    expect(await memdir.index({})).toMatchObject({ files: 1, removed: 1 });
    expect((await memdir.search({ query: 'walrus' })).hits).toEqual([]);
  });

  it('keeps a file that vanishes between listing and reading until the next listing', async () => {
    await bench.write('a.md', text('a', 'walrus'));
    const memdir = await bench.open();
    await memdir.index({});
    const files = createFiles({ dataDir: bench.dir });
    let vanish = true;
    const racing = await bench.open({
      files: {
        ...files,
        list: async (store, signal) => {
          const listing = await files.list(store, signal);
          if (vanish) await bench.remove('a.md');
          return listing;
        },
      },
    });
    expect(await racing.index({ full: false })).toMatchObject({ removed: 0 });
    vanish = false;
    expect(await racing.index({})).toMatchObject({ removed: 1 });
  });

  it('indexes 1,200 new files in one pass', async () => {
    await Promise.all(
      Array.from({ length: 1_200 }, (_, n) =>
        bench.write(`sub/m${n}.md`, text(`m${n}`, n === 777 ? 'quokka' : 'walrus')),
      ),
    );
    const memdir = await bench.open();
    const seen: number[] = [];
    expect(await memdir.index({}, (at) => seen.push(at.done))).toMatchObject({ files: 1_200, changed: 1_200 });
    expect(seen.at(-1)).toBe(1_200);
    const steps = seen.map((done, at) => done - (seen[at - 1] ?? 0));
    expect(Math.max(...steps), 'in steps short enough for somebody who types').toBeLessThanOrEqual(50);
    expect((await memdir.search({ query: 'quokka' })).hits.map((hit) => hit.name)).toEqual(['m777']);
  });

  it('compares less often when comparisons are slow', async () => {
    await bench.write('a.md', text('a', 'walrus'));
    const files = createFiles({ dataDir: bench.dir });
    let [now, listed, takes] = [Date.now(), 0, 0];
    const memdir = await bench.open({
      clock: { now: () => now },
      files: { ...files, list: (store, signal) => ((listed += 1), (now += takes), files.list(store, signal)) },
    });
    const after = async (ms: number): Promise<number> => {
      now += ms;
      await memdir.search({ query: 'walrus' });
      return listed;
    };
    expect(await after(0)).toBe(1);
    expect(await after(2_500)).toBe(2);
    takes = 1_000;
    expect(await after(2_500)).toBe(3);
    expect(await after(2_500)).toBe(3);
    expect(await after(7_000)).toBe(4);
    takes = 60_000;
    expect(await after(10_000)).toBe(5);
    expect(await after(0), 'however long it takes, what is old is compared').toBe(6);
  });

  it('indexes a checkout that changes hundreds of files in one pass', async () => {
    for (let n = 0; n < 500; n++) await writeOld(`m${n}.md`, text(`m${n}`, 'walrus'));
    const applied: { readonly upsert: number; readonly remove: number }[] = [];
    const index = await openSqliteIndex({ file: join(bench.dir, 'index.db'), log: bench.log });
    const counting = new Proxy(index, {
      get: (target, key) =>
        key === 'apply'
          ? (change: Parameters<typeof index.apply>[0]) => (
              applied.push({ upsert: change.upsert?.length ?? 0, remove: change.remove?.length ?? 0 }),
              target.apply(change)
            )
          : (Reflect.get(target, key) as () => unknown).bind(target),
    });
    const memdir = await bench.open({ index: counting, events: watcher(bench.log) });
    await memdir.index({});
    const stop = await memdir.follow(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    applied.length = 0;
    await Promise.all(
      Array.from({ length: 400 }, async (_, n) => {
        if (n % 4 === 0) await bench.remove(`m${n}.md`);
        else await bench.write(`m${n}.md`, text(`m${n}`, 'ocelot'));
        if (n % 4 === 1) await bench.write(`new${n}.md`, text(`new${n}`, 'marmot'));
      }),
    );
    await until('the checkout', async () => (await memdir.search({ query: 'marmot', limit: 100 })).hits.length === 100);
    await stop();
    await memdir.index({});
    const upserts = applied.reduce((sum, { upsert }) => sum + upsert, 0);
    const removals = applied.reduce((sum, { remove }) => sum + remove, 0);
    expect(removals).toBe(100);
    // A file may be read while it is being written, and then once more.
    expect(upserts).toBeGreaterThanOrEqual(400);
    // A slow machine sees the checkout in more parts, each with a last step that is smaller.
    expect((upserts + removals) / applied.length, 'files in one step').toBeGreaterThan(10);
    expect((await index.stamps((await memdir.roots())[0]?.key ?? '')).size).toBe(500);
  });

  it('recognizes a file that an editor saves by rename as the same memory', async () => {
    await writeOld('a.md', text('a', 'walrus'));
    const memdir = await bench.open();
    await memdir.index({});
    await bench.write('.a.md.swp', 'swap');
    await bench.write('a.md.tmp', text('a', 'ocelot'));
    await rename(join(bench.store, 'a.md'), join(bench.store, 'a.md~'));
    await rename(join(bench.store, 'a.md.tmp'), join(bench.store, 'a.md'));
    expect(await memdir.index({})).toMatchObject({ files: 1, changed: 1, removed: 0 });
    expect((await memdir.search({ query: 'ocelot' })).hits.map(({ name }) => name)).toEqual(['a']);
  });

  it('indexes the other files when one is unreadable', async () => {
    await bench.write('good.md', text('good', 'walrus'));
    await bench.write('broken.md', '---\nname: a: b\ndescription: "x" y\n---\nwalrus too');
    await writeFile(join(bench.store, 'binary.md'), Buffer.from([0, 1, 2, 255]));
    const memdir = await bench.open();
    expect(await memdir.index({})).toMatchObject({ files: 3, changed: 3 });
    expect((await memdir.search({ query: 'walrus' })).hits).toHaveLength(2);
    expect((await memdir.search({ query: 'binary' })).hits).toHaveLength(1);
  });

  it('rebuilds everything and keeps the access counts', async () => {
    await writeOld('a.md', text('a', 'walrus'));
    const memdir = await bench.open();
    await memdir.index({});
    await memdir.show('a');
    expect(await memdir.index({ full: true })).toMatchObject({ changed: 1, removed: 0 });
    expect((await memdir.list({}))[0]?.accessCount).toBe(1);
  });

  it('keeps other projects on a rebuild', async () => {
    await bench.write('a.md', text('a', 'walrus'));
    const other = join(bench.dir, 'other');
    await mkdir(other);
    await writeFile(join(other, 'b.md'), text('b', 'badger'));
    const elsewhere = await bench.open({ scope: { folders: [], directories: [other], trusted: true } });
    await elsewhere.index({});
    const index = await openSqliteIndex({ file: join(bench.dir, 'index.db'), log: bench.log });
    const memdir = await bench.open({ index });
    await memdir.index({});
    expect(await memdir.index({ full: true })).toMatchObject({ changed: 1 });
    expect((await index.health()).documents).toBe(2);
  });

  it('serves two service objects on one index', async () => {
    const [one, two] = [await bench.open(), await bench.open()];
    await Promise.all(Array.from({ length: 40 }, (_, n) => bench.write(`m${n}.md`, text(`m${n}`, 'walrus'))));
    await Promise.all([one.index({}), two.index({}), one.index({}), two.index({})]);
    for (const memdir of [one, two])
      expect((await memdir.search({ query: 'walrus', limit: 100 })).hits).toHaveLength(40);
  });

  it('can be cancelled and resumed', async () => {
    await bench.write('a.md', text('a', 'walrus'));
    const memdir = await bench.open();
    await expect(memdir.index({}, undefined, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    expect(await memdir.index({})).toMatchObject({ changed: 1 });
  });

  it('updates levels when the types of the settings change', async () => {
    await bench.write('a.md', memoryText({ name: 'a', type: 'ritual', body: 'walrus' }));
    const memdir = await bench.open();
    await memdir.index({});
    memdir.configure({
      ...DEFAULT_SERVICE_SETTINGS,
      types: { ritual: { level: 'short-term', scaleDays: 3, shape: 1 } },
    });
    await until(
      'the level changes',
      async () => (await memdir.search({ query: 'walrus', level: 'short-term' })).hits.length === 1,
    );
    expect((await memdir.list({}))[0]).toMatchObject({ level: 'short-term' });
  });
});

describe('vectors', () => {
  it('are computed once per text, regardless of the file name', async () => {
    for (const n of [1, 2, 3]) await bench.write(`m${n}.md`, text(`m${n}`, 'walrus'));
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    const phases = new Set<string>();
    expect(await memdir.index({ embed: true }, (at) => phases.add(at.phase))).toMatchObject({
      changed: 3,
      embedded: 3,
    });
    expect([...phases]).toEqual(['reading', 'embedding']);
    await rename(join(bench.store, 'm1.md'), join(bench.store, 'moved.md'));
    expect(await memdir.index({ embed: true })).toMatchObject({ changed: 1, removed: 1, embedded: 0 });
    expect(await memdir.index({ embed: true })).toMatchObject({ changed: 0, embedded: 0 });
  });

  it('survive a restart', async () => {
    await bench.write('m.md', text('m', 'walrus'));
    const first = await bench.open({ embedder: realEmbedder(bench.log) });
    await first.index({ embed: true });
    await first.close();
    const second = await bench.open({ embedder: realEmbedder(bench.log) });
    expect(await second.index({ embed: true })).toMatchObject({ changed: 0, embedded: 0 });
    expect((await second.search({ ...PATIENT, query: 'large sea animal with tusks' })).mode).toBe('hybrid');
  });
});

describe('watching', () => {
  it('updates the index on changes until it is stopped', async () => {
    await bench.write('a.md', text('a', 'walrus'));
    const memdir = await bench.open({ events: watcher(bench.log) });
    const changes: string[] = [];
    const stop = await memdir.follow((stores) => changes.push(...stores));
    await until('the first comparison', () => memdir.status().kind === 'keyword-only');
    // Watching takes a moment to begin, and does not say when it has: what was not heard is written again.
    let times = 0;
    await until('the new memory', async () => {
      if (times++ % 50 === 0) await bench.write('b.md', text('b', `ocelot ${times}`));
      return (await memdir.search({ query: 'ocelot' })).hits.length === 1;
    });
    await until('the announcement', () => changes.length > 0);
    await stop();
    const heard = changes.length;
    await bench.write('c.md', text('c', 'marmot'));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(changes.length).toBe(heard);
  });

  it('leaves no watcher when closed during its start', async () => {
    let watching = 0;
    const real = watcher(bench.log);
    const events: FileEvents = {
      watch: (paths, changed) => {
        watching++;
        const stop = real?.watch(paths, changed);
        return async () => {
          watching--;
          await stop?.();
        };
      },
    };
    const closed = await bench.open({ events });
    const following = closed.follow(() => undefined);
    await closed.close();
    await following;
    expect(watching).toBe(0);
  });

  it('combines a burst of events into few comparisons', async () => {
    let hint: ((path: string) => void) | undefined;
    let listed = 0;
    const files = createFiles({ dataDir: bench.dir });
    const memdir = await bench.open({
      files: { ...files, list: (store, signal) => ((listed += 1), files.list(store, signal)) },
      events: { watch: (_paths, changed) => ((hint = changed), async () => undefined) },
    });
    await memdir.follow(() => undefined);
    await until('the first comparison', () => listed > 0);
    const before = listed;
    for (let n = 0; n < 50; n++) hint?.(bench.store);
    await until('a comparison', () => listed > before);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(listed - before).toBeLessThanOrEqual(2);
  });
});

describe('closing', () => {
  it('stops work in progress and is idempotent', async () => {
    for (let n = 0; n < 50; n++) await bench.write(`m${n}.md`, text(`m${n}`, 'walrus '.repeat(100)));
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    await memdir.search({ query: 'walrus' });
    await Promise.all([memdir.close(), memdir.close()]);
    const index = await openSqliteIndex({ file: join(bench.dir, 'index.db'), log: bench.log });
    expect((await index.health()).documents).toBe(50);
    await index.close();
  });
});
