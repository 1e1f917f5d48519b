import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { IndexStore } from '../../src/core/ports/index-store.js';
import { loadNative } from '../../src/store/sqlite/native.js';
import { openSqliteIndex, sqliteAvailability } from '../../src/store/sqlite/open.js';
import { documentOf, vectorLeg, wordsLeg } from './queries.js';
import { hashOf, plane, quiet, sample } from './samples.js';

let folder = '';
let file = '';
let opened: IndexStore[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memdir-recovery-'));
  file = join(folder, 'index.db');
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await rm(folder, { recursive: true, force: true });
});

async function openIndex(vectorExtension?: string): Promise<IndexStore> {
  const store = await openSqliteIndex({ file, log: quiet, vectorExtension });
  opened.push(store);
  return store;
}

/** An index with many documents and one counted access, closed. */
async function filled(): Promise<void> {
  const store = await openSqliteIndex({ file, log: quiet });
  await store.countAccess(['s/1.md', 's/1.md']);
  await store.apply({
    upsert: Array.from({ length: 400 }, (_, i) => sample(`s/${i}.md`, `word ${'filler '.repeat(60)} ${i}`)),
    remove: [],
  });
  await store.close();
}

async function expectWorks(store: IndexStore): Promise<void> {
  await store.apply({ upsert: [sample('s/new.md', 'fresh')], remove: [] });
  expect((await wordsLeg(store, ['fresh'], {}, 5)).hits.map((hit) => hit.id)).toEqual(['s/new.md']);
}

const aside = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith(`${basename(file)}.replaced-`) && !/-(wal|shm)$/.test(name));

async function overwrite(from: number, to: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(to - from, 0x5a), 0, to - from, from);
  await handle.close();
}

async function sqlite(sql: string): Promise<void> {
  const db = (await loadNative()).open(file);
  db.exec(sql);
  db.close();
}

describe('at opening', () => {
  it('keeps documents, vectors and counts from one process to the next', async () => {
    const first = await openIndex();
    await first.apply({ upsert: [sample('s/a.md', 'kept')], remove: [] });
    await first.putVectors('m', [{ hash: hashOf('kept'), vector: plane(0) }]);
    await first.countAccess(['s/a.md']);
    await first.close();
    const second = await openIndex();
    expect(await documentOf(second, 's/a.md')).toEqual(sample('s/a.md', 'kept'));
    expect((await vectorLeg(second, plane(0), 'm', {}, 5)).hits).toHaveLength(1);
    expect((await second.accessCounts(['s/a.md'])).get('s/a.md')).toBe(1);
    const health = await second.health();
    expect(health).toMatchObject({ keyword: true, vector: true, path: file, documents: 1, vectors: 1 });
    expect(health.rebuilt).toBeUndefined();
    expect(health.reason).toBeUndefined();
    expect(health.bytes).toBeGreaterThan(4096);
    expect(await aside()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a text file', () => writeFile(file, 'name: notes\n'.repeat(2000)), /damaged/],
    ['a short text file', () => writeFile(file, 'x'), /not an index of Memdir/],
    [
      'a damaged header',
      async () => {
        await filled();
        await overwrite(0, 100);
      },
      /damaged/,
    ],
    [
      'a damaged schema page',
      async () => {
        await filled();
        await overwrite(100, 4096);
      },
      /damaged/,
    ],
    [
      'a truncated file',
      async () => {
        await filled();
        await truncate(file, Math.floor((await stat(file)).size / 2));
      },
      /damaged/,
    ],
    [
      "another program's database",
      () => sqlite('create table notes (x); insert into notes values (1)'),
      /not an index of Memdir/,
    ],
    [
      "another program's empty database",
      () => sqlite('pragma application_id = 99; create table x (y); drop table x'),
      /not an index of Memdir/,
    ],
    [
      'a newer schema',
      async () => {
        await filled();
        await sqlite('pragma user_version = 999');
      },
      /newer Memdir/,
    ],
  ])('sets %s aside and starts anew', async (_, damage, said) => {
    await damage();
    const before = await readFile(file);
    const store = await openIndex();
    const health = await store.health();
    expect(health.rebuilt).toMatch(said);
    expect(health).toMatchObject({ documents: 0, path: file, keyword: true });
    const [kept = ''] = await aside();
    expect(health.rebuilt).toContain(kept);
    expect((await readFile(join(folder, kept))).equals(before)).toBe(true);
    await expectWorks(store);
    await store.close();
    expect((await (await openIndex()).health()).rebuilt).toBeUndefined();
  });

  it('saves access counts from a file that can still be read', async () => {
    await filled();
    await sqlite('pragma user_version = 999');
    expect((await (await openIndex()).accessCounts(['s/1.md'])).get('s/1.md')).toBe(2);
  });

  it('keeps two replaced files, the newest', async () => {
    for (let i = 0; i < 4; i++) {
      await writeFile(file, `broken ${i} `.repeat(200));
      await (await openIndex()).close();
    }
    const texts = await Promise.all(
      (await aside()).map(async (name) => (await readFile(join(folder, name), 'utf8')).slice(0, 8)),
    );
    expect(texts.sort()).toEqual(['broken 2', 'broken 3']);
  });

  it('makes a folder that is for this user alone', async () => {
    file = join(folder, 'deep', 'er', 'index.db');
    await openIndex();
    const { mode } = await stat(join(folder, 'deep', 'er'));
    // Windows has no such bits; a folder of the user's is closed there already.
    expect(mode & 0o077).toBe(process.platform === 'win32' ? 0o066 : 0);
  });

  it('takes an empty file for a new index', async () => {
    await writeFile(file, '');
    const store = await openIndex();
    expect((await store.health()).rebuilt).toBeUndefined();
    await expectWorks(store);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a folder that is a file',
      async () => {
        await writeFile(join(folder, 'plain'), '');
        file = join(folder, 'plain', 'index.db');
      },
    ],
    ['a folder in place of the file', () => mkdir(file)],
  ])('works in memory, and says why, with %s', async (_, prepare) => {
    await prepare();
    const store = await openIndex();
    expect(await store.health()).toMatchObject({
      path: ':memory:',
      keyword: true,
      vector: true,
      reason: expect.stringContaining(file) as string,
    });
    await expectWorks(store);
  });

  it('compares vectors without sqlite-vec where it cannot be loaded, and says so', async () => {
    const store = await openIndex(join(folder, 'missing-vec'));
    const health = await store.health();
    expect(health).toMatchObject({ keyword: true, vector: true, vec: undefined });
    expect(health.reason).toMatch(/^sqlite-vec cannot be loaded/);
    await expectWorks(store);
    await store.putVectors('m', [{ hash: hashOf('fresh'), vector: plane(0) }]);
    const without = await vectorLeg(store, plane(0), 'm', {}, 5);
    await store.close();
    const withIt = await vectorLeg(await openIndex(), plane(0), 'm', {}, 5);
    expect(without).toEqual(withIt);
    expect(withIt.hits).toHaveLength(1);
  });

  it('tells doctor which versions there are', async () => {
    expect(await sqliteAvailability()).toMatchObject({
      ok: true,
      sqlite: expect.stringMatching(/^3\./) as string,
      vec: expect.stringMatching(/^v0\./) as string,
    });
  });
});

