import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { indexStoreContract } from './contract/contract.js';
import { tokenBits, vectorLeg, wordsLeg } from './queries.js';
import { hashOf, passageTokens, plane, quiet, randomVectors, sample } from './samples.js';

let folder = '';
let files = 0;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'memdir-store-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

indexStoreContract('SQLite index in a file', () =>
  openSqliteIndex({ file: join(folder, `${++files}`, 'index.db'), log: quiet }),
);
// A file below a file cannot exist, so this one lives in memory.
indexStoreContract('SQLite index in memory', () =>
  openSqliteIndex({ file: join(import.meta.filename, 'index.db'), log: quiet }),
);

it('prunes vectors nobody refers to once they are many, and keeps a smaller cache', async () => {
  const store = await openSqliteIndex({ file: join(folder, 'prune', 'index.db'), log: quiet });
  const documents = Array.from({ length: 2_500 }, (_, i) => sample(`s/${i}.md`, `text ${i}`));
  await store.apply({ upsert: documents, remove: [] });
  await store.putVectors(
    'm',
    documents.map((one, i) => ({ hash: hashOf(one.body), vector: plane(i), tokens: passageTokens([i]) })),
  );
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

it('makes the file smaller once many vectors are gone, of a new file and of one from before', async () => {
  for (const before of [false, true]) {
    const file = join(folder, `space-${before}`, 'index.db');
    const store = await openSqliteIndex({ file, log: quiet });
    const documents = Array.from({ length: 3_000 }, (_, i) => sample(`s/${i}.md`, `text ${i}`));
    await store.apply({ upsert: documents, remove: [] });
    await store.putVectors(
      'm',
      documents.map((one, i) => ({
        hash: hashOf(one.body),
        vector: plane(i),
        tokens: passageTokens(Array.from({ length: 300 }, (_, at) => i + at)),
      })),
    );
    await store.close();
    if (before) {
      const db = new Sqlite(file);
      db.pragma('auto_vacuum = none');
      db.exec('vacuum');
      db.close();
    }
    const full = statSync(file).size;
    const again = await openSqliteIndex({ file, log: quiet });
    await again.apply({ upsert: [], remove: documents.slice(100).map(({ id }) => id) });
    await again.close();
    expect(statSync(file).size).toBeLessThan(full / 2);
    const last = await openSqliteIndex({ file, log: quiet });
    expect(await last.vectorProgress('m')).toEqual({ ready: 100, total: 100, embedded: 100 });
    expect((await tokenBits(last, 'm', ['s/7.md'])).get('s/7.md')?.[0]).toHaveLength(2_400);
    await last.close();
  }
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
  expect((await wordsLeg(other, ['text'], {}, 5)).hits).toEqual([]);
  await other.apply({ upsert: [sample('s/a.md', 'text')], remove: [] });
  expect(await other.vectorProgress('m')).toMatchObject({ ready: 1, total: 1 });
  expect([...(await other.accessCounts(['s/a.md'])).values()]).toEqual([1]);
  await other.close();
});

it('adds pieces to an index from before they were kept, and keeps the counts', async () => {
  const file = join(folder, 'before', 'index.db');
  const first = await openSqliteIndex({ file, log: quiet });
  await first.apply({ upsert: [sample('s/a.md', 'text')], remove: [] });
  await first.putVectors('m', [{ hash: hashOf('text'), vector: plane(0) }]);
  await first.countAccess(['s/a.md']);
  await first.close();
  const db = new Sqlite(file);
  db.exec(
    'drop table piece; drop table store; drop index chunk_place; drop index document_filter; alter table document drop column length; alter table document drop column supersedes; alter table document drop column version; alter table document drop column masked; drop index document_changed; drop index document_alike; drop table alike; drop table likeness; alter table document drop column head; alter table document drop column changed; alter table document drop column alike; create index document_filter on document (store)',
  );
  db.pragma('user_version = 1');
  db.close();
  const again = await openSqliteIndex({ file, log: quiet });
  expect((await again.health()).rebuilt).toBeUndefined();
  // What is made of the texts of then may hold secrets; counts stay.
  expect(await again.health()).toMatchObject({ documents: 0, vectors: 0 });
  await again.apply({ upsert: [sample('s/a.md', 'text')], remove: [] });
  await again.putVectors('m', [{ hash: hashOf('text'), vector: plane(0) }]);
  expect(await again.vectorProgress('m')).toMatchObject({ ready: 1, total: 1 });
  expect([...(await again.accessCounts(['s/a.md'])).values()]).toEqual([1]);
  expect(await again.chunksToEmbed('tokens', 'm', 5)).toHaveLength(1);
  await again.putVectors('m', [{ hash: hashOf('text'), vector: plane(0), tokens: passageTokens([4]) }]);
  expect((await tokenBits(again, 'm', ['s/a.md'])).size).toBe(1);
  await again.apply({ upsert: [sample('s/b.md', 'other words')], remove: [] });
  const ranked = (await wordsLeg(again, ['text'], {}, 5)).hits;
  await again.close();
  const anew = await openSqliteIndex({ file: join(folder, 'anew', 'index.db'), log: quiet });
  await anew.apply({ upsert: [sample('s/a.md', 'text'), sample('s/b.md', 'other words')], remove: [] });
  expect(ranked).toEqual((await wordsLeg(anew, ['text'], {}, 5)).hits);
  await anew.close();
});

it('gives the scores that FTS5 gives in an index of the searched stores alone, whatever else is indexed', async () => {
  const words = ['alpha', 'beta', 'gamma', 'delta', 'omega'];
  const text = (i: number): string =>
    Array.from({ length: 3 + (i % 7) }, (_, at) => words[(i * 7 + at * at * 3) % (3 + (i % 3))]).join(' ');
  const documents = Array.from({ length: 60 }, (_, i) =>
    sample(`s/${i}.md`, text(i), { name: `name ${words[i % 5]}`, description: i % 4 === 0 ? text(i + 1) : '' }),
  );
  const store = await openSqliteIndex({ file: join(folder, 'scores', 'index.db'), log: quiet });
  await store.apply({ upsert: documents, remove: [] });
  await store.apply({
    upsert: Array.from({ length: 40 }, (_, i) => sample(`t/${i}.md`, 'omega alpha omega')),
    remove: [],
  });
  const db = new Sqlite(':memory:');
  db.exec('create virtual table plain using fts5(name, description, body, path)');
  for (const { terms } of documents)
    db.prepare('insert into plain values (?, ?, ?, ?)').run(terms.name, terms.description, terms.body, terms.path);
  const plain = db
    .prepare('select rowid - 1, -bm25(plain, 2.0, 2.0, 1.0, 1.0) from plain where plain match ?')
    .raw()
    .all(words.join(' OR ')) as [number, number][];
  const { hits, documents: counted } = await wordsLeg(store, words, { stores: ['s'] }, 100);
  expect(counted).toBe(60);
  expect(hits).toHaveLength(plain.length);
  const scores = new Map(hits.map(({ id, bm25 }) => [id, bm25]));
  for (const [i, score] of plain) expect(scores.get(`s/${i}.md`)).toBeCloseTo(score, 9);
  db.close();
  await store.close();
});

const nearestOf = (vectors: readonly Float32Array[], question: Float32Array, most: number): number[] => {
  const cosine = (one: Float32Array): number =>
    one.reduce((sum, value, i) => sum + value * (question[i] as number), 0) / Math.hypot(...one);
  const scores = vectors.map(cosine);
  return [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number)).slice(0, most);
};

it('finds the nearest of a large index after a change, and after all its vectors were replaced', async () => {
  const documents = Array.from({ length: 20_100 }, (_, i) => sample(`s/${i}.md`, `text ${i}`));
  const vectors = randomVectors(documents.length, 16);
  const question = vectors[77] as Float32Array;
  const store = await openSqliteIndex({ file: join(folder, 'replaced', 'index.db'), log: quiet });
  const fill = async (from: readonly Float32Array[]): Promise<void> => {
    await store.apply({ upsert: documents, remove: [] });
    await store.putVectors(
      'm',
      documents.map((one, i) => ({ hash: hashOf(one.body), vector: from[i] as Float32Array })),
    );
  };
  const found = async (): Promise<string[]> => (await vectorLeg(store, question, 'm', {}, 10)).hits.map(({ id }) => id);
  await fill(vectors);
  const ten = nearestOf(vectors, question, 11).map((i) => `s/${i}.md`);
  expect(await found()).toEqual(ten.slice(0, 10));
  await store.apply({ upsert: [sample('s/new.md', 'new')], remove: ['s/77.md'] });
  await store.putVectors('m', [{ hash: hashOf('new'), vector: question }]);
  expect(await found()).toEqual(['s/new.md', ...ten.slice(1, 10)]);
  await store.apply({ remove: [...documents.map(({ id }) => id), 's/new.md'] });
  await fill([...vectors].reverse());
  expect(await found()).toEqual(ten.slice(0, 10).map((id) => `s/${documents.length - 1 - Number(id.slice(2, -3))}.md`));
  await store.close();
});

it('finds the same in a large index with sqlite-vec and without it', async () => {
  const file = join(folder, 'large', 'index.db');
  const documents = Array.from({ length: 20_100 }, (_, i) => sample(`s/${i}.md`, `text ${i}`));
  const vectors = randomVectors(documents.length, 16);
  const store = await openSqliteIndex({ file, log: quiet });
  await store.apply({ upsert: documents, remove: [] });
  await store.putVectors(
    'm',
    documents.map((one, i) => ({ hash: hashOf(one.body), vector: vectors[i] as Float32Array })),
  );
  const question = vectors[77] as Float32Array;
  const withIt = await vectorLeg(store, question, 'm', {}, 10);
  await store.close();
  const other = await openSqliteIndex({ file, log: quiet, vectorExtension: join(folder, 'missing') });
  const without = await vectorLeg(other, question, 'm', {}, 10);
  await other.close();
  expect(withIt.hits[0]?.id).toBe('s/77.md');
  expect(withIt.hits.map(({ id }) => id)).toEqual(nearestOf(vectors, question, 10).map((i) => `s/${i}.md`));
  expect(without.hits.map(({ id }) => id)).toEqual(withIt.hits.map(({ id }) => id));
  without.hits.forEach(({ cosine }, i) => expect(cosine).toBeCloseTo(withIt.hits[i]?.cosine ?? 2, 5));
});
