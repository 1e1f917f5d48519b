import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { indexStoreContract } from './contract.js';
import { hashOf, pieces, plane, quiet, randomVectors, sample } from './samples.js';

let folder = '';
let files = 0;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'memdir-store-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

indexStoreContract('SQLite index in a file', () => openSqliteIndex({ file: join(folder, `${++files}`, 'index.db'), log: quiet }));
// A file below a file cannot exist, so this one lives in memory.
indexStoreContract('SQLite index in memory', () => openSqliteIndex({ file: join(import.meta.filename, 'index.db'), log: quiet }));

it('prunes vectors nobody refers to once they are many, and keeps a smaller cache', async () => {
  const store = await openSqliteIndex({ file: join(folder, 'prune', 'index.db'), log: quiet });
  const documents = Array.from({ length: 2_500 }, (_, i) => sample(`s/${i}.md`, `text ${i}`));
  await store.apply({ upsert: documents, remove: [] });
  await store.putVectors('m', documents.map((one, i) => ({ hash: hashOf(one.body), vector: plane(i), pieces: pieces([i]) })));
  const remove = documents.map((one) => one.id);
  await store.apply({ upsert: [], remove: remove.slice(0, 1_000) });
  expect((await store.health()).vectors).toBe(2_500);
  await store.apply({ upsert: [], remove: remove.slice(1_000, 2_000) });
  expect((await store.health()).vectors).toBe(500);
  expect(await store.vectorProgress('m')).toMatchObject({ ready: 500, total: 500 });
  await store.close();
  const db = new Sqlite(join(folder, 'prune', 'index.db'), { readonly: true });
  expect(db.prepare('select count(*) from piece').pluck().get()).toBe(500);
  db.close();
});

it('drops documents that an earlier way of cutting texts has written, and keeps vectors and access counts', async () => {
  const file = join(folder, 'contents', 'index.db');
  const first = await openSqliteIndex({ file, log: quiet, contents: 'terms 1' });
  await first.apply({ upsert: [sample('s/a.md', 'text')], remove: [] });
  await first.putVectors('m', [{ hash: hashOf('text'), vector: plane(0) }]);
  await first.countAccess(['s/a.md']);
  await first.close();
  const same = await openSqliteIndex({ file, log: quiet, contents: 'terms 1' });
  expect((await same.stamps('s')).size).toBe(1);
  await same.close();
  const other = await openSqliteIndex({ file, log: quiet, contents: 'terms 2' });
  expect((await other.stamps('s')).size).toBe(0);
  expect((await other.keyword(['text'], {}, 5)).hits).toEqual([]);
  await other.apply({ upsert: [sample('s/a.md', 'text')], remove: [] });
  expect(await other.vectorProgress('m')).toMatchObject({ ready: 1, total: 1 });
  expect([...(await other.accessCounts(['s/a.md'])).values()]).toEqual([1]);
  await other.close();
});

it('adds pieces to an index from before they were kept, and loses nothing', async () => {
  const file = join(folder, 'before', 'index.db');
  const first = await openSqliteIndex({ file, log: quiet });
  await first.apply({ upsert: [sample('s/a.md', 'text')], remove: [] });
  await first.putVectors('m', [{ hash: hashOf('text'), vector: plane(0) }]);
  await first.countAccess(['s/a.md']);
  await first.close();
  const db = new Sqlite(file);
  db.exec('drop table piece');
  db.pragma('user_version = 1');
  db.close();
  const again = await openSqliteIndex({ file, log: quiet });
  expect((await again.health()).rebuilt).toBeUndefined();
  expect(await again.vectorProgress('m')).toMatchObject({ ready: 1, total: 1 });
  expect([...(await again.accessCounts(['s/a.md'])).values()]).toEqual([1]);
  expect(await again.chunksWithoutPieces('m', 5)).toHaveLength(1);
  await again.putVectors('m', [{ hash: hashOf('text'), vector: plane(0), pieces: pieces([4]) }]);
  expect((await again.pieces('m', ['s/a.md'])).size).toBe(1);
  await again.close();
});

it('finds the same in a large index with sqlite-vec and without it', async () => {
  const file = join(folder, 'large', 'index.db');
  const documents = Array.from({ length: 20_100 }, (_, i) => sample(`s/${i}.md`, `text ${i}`));
  const vectors = randomVectors(documents.length, 16);
  const store = await openSqliteIndex({ file, log: quiet });
  await store.apply({ upsert: documents, remove: [] });
  await store.putVectors('m', documents.map((one, i) => ({ hash: hashOf(one.body), vector: vectors[i] as Float32Array })));
  const question = vectors[77] as Float32Array;
  const withIt = await store.vector(question, 'm', {}, 10);
  await store.close();
  const other = await openSqliteIndex({ file, log: quiet, vectorExtension: join(folder, 'missing') });
  const without = await other.vector(question, 'm', {}, 10);
  await other.close();
  expect(withIt.hits[0]?.id).toBe('s/77.md');
  expect(without.hits.map(({ id }) => id)).toEqual(withIt.hits.map(({ id }) => id));
  without.hits.forEach(({ cosine }, i) => expect(cosine).toBeCloseTo(withIt.hits[i]?.cosine ?? 2, 5));
});
