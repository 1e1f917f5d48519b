/** Three developers log in; what one of them may not read shows in nothing that the database answers. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { IndexStore } from '../../src/core/ports/index-store.js';
import { openPostgresIndex } from '../../src/store/postgres/index/index-store.js';
import { openTeamStore } from '../../src/store/postgres/team-files.js';
import { hashOf, passageTokens, plane, sample } from '../store/samples.js';
import { makeTeam, query, quiet, type Team } from './team.mjs';

let team: Team;
let ids: Record<string, number> = {};
const indexes = new Map<string, IndexStore>();
const client = new Map<string, pg.Client>();

/** Words that are in one repository alone. */
const SECRET = 'zephyrium';

async function fill(index: IndexStore, store: string, words: readonly string[]): Promise<void> {
  const documents = words.map((word, i) =>
    sample(`${store}/${i}.md`, `${word} shared text ${i}`, { repos: [store], tags: [word] }),
  );
  await index.apply({ upsert: documents });
  await index.putVectors(
    'm',
    documents.map((one, i) => ({ hash: hashOf(one.body), vector: plane(i), tokens: passageTokens([i]) })),
  );
  await index.putLikeness(
    1,
    documents.map(({ id, stamp, body }) => ({ id, hash: stamp.hash, body, keys: ['k1', store] })),
  );
}

beforeAll(async () => {
  team = await makeTeam({ anna: ['+api'], ben: ['+web'], cleo: ['api', 'web'] });
  for (const [member, url] of team.urls) {
    indexes.set(member, openPostgresIndex({ address: { url }, log: quiet }));
    const connection = new pg.Client(url);
    await connection.connect();
    client.set(member, connection);
  }
  await fill(indexes.get('anna') as IndexStore, 'api', [SECRET, 'common', 'common']);
  await fill(indexes.get('ben') as IndexStore, 'web', ['common']);
  const store = openTeamStore({ address: { url: team.urls.get('anna') ?? '' }, log: quiet });
  await store.save('api', [{ key: 'secret.md', content: SECRET, version: 0 }]);
  await store.close();
  await (indexes.get('anna') as IndexStore).countAccess(['api/0.md']);
  const rows = await query<{ name: string; id: number }>(team.url, 'select name, id from memdir.repository');
  ids = Object.fromEntries(rows.map(({ name, id }) => [name, id]));
});
afterAll(async () => {
  for (const index of indexes.values()) await index.close();
  for (const connection of client.values()) await connection.end();
  await team.administration.close();
});

const as = async (member: string, sql: string, ...values: unknown[]): Promise<unknown[]> =>
  ((await client.get(member)?.query({ text: sql, values, rowMode: 'array' }))?.rows ?? []) as unknown[];
const codeOf = (member: string, sql: string, ...values: unknown[]): Promise<string> =>
  as(member, sql, ...values).then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );

