/** What was deleted from the index is in none of its files. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { wordsLeg } from './queries.js';
import { quiet, sample } from './samples.js';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'memdir-secure-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Assembled from parts that no other text has. */
const WORD = ['walrus', 'quartz', '4711'].join('');
const holding = (name: string): string[] =>
  readdirSync(join(folder, name)).filter((file) => readFileSync(join(folder, name, file), 'latin1').includes(WORD));
const others = Array.from({ length: 40 }, (_, at) => sample(`s/${at}.md`, `other text number ${at}`));

it.each(['changed', 'removed'] as const)(
  'of a memory that was %s nothing stays, also while the index is open',
  async (how) => {
    const store = await openSqliteIndex({ file: join(folder, how, 'index.db'), log: quiet });
    const written = sample('s/a.md', `the word is ${WORD} here`, { description: WORD });
    await store.apply({
      upsert: [...others, written],
      remove: [],
    });
    await store.putLikeness(1, [{ id: 's/a.md', hash: written.stamp.hash, body: '', keys: [WORD] }]);
    expect([...(await store.alike('s', [WORD], 2)).values()]).toEqual([['a.md']]);
    expect(holding(how)).not.toEqual([]);
    await store.apply(how === 'changed' ? { upsert: [sample('s/a.md', 'the word is gone')] } : { remove: ['s/a.md'] });
    expect(holding(how)).toEqual([]);
    expect((await wordsLeg(store, ['word'], {}, 5)).hits.map(({ id }) => id)).toEqual(
      how === 'changed' ? ['s/a.md'] : [],
    );
    expect((await wordsLeg(store, [WORD], {}, 5)).hits).toEqual([]);
    expect(await store.alike('s', [WORD], 2)).toEqual(new Map());
    await store.close();
    expect(holding(how)).toEqual([]);
  },
);

it('of an index of the version before, whose texts were not masked, nothing stays but counts', async () => {
  const file = join(folder, 'old', 'index.db');
  const first = await openSqliteIndex({ file, log: quiet });
  await first.apply({ upsert: others });
  await first.countAccess(['s/a.md']);
  await first.close();
  const db = new Sqlite(file);
  db.pragma('secure_delete = off');
  db.exec(`
    drop table terms;
    create virtual table terms using fts5(name, description, body, path, content='', contentless_delete=1);
    insert into terms (rowid, body) values (7, '${WORD} here'), (8, 'the ${WORD}');
    delete from terms where rowid = 7;
    insert into content values (700, '${`${WORD} `.repeat(900)}', 0, '', '', '${WORD}', '');
    delete from content where row = 700;
    insert into content values (701, '${WORD}', 0, '', '', '${WORD}', '');
    alter table document drop column version;
    alter table document drop column masked;
    drop index document_changed;
    drop index document_alike;
    drop table alike;
    drop table likeness;
    alter table document drop column head;
    alter table document drop column changed;
    alter table document drop column alike`);
  db.pragma('user_version = 6');
  db.close();
  expect(holding('old')).toEqual(['index.db']);
  const again = await openSqliteIndex({ file, log: quiet });
  expect([(await again.health()).documents, [...(await again.accessCounts(['s/a.md'])).values()]]).toEqual([0, [1]]);
  await again.close();
  expect(holding('old')).toEqual([]);
});
