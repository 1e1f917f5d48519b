/** A search index that is damaged, foreign or locked: search answers all the same, and one line on standard error says what became of it. */
import { mkdir, open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { loadNative } from '../../src/store/sqlite/native.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { memoryText } from '../support/service.js';
import { type Ended, type Terminal, terminal } from './support.js';

let shell: Terminal;
let store: string;
let file: string;

beforeEach(async () => {
  shell = await terminal();
  store = join(shell.cwd, 'memory');
  file = join(shell.home, 'data', 'index.db');
  await mkdir(store);
  await mkdir(join(shell.home, 'data'));
  await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
  for (let n = 0; n < 60; n++)
    await writeFile(
      join(store, `m${n}.md`),
      memoryText({
        name: `m${n}`,
        description: `number ${n}`,
        body: `${n === 7 ? 'The quokka smiles. ' : ''}${`word${n} `.repeat(200)}`,
      }),
    );
});

const search = (...more: string[]): Promise<Ended> => shell.run('search', 'quokka', '--dir', store, ...more);
const lines = ({ stderr }: Ended): string[] => stderr.split('\n').filter((line) => line.startsWith('memdir: '));
const set = async (from: number, bytes: Buffer): Promise<void> => {
  const handle = await open(file, 'r+');
  await handle.write(bytes, 0, bytes.length, from);
  await handle.close();
};
const sql = async (text: string): Promise<void> => {
  const db = (await loadNative()).open(file);
  db.exec(text);
  db.close();
};

describe('a damaged index', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['nothing of its own', () => writeFile(file, 'name: notes\n'.repeat(2_000)), /damaged/],
    ['a few bytes', () => writeFile(file, 'x'), /not an index of Memdir/],
    ['a header that was overwritten', () => set(0, Buffer.alloc(100, 0x5a)), /damaged/],
    ['a first page that was overwritten', () => set(100, Buffer.alloc(3_996, 0x5a)), /damaged/],
    ['half of it', async () => truncate(file, Math.floor((await stat(file)).size / 2)), /damaged/],
    ['all but the last page', async () => truncate(file, (await stat(file)).size - 4_096), /damaged/],
    ['zeros', async () => writeFile(file, Buffer.alloc((await stat(file)).size)), /damaged/],
    ['a table that is missing', () => sql('drop table content'), /damaged|not an index/],
    [
      'a table with other columns',
      () => sql('drop table document; create table document (row, id)'),
      /damaged|not an index/,
    ],
    ['a newer version', () => sql('pragma user_version = 999'), /newer Memdir/],
    ['the database of another program', () => sql('pragma application_id = 99'), /not an index of Memdir/],
  ])('%s is said in one line, set aside and made anew', async (_, damage, said) => {
    expect((await search()).stdout).toContain('quokka');
    await damage();
    const ended = await search();
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('quokka') as string });
    expect(lines(ended)).toEqual([expect.stringMatching(said)]);
    expect(lines(await search())).toEqual([]);
  });

  it('is found anew without a word where it is empty or gone', async () => {
    await search();
    await writeFile(file, '');
    const ended = await search('--json');
    expect(JSON.parse(ended.stdout)).toMatchObject({ hits: [{ name: 'm7' }] });
    expect(lines(ended)).toEqual([]);
  });

  it('is made anew whichever of its pages is damaged', async () => {
    await search();
    const whole = await readFile(file);
    const said = new Set<number>();
    for (let page = 1; page < whole.length / 4_096; page += 3) {
      await writeFile(file, whole);
      await set(page * 4_096, Buffer.alloc(4_096, 0x5a));
      const ended = await search();
      expect([page, ended.code, ended.stdout.includes('quokka'), lines(ended).length <= 1]).toEqual([
        page,
        0,
        true,
        true,
      ]);
      said.add(lines(ended).length);
    }
    expect(said.has(1)).toBe(true);
  });

  it('says whether the counts of use are lost', async () => {
    await search();
    await sql(`insert into access values ('x', 3)`);
    await set(0, Buffer.alloc(100, 0x5a));
    expect(lines(await search())[0]).toContain('is lost');
    await sql(`insert into access values ('x', 3); pragma user_version = 999`);
    expect(lines(await search())[0]).not.toContain('is lost');
  });

  it('is said once by a program that asks often, and by --quiet as well', async () => {
    await search();
    await writeFile(file, 'x');
    expect(lines(await search('--quiet'))).toHaveLength(1);
    expect((await readdir(join(shell.home, 'data'))).filter((name) => name.includes('.replaced-'))).toHaveLength(1);
  });

  it('in memory takes the place of one that stays locked', async () => {
    await search();
    const holder = (await loadNative()).open(file);
    holder.pragma('locking_mode = exclusive');
    holder.exec('begin exclusive');
    const said: string[] = [];
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const index = await openSqliteIndex({ file, log, waitMs: 100, tell: (sentence) => said.push(sentence) });
    expect(await index.health()).toMatchObject({ path: ':memory:', keyword: true });
    expect(said).toEqual([expect.stringContaining('another process keeps it locked')]);
    await index.close();
    holder.close();
    expect(lines(await search())).toEqual([]);
  });
});
