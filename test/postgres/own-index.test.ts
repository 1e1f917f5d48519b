/** The search index of a machine in PostgreSQL, where its variables say so. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { HealthCheck, SearchResult } from '../../src/core/results.js';
import { openMemdir } from '../../src/node/compose.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import { startPostgres } from '../support/postgres.mjs';
import { type Client, client, memory, names } from './clients.mjs';
import { makeTeam, query, type Team } from './team.mjs';

const FILES = {
  'deploys.md': memory('Deploys', 'Deploy with ship, never on Fridays.'),
  'rollback.md': memory('Rollback', 'Roll back with ship undo.'),
};

let team: Team;
let anna: Client;

async function fill(store: string): Promise<void> {
  for (const [key, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(store, key)), { recursive: true });
    await writeFile(join(store, key), text);
  }
}

beforeAll(async () => {
  team = await makeTeam({ anna: ['+index of anna'], ben: ['+index of ben'] });
  anna = await client(team.urls.get('anna') ?? '');
  await fill(anna.store);
});
afterAll(() => team.administration.close());

const search = async (text: string): Promise<SearchResult & { readonly stderr: string }> => {
  const { stdout, stderr } = await anna.run('search', text, '--json');
  return { ...(JSON.parse(stdout) as SearchResult), stderr };
};
const found = async (text: string): Promise<string[]> => names((await search(text)).hits.map(({ path }) => path));
const checks = async (): Promise<HealthCheck[]> =>
  JSON.parse((await anna.run('doctor', '--json')).stdout) as HealthCheck[];
const indexed = (): Promise<{ name: string; documents: number }[]> =>
  query(
    team.url,
    'select repository.name, count(*)::int as documents from memdir.document join memdir.repository on repository.id = repository_id group by 1',
  );

it('is there alone, in its repository, and found from there', async () => {
  anna.env.MEMDIR_INDEX_URL = team.urls.get('anna') ?? '';
  anna.env.MEMDIR_INDEX_REPOSITORY = 'index of anna';
  expect(await found('deploy friday')).toEqual(['deploys.md']);
  expect(await indexed()).toEqual([{ name: 'index of anna', documents: 2 }]);
  expect(existsSync(join(anna.home, 'data', 'index.db'))).toBe(false);
  const health = await checks();
  expect(health.find(({ detail }) => detail.startsWith('PostgreSQL '))?.ok).toBe(true);
  expect(health.find(({ detail }) => detail.startsWith('pgvector '))?.ok).toBe(true);
});

it('is made anew where another version of Memdir wrote it', async () => {
  await query(team.url, `update memdir.document set contents = 'older', name = 'of before'`);
  expect(await found('deploy friday')).toEqual(['deploys.md']);
  expect(await query(team.url, `select name from memdir.document where name = 'of before'`)).toEqual([]);
});

it.each([
  ['another repository', () => ({ MEMDIR_INDEX_REPOSITORY: 'index of ben' }), 'no repository index of ben'],
  ['no repository', () => ({ MEMDIR_INDEX_REPOSITORY: '' }), 'MEMDIR_INDEX_REPOSITORY'],
  ['no server', () => ({ MEMDIR_INDEX_URL: 'postgresql://anna@127.0.0.1:9/memory' }), 'No database answers'],
  ['no address', () => ({ MEMDIR_INDEX_URL: 'mysql://anna:s3cret@db/memory' }), 'isn’t valid'],
])('gives way to the index of the machine: %s', async (_, changed, reason) => {
  const before = { ...anna.env };
  Object.assign(anna.env, changed());
  const result = await search('deploy friday');
  expect(names(result.hits.map(({ path }) => path))).toEqual(['deploys.md']);
  expect(result.stderr).toContain(reason);
  expect(result.stderr).not.toContain('s3cret');
  expect((await checks()).find(({ check }) => check === 'Index in PostgreSQL')).toMatchObject({ ok: false });
  Object.assign(anna.env, before);
  expect(await indexed()).toEqual([{ name: 'index of anna', documents: 2 }]);
});

it('gives way while it is in use, and every question is answered', async () => {
  const server = await startPostgres();
  const own = await makeTeam({ cleo: ['+index'] }, server.url());
  await own.administration.close();
  const store = join(anna.home, 'other', 'memory');
  await fill(store);
  const told: string[] = [];
  const opened = await openMemdir({
    distDir: resolve('dist'),
    dataDir: join(anna.home, 'other', 'data'),
    scope: { folders: [], directories: [store] },
    settings: { ...DEFAULT_SETTINGS, 'embedding.provider': 'none' },
    env: { HOME: anna.home, MEMDIR_INDEX_URL: own.urls.get('cleo'), MEMDIR_INDEX_REPOSITORY: 'index' },
    home: anna.home,
    tell: (sentence) => told.push(sentence),
  });
  const ask = async () => names((await opened.memdir.search({ query: 'friday' })).hits.map(({ path }) => path));
  try {
    expect(await ask()).toEqual(['deploys.md']);
    expect(told).toEqual([]);
    await server.stop();
    expect(await ask()).toEqual(['deploys.md']);
    expect(await ask()).toEqual(['deploys.md']);
    expect(told).toHaveLength(1);
  } finally {
    await opened.close();
    await server.stop();
  }
});
