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

it('uses the index of vectors where there are many, and none where there are few', async () => {
  const question = `[${randomVectors(1, 384, 9)[0]?.join() ?? ''}]`;
  const ask = (few: number) =>
    plansOf(
      'select * from memdir.compared($1, $2, $3, $4, 10, $5, $6, null, $7)',
      [repository],
      [0],
      'm',
      question,
      [],
      '{}',
      few,
    );
  const many = await ask(100);
  expect(many.rows).toBe(10);
  expect(many.plan).toContain('Index Scan using vector_384');
  const few = await ask(5_000);
  expect(few.rows).toBe(10);
  expect(few.plan).not.toContain('Index Scan using vector_384');
});

it('finds by the index nearly what comparing all finds, though three quarters of it are for others', async () => {
  // Whose plans are not reported.
  const url = team.urls.get('other') ?? '';
  const place = async (few: number, question: string): Promise<number[]> => {
    const sql = 'select place from memdir.compared($1, $2, $3, $4, 20, $5, $6, null, $7)';
    const values = [[repository], [0], 'm', question, [], '{}', few];
    return (await query<{ place: number }>(url, sql, ...values)).map((row) => row.place);
  };
  let same = 0;
  for (const vector of randomVectors(10, 384, 77)) {
    const exact = new Set(await place(5_000, `[${vector.join()}]`));
    same += (await place(100, `[${vector.join()}]`)).filter((one) => exact.has(one)).length;
  }
  expect(same).toBeGreaterThan(180);
});
