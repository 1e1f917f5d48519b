/** What the server does for a developer who may read a quarter of what it has: asserted on the plans that it carried out. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openPostgresIndex } from '../../src/store/postgres/index/index-store.js';
import { hashOf, randomVectors, sample } from '../store/samples.js';
import { makeTeam, query, quiet, type Team } from './team.mjs';

const REPOSITORIES = ['r1', 'r2', 'r3', 'r4'];
const EACH = 500;
let team: Team;
let client: pg.Client;
let plans = '';
let repository: number;

beforeAll(async () => {
  team = await makeTeam({ writer: REPOSITORIES.map((name) => `+${name}`), dev: ['r1'], other: ['r1'] });
  const index = openPostgresIndex({ address: { url: team.urls.get('writer') ?? '' }, log: quiet });
  for (const [at, name] of REPOSITORIES.entries()) {
    const vectors = randomVectors(EACH, 384, at + 1);
    const documents = Array.from({ length: EACH }, (_, i) =>
      sample(`${name}/${i}.md`, `${`word${i} filler${i % 50} `.repeat(30)} common`),
    );
    await index.apply({ upsert: documents });
    await index.putVectors(
      'm',
      documents.map((one, i) => ({ hash: hashOf(one.body), vector: vectors[i] as Float32Array })),
    );
  }
  await index.close();
  await query(team.url, 'vacuum analyze');
  await query(team.url, `alter role ${team.role('dev')} set auto_explain.log_min_duration = 0`);
  [{ id: repository } = { id: 0 }] = await query<{ id: number }>(
    team.url,
    `select id from memdir.repository where name = 'r1'`,
  );
  client = new pg.Client(team.urls.get('dev'));
  client.on('notice', ({ message }) => (plans += `${message}\n`));
  await client.connect();
  await client.query('set client_min_messages = log');
});
afterAll(async () => {
  await client.end();
  await team.administration.close();
});

async function plansOf(sql: string, ...values: unknown[]): Promise<{ rows: number; plan: string }> {
  plans = '';
  const { rowCount } = await client.query(sql, values);
  return { rows: rowCount ?? 0, plan: plans };
}

it('uses the index of full text, and asks for the readable repositories once', async () => {
  const { rows, plan } = await plansOf(
    'select * from memdir.occurrences($1, $2, $3, $4)',
    [repository],
    [0],
    ['word7', 'filler3'],
    [`'word7'`, `'filler3'`],
  );
  expect(rows).toBe(2);
  expect(plan).toContain('Bitmap Index Scan on content_lexemes');
  expect(plan).toMatch(/InitPlan/);
  expect(plan).not.toContain('Seq Scan on content');
});

it('would read every row without that: row-level security keeps full text from its index', async () => {
  const { plan } = await plansOf(`select "row" from memdir.content where lexemes @@ '''word7'''::tsquery`);
  expect(plan).not.toContain('content_lexemes');
});

const FUSED = `select words, hits from memdir.fused($1, '{0}', $2, $3, 'm', $4, $5, '{}', '{}', null, null, $6, 100)`;
const [TERMS, QUERIES] = [
  ['word7', 'filler3'],
  [`'word7'`, `'filler3'`],
];

it('uses the indexes of full text and of vectors in one statement where there are many, and compares few one by one', async () => {
  const question = `[${randomVectors(1, 384, 9)[0]?.join() ?? ''}]`;
  const many = await plansOf(FUSED, [repository], TERMS, QUERIES, question, 10, 100);
  expect(many.plan).toContain('Index Scan using vector_384');
  expect(many.plan).toContain('Bitmap Index Scan on content_lexemes');
  expect(many.plan).not.toContain('Seq Scan on content');
  const few = await plansOf(FUSED, [repository], TERMS, QUERIES, question, 10, 5_000);
  expect(few.plan).not.toContain('Index Scan using vector_384');
  expect(few.plan).toContain('Bitmap Index Scan on content_lexemes');
});

it('finds by the index nearly what comparing all finds, though three quarters of it are for others', async () => {
  // Whose plans are not reported.
  const url = team.urls.get('other') ?? '';
  const place = async (few: number, question: string): Promise<number[]> => {
    const [row] = await query<{ words: { term: string }[]; hits: [number][] }>(
      url,
      FUSED,
      [repository],
      TERMS,
      QUERIES,
      question,
      20,
      few,
    );
    expect(row?.words.map(({ term }) => term).sort()).toEqual(['filler3', 'word7']);
    return row?.hits.map(([at]) => at) ?? [];
  };
  let same = 0;
  for (const vector of randomVectors(10, 384, 77)) {
    const exact = await place(5_000, `[${vector.join()}]`);
    expect(exact).toHaveLength(20);
    same += (await place(100, `[${vector.join()}]`)).filter((one) => exact.includes(one)).length;
  }
  expect(same).toBeGreaterThan(180);
});