describe('what a developer may not read', () => {
  it('is in no table', async () => {
    const tables = (await as(
      'ben',
      `select table_name::text from information_schema.columns
       where table_schema = 'memdir' and column_name = 'repository_id' and table_name <> 'repository_access'`,
    )) as [string][];
    expect(tables.length).toBeGreaterThan(9);
    for (const [table] of tables) {
      const own = (await as('ben', `select distinct repository_id from memdir.${table}`)) as [number][];
      expect(own.flat(), table).toEqual([ids.web].filter(() => table !== 'team_file' && table !== 'used_store'));
      const columns = table === 'vector' ? 'model, hash, value' : '*';
      expect(JSON.stringify(await as('ben', `select ${columns} from memdir.${table}`)), table).not.toContain(SECRET);
      expect((await as('anna', `select distinct repository_id from memdir.${table}`)).flat(), table).not.toContain(
        ids.web,
      );
    }
    expect(await as('ben', 'select name from memdir.repository')).toEqual([['web']]);
    for (const table of ['member', 'repository_access'])
      expect(await codeOf('ben', `select from memdir.${table}`), table).toBe('42501');
    expect(await as('ben', 'select * from memdir.access')).toEqual([]);
    expect((await as('cleo', 'select distinct repository_id from memdir.document')).flat().sort()).toEqual(
      [ids.api, ids.web].sort(),
    );
  });

  it('is in no answer of a function, whatever repositories it is asked for', async () => {
    const both = [ids.api, ids.web];
    const [q, condition] = ['[1,0,0,0,0,0,0,0]', '{}'];
    const asks: [string, unknown[]][] = [
      ['select * from memdir.occurrences($1, $2, $3, $4)', [both, [0, 100], [SECRET], [`'${SECRET}'`]]],
      ['select * from memdir.phrases($1, $2, $3, $4)', [both, [0, 100], [SECRET], [`'${SECRET}'`]]],
    ];
    for (const [sql, values] of asks) {
      expect(await as('ben', sql, ...values), sql).toEqual([]);
      expect(await as('anna', sql, ...values), sql).toHaveLength(1);
    }
    const fused = `select words, hits, round(mean::numeric, 6), round(deviation::numeric, 6)
      from memdir.fused($1, array[0, 100], $2, $3, 'm', $4, 10, $5, $6, null, null, $7, 10)`;
    const ask = async (repositories: (number | undefined)[], few: number) =>
      (await as('ben', fused, repositories, [SECRET], [`'${SECRET}'`], q, [1, 2, 3, 101], condition, few))[0] as [
        unknown,
        [number][],
        string,
        string,
      ];
    for (const few of [0, 100]) {
      const [words, hits, ...spread] = await ask(both, few);
      expect([words, hits.map(([place]) => place)]).toEqual([null, [101]]);
      expect(spread).toEqual((await ask([ids.web], few)).slice(2));
    }
    expect(
      await as('ben', 'select repository_id from memdir.nearest($1, $2, $3, 10, $4)', both, 'm', q, condition).catch(
        // Vectors of eight dimensions have no index.
        (error: unknown) => String(error),
      ),
    ).toEqual([[ids.web]]);
    expect(await as('ben', 'select memdir.searched($1)', both)).toEqual([[[ids.web]]]);
  });

  it('changes no statistic, count or suggestion of a search', async () => {
    const [anna, ben, cleo] = ['anna', 'ben', 'cleo'].map((name) => indexes.get(name) as IndexStore) as [
      IndexStore,
      IndexStore,
      IndexStore,
    ];
    const plan = { terms: ['common', SECRET, 'zephyriun'], filter: {}, limit: 10 };
    const words = await ben.words(plan, ['m']);
    expect(words.leg).toMatchObject({ documents: 1, fuzzyTerms: [], fuzzyPositions: [] });
    expect(words.leg.hits.map(({ id }) => id)).toEqual(['web/0.md']);
    expect(words.progress.get('m')).toEqual({ ready: 1, total: 1, embedded: 1 });
    expect((await anna.words(plan)).leg).toMatchObject({ documents: 3, fuzzyPositions: [2] });
    expect((await cleo.words(plan)).leg).toMatchObject({ documents: 4, fuzzyTerms: [[SECRET]] });
    const request = {
      questions: [{ model: 'm', vector: plane(0) }],
      wordHits: ['api/0.md', 'web/0.md'],
      tokens: { models: ['m'], choose: () => ['api/0.md', 'web/0.md'] },
    };
    const meaning = await ben.meaning(plan, request);
    expect(meaning.legs.vectors[0]).toMatchObject({ deviation: 0, total: 1, hits: [{ id: 'web/0.md' }] });
    expect(meaning.tokens.map(({ bits, statistics }) => [[...bits.keys()], statistics.documents])).toEqual([
      [['web/0.md'], 1],
    ]);
    expect((await ben.documents(['api/0.md', 'web/0.md'])).size).toBe(1);
    expect(await ben.health()).toMatchObject({ documents: 1, vectors: 1 });
    expect(await ben.newest({}, 10)).toEqual(['web/0.md']);
    for (const answer of [await ben.stamps('api'), await ben.heads('api'), await ben.likeness('api')])
      expect(answer.size).toBe(0);
    expect(await ben.titles('api')).toEqual([]);
    expect((await ben.alike('api', ['k1'], 5)).size).toBe(0);
    // The text of a teammate in another repository makes no vector appear for one's own.
    await ben.apply({ upsert: [sample('web/same.md', `${SECRET} shared text 0`)] });
    expect((await ben.chunksToEmbed('vector', 'm', 5)).map(({ text }) => text)).toEqual([`${SECRET} shared text 0`]);
    await ben.apply({ remove: ['web/same.md'] });
  });

  it('is not told by errors: what exists is refused as what does not', async () => {
    const insert = 'insert into memdir.team_file (repository_id, key, content) values ($1, $2, $3)';
    for (const [repository, key] of [
      [ids.api, 'secret.md'],
      [ids.api, 'no-such.md'],
      [12345, 'secret.md'],
    ] as const) {
      expect(await codeOf('ben', insert, repository, key, 'x')).toBe('42501');
      expect(await codeOf('ben', `${insert} on conflict do nothing`, repository, key, 'x')).toBe('42501');
      expect(
        await codeOf(
          'ben',
          `${insert} on conflict (repository_id, key) do update set content = excluded.content`,
          repository,
          key,
          'x',
        ),
      ).toBe('42501');
    }
    expect(await codeOf('ben', `update memdir.team_file set content = 'x' where repository_id = $1`, ids.api)).toBe(
      'done',
    );
    for (const table of ['document', 'vector', 'index_state', 'used_store', 'vocabulary'])
      expect(await codeOf('ben', `delete from memdir.${table} where repository_id = $1`, ids.api), table).toMatch(
        table === 'vocabulary' ? /42501/ : /done/,
      );
    expect(await codeOf('ben', 'insert into memdir.index_state (repository_id) values ($1)', ids.api)).toBe('42501');
    const ben = indexes.get('ben') as IndexStore;
    const refusal = (store: string): Promise<string> =>
      ben.apply({ upsert: [sample(`${store}/a.md`, 'x')] }).then(() => 'done', String);
    expect(await refusal('api')).toBe((await refusal('none')).replace('none', 'api'));
    await expect(
      (indexes.get('cleo') as IndexStore).apply({ upsert: [sample('api/n.md', 'x')] }),
    ).rejects.toMatchObject({ code: 'declined' });
    expect(await query(team.url, 'select content, past from memdir.team_file')).toEqual([
      { content: SECRET, past: [] },
    ]);
  });

  it('is not told by plans: neither by what they expect nor by what they met', async () => {
    await query(team.url, 'vacuum analyze');
    const kept = await query<{ name: string }>(
      team.url,
      `select distinct attname::text as name from pg_stats where schemaname = 'memdir' and tablename <> 'migration' and attname <> 'expr'`,
    );
    const allowed = ['deleted_ms', 'dimensions', 'halfvec', 'indexed', 'model', 'ordinal', 'repository_id', 'row'];
    expect(kept.map(({ name }) => name).filter((name) => !allowed.includes(name))).toEqual([]);
    const plan = async (table: string, condition: string, value: string): Promise<string> => {
      const rows = await as(
        'ben',
        `explain (analyze, timing off, summary off) select from memdir.${table} where ${condition.replace('?', `'${value}'`)}`,
      );
      return JSON.stringify(rows).replace(/'[^']*'/g, '?');
    };
    const name = (
      await query<{ terms_name: string }>(team.url, 'select terms_name from memdir.content order by 1 desc')
    )[0];
    const hash = hashOf(sample('api/0.md', `${SECRET} shared text 0`).body);
    const conditions: [string, string, string][] = [
      ['repository', 'name = ?', 'api'],
      ['repository', 'left(name, 200) = ?', 'api'],
      ['team_file', 'key = ?', 'secret.md'],
      ['team_file', 'starts_with(key, ?)', 'secr'],
      ['team_file', 'content = ?', SECRET],
      ['team_file', 'author = ?', team.role('anna')],
      ['team_file', 'key < ?', 'zzz'],
      ['document', 'id = ?', 'api/0.md'],
      ['document', 'store = ?', 'api'],
      ['content', 'terms_name = ?', name?.terms_name ?? ''],
      ['content', 'md5(terms_name) = md5(?)', name?.terms_name ?? ''],
      ['content', 'starts_with(body, ?)', SECRET],
      ['content', 'lexemes @@ ?', SECRET],
      ['vocabulary', 'term = ?', SECRET],
      ['chunk', 'hash = ?', hash],
      ['vector', 'hash = ?', hash],
      ['likeness', 'key = ?', 'api'],
      ['access', 'id = ?', 'api/0.md'],
    ];
    try {
      for (const setting of ['on', 'off']) {
        await as('ben', `set enable_seqscan = ${setting}`);
        for (const [table, condition, there] of conditions) {
          const nowhere = there.replace(/.$/, (end) => (end === '~' ? '}' : '~'));
          expect(await plan(table, condition, there), `${table}: ${condition}`).toBe(
            await plan(table, condition, condition.includes('<') ? '000' : nowhere),
          );
        }
      }
    } finally {
      await as('ben', 'reset enable_seqscan');
    }
  });

  it('is not told by the indexes of vectors, which serve the functions alone', async () => {
    await as('ben', 'set enable_seqscan = off');
    const near = `from memdir.vector where dimensions = 384 order by value::halfvec(384) <=> array_fill(0.1, array[384])::halfvec(384) limit 1`;
    const plan = JSON.stringify(await as('ben', `explain select hash ${near}`));
    await as('ben', 'reset enable_seqscan');
    expect(plan).not.toContain('vector_384');
    expect(await codeOf('ben', `select hash ${near.replace('dimensions', 'indexed')}`)).toBe('42501');
  });

  it('is not opened by another role, nor by the statistics of the server', async () => {
    for (const role of ['memdir_search', 'memdir_owner', team.role('anna'), 'postgres'])
      expect(await codeOf('ben', `set role ${role}`), role).toBe('42501');
    for (const table of ['repository', 'member', 'repository_access'])
      expect(await codeOf('ben', `insert into memdir.${table} select * from memdir.${table}`), table).toBe('42501');
    await query(team.url, 'analyze');
    expect(
      await as('ben', `select tablename from pg_stats where schemaname = 'memdir' and tablename <> 'migration'`),
    ).toEqual([]);
    expect(
      await as('ben', 'set row_security = off').then(() => as('ben', 'select * from memdir.document').catch(String)),
    ).toContain('row-level security');
    await as('ben', 'reset row_security');
  });

  it('is not written by a function on a table of their own', async () => {
    await as('ben', 'create temp table own (repository_id int, frequency jsonb)');
    expect(
      await codeOf(
        'ben',
        `create trigger counted after insert on own referencing new table as changed
         for each statement execute function memdir.count_terms()`,
      ),
    ).toBe('42501');
    const open = await query(
      team.url,
      `select oid::regprocedure::text from pg_proc where pronamespace = 'memdir'::regnamespace
       and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0))`,
    );
    expect(open).toEqual([]);
  });

  it('is not told to operators that a member puts beside those of pgvector', async () => {
    await query(team.url, 'grant create on schema public to public');
    await as('ben', 'create table public.seen (value double precision)');
    await as('ben', 'grant insert on public.seen to public');
    await as(
      'ben',
      `create function public.less(one int, other double precision) returns double precision language plpgsql as $$
       begin insert into public.seen values (other); return 0; end $$`,
    );
    await as('ben', 'create operator public.- (function = public.less, leftarg = int, rightarg = double precision)');
    for (const member of ['cleo', 'ben'])
      await as(
        member,
        `select * from memdir.fused($1, array[0, 100], '{}', '{}', 'm', (select value::text from memdir.vector limit 1), 5, '{}', '{}', null, null, 100, 100)`,
        Object.values(ids),
      );
    expect(await as('ben', 'select * from public.seen')).toEqual([]);
  });

  it('is kept from who administers as well, and from the owner of the tables', async () => {
    const admin = team.role('admin');
    await query(team.url, `create role ${admin} login createrole password 'p' in role memdir_owner`);
    const url = new URL(team.url);
    url.username = admin;
    url.password = 'p';
    for (const table of ['team_file', 'document', 'content', 'vocabulary', 'vector', 'access'])
      expect(await query(url.href, `select * from memdir.${table}`), table).toEqual([]);
    expect(await query(url.href, 'select name from memdir.repository')).toHaveLength(2);
  });
});

describe('memories of an agent', () => {
  it('are found by that agent and by people alone, as in the index of one machine', async () => {
    const index = indexes.get('ben') as IndexStore;
    await index.apply({
      upsert: [
        sample('web/mine.md', 'falcon', { agentId: 'Bot' }),
        sample('web/other.md', 'falcon', { agentId: 'else' }),
        sample('web/any.md', 'falcon'),
      ],
    });
    const found = async (filter: object): Promise<string[]> =>
      (await index.words({ terms: ['falcon'], filter, limit: 9 })).leg.hits.map(({ id }) => id).sort();
    expect(await found({ reader: 'bot' })).toEqual(['web/any.md', 'web/mine.md']);
    expect(await found({ agentId: 'bot' })).toEqual(['web/mine.md']);
    expect(await found({})).toHaveLength(3);
    expect((await index.newest({ reader: 'bot', afterMs: 0 }, 9)).includes('web/other.md')).toBe(false);
  });
});
