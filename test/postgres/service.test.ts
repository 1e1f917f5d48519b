/** The whole engine on either index: the same files give the same answers, and go from one to the other and back unchanged. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { ExportedMemory } from '../../src/core/results.js';
import { parseImported } from '../../src/core/write/import-memory.js';
import { openPostgresIndex } from '../../src/store/postgres/index/index-store.js';
import { openTeamStore } from '../../src/store/postgres/team-files.js';
import { type Bench, memoryText, openBench } from '../support/service.js';
import { makeTeam, quiet, type Team } from './team.mjs';

const FILES: Readonly<Record<string, string>> = {
  'deploy.md': memoryText({ name: 'Deploys', body: 'Deploy from main with ship; never on Fridays.' }),
  'rollback.md': memoryText({
    name: 'Rollback',
    body: 'Roll back a deploy with ship undo. Deploys are frozen in May.',
  }),
  'umlaut.md': memoryText({ name: 'Größe', body: 'Die Rechnungsstellung läuft nachts. Größe in MB.' }),
  'cjk.md': memoryText({ name: '部署', body: '金曜日にはデプロイしない。部署は東京。' }),
  'crlf.md': memoryText({ name: 'Windows', body: 'Lines end\r\nas on Windows.' }).replaceAll(/(?<!\r)\n/g, '\r\n'),
  'agent.md': memoryText({ name: 'Own', more: 'agent_id: bot', body: 'Only the bot deploys to staging.' }),
  'sub/signs.md': memoryText({ name: 'Signs', body: 'c++ and node.js, say "what" — don’t; 🚀 \'; drop table x; --' }),
  'feedback.md': memoryText({ name: 'Tests', type: 'feedback', body: 'Run the tests before you deploy.' }),
};
const QUESTIONS = [
  'deploy',
  'deploy friday',
  'rolback',
  'rechnung',
  '部署',
  '"deploys are frozen"',
  'c++',
  'ship und',
  'nothing at all',
];

let team: Team;
const benches: Bench[] = [];
let sqlite: Memdir;
let postgres: Memdir;

async function openOn(index: 'sqlite' | 'postgres', files: Readonly<Record<string, string>>): Promise<Memdir> {
  const bench = await openBench();
  benches.push(bench);
  for (const [path, text] of Object.entries(files)) await bench.write(path, text);
  const url = team.urls.get('anna') ?? '';
  return bench.open(
    index === 'sqlite' ? {} : { index: openPostgresIndex({ address: { url }, log: quiet, repositoryOf: () => 'all' }) },
  );
}

beforeAll(async () => {
  team = await makeTeam({ anna: ['+all'] });
  sqlite = await openOn('sqlite', FILES);
  postgres = await openOn('postgres', FILES);
});
afterAll(async () => {
  for (const bench of benches) await bench.close();
  await team.administration.close();
});

/** Without what names the folder, and the times of its files, which date memories without a date. */
const comparable = (memories: readonly ExportedMemory[]): unknown[] =>
  memories
    .map((memory) => ({ ...memory, id: '', store: '', createdAt: '' }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

describe('the engine on PostgreSQL', () => {
  it.each(QUESTIONS)('finds what it finds on SQLite, with the same scores: %s', async (query) => {
    const found = async (memdir: Memdir) =>
      (await memdir.search({ query, limit: 10 })).hits.map(({ path, score }) => [path.split('/memory/').at(-1), score]);
    const onSqlite = await found(sqlite);
    expect(await found(postgres)).toEqual(onSqlite);
    if (query !== 'nothing at all') expect(onSqlite.length).toBeGreaterThan(0);
  });

  it('keeps memories of an agent from others, on both', async () => {
    for (const memdir of [sqlite, postgres]) {
      const found = async (reader: string) =>
        (await memdir.search({ query: 'bot staging', reader, limit: 10 })).hits.map(({ path }) => path);
      expect((await found('bot')).some((path) => path.endsWith('agent.md'))).toBe(true);
      expect((await found('other')).some((path) => path.endsWith('agent.md'))).toBe(false);
    }
  });

  it('exports and imports between SQLite, PostgreSQL and folders, and nothing changes on the way', async () => {
    const first = await sqlite.export();
    expect(first.left).toEqual([]);
    expect(comparable((await postgres.export()).memories)).toEqual(comparable(first.memories));
    const lines = (memories: readonly ExportedMemory[]) =>
      memories.map((memory) => JSON.parse(JSON.stringify(memory)) as unknown).map((one) => parseImported(one));
    const there = await openOn('postgres', {});
    const importing = lines(first.memories).flatMap((one) => ('reason' in one ? [] : [one]));
    expect(await there.import(importing, {})).toMatchObject({ saved: Object.keys(FILES).length, rejected: [] });
    const second = await there.export();
    const back = await openOn('sqlite', {});
    await back.import(
      lines(second.memories).flatMap((one) => ('reason' in one ? [] : [one])),
      {},
    );
    const third = await back.export();
    expect(comparable(third.memories)).toEqual(comparable(second.memories));
    const texts = (memories: readonly ExportedMemory[]) =>
      memories.map(({ path, frontMatter, body, agentId }) => [path, frontMatter, body, agentId]).sort();
    expect(texts(third.memories)).toEqual(texts(first.memories));
  });

  it('gives the files of a team back byte for byte', async () => {
    const store = openTeamStore({ address: { url: team.urls.get('anna') ?? '' }, log: quiet });
    const folder = benches[0]?.store ?? '';
    const files = await Promise.all(
      Object.keys(FILES).map(async (key) => ({ key, content: await readFile(join(folder, key), 'utf8'), version: 0 })),
    );
    await store.save('all', files);
    const read = await store.read('all', Object.keys(FILES));
    for (const { key, content } of files) expect(read.get(key)?.content, key).toBe(content);
    await store.close();
  });
});