describe('while running', () => {
  it('goes on after the file was deleted, access counts included', async () => {
    const store = await openIndex();
    await store.apply({ upsert: [sample('s/a.md', 'gone')], remove: [] });
    await store.countAccess(['s/a.md']);
    for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
    expect((await store.stamps('s')).size).toBe(0);
    expect((await store.health()).rebuilt).toMatch(/deleted or replaced/);
    expect((await store.accessCounts(['s/a.md'])).get('s/a.md')).toBe(1);
    await Promise.all([expectWorks(store), store.countAccess(['s/a.md'])]);
    await store.close();
    expect((await (await openIndex()).stamps('s')).size).toBe(1);
  });

  it('follows when another file is put in its place', async () => {
    await filled();
    await copyFile(file, join(folder, 'copy.db'));
    const store = await openIndex();
    await store.apply({ remove: [...(await store.stamps('s')).keys()].map((path) => `s/${path}`) });
    await rm(file);
    await copyFile(join(folder, 'copy.db'), file);
    for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true });
    expect((await store.stamps('s')).size).toBe(400);
  });

  it('replaces a file that is damaged under it, in the first operation that notices', async () => {
    await filled();
    const store = await openIndex();
    await overwrite(4096, (await stat(file)).size);
    await expectWorks(store);
    const health = await store.health();
    expect(health.rebuilt).toMatch(/damaged/);
    expect(health.documents).toBe(1);
    expect(dirname(health.path)).toBe(folder);
    expect(await aside()).toHaveLength(1);
  });

  it('survives when several operations meet the damage at once', async () => {
    await filled();
    const store = await openIndex();
    await overwrite(4096, (await stat(file)).size);
    const results = await Promise.allSettled([
      store.stamps('s'),
      wordsLeg(store, ['word'], {}, 5),
      documentOf(store, 's/3.md'),
      store.apply({ upsert: [sample('s/x.md', 'x')], remove: [] }),
    ]);
    expect(results.map((one) => one.status)).toEqual(results.map(() => 'fulfilled'));
    await expectWorks(store);
    expect(await aside()).toHaveLength(1);
  });
});

describe('the file of the index', () => {
  it.skipIf(process.platform === 'win32')(
    'is for this user alone, also in a folder that others can look into, and also one from before',
    async () => {
      await chmod(folder, 0o755);
      const rights = async (): Promise<number[]> =>
        await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).mode & 0o077));
      const store = await openIndex();
      await store.apply({ upsert: [sample('s/1.md', 'fresh')], remove: [] });
      // The database, its log and that one's index, and the lock of its place.
      expect(await rights()).toEqual([0, 0, 0, 0]);
      await store.close();
      await chmod(file, 0o644);
      await openIndex();
      expect(new Set(await rights())).toEqual(new Set([0]));
    },
  );
});
