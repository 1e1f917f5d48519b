/** Search in a team's database as a member who may read a quarter of it. */
import pg from 'pg';

import { documentTerms } from '../../src/core/search/terms.js';
import { openTeamAdministration } from '../../src/store/postgres/administration.js';
import { openPostgresIndex } from '../../src/store/postgres/index/index-store.js';
import { openTeamStore } from '../../src/store/postgres/team-files.js';
import { hashOf, randomVectors, sample } from '../store/samples.js';
import { startPostgres } from '../support/postgres.mjs';
import { quiet } from './embedder.mjs';
import { ms, quantile, type Row, samples, timed, under } from './measure.mjs';

const REPOSITORIES = ['r1', 'r2', 'r3', 'r4'];
const EACH = 2_500;
const BATCH = 100;

const WORDS = Array.from({ length: 6_000 }, (_, i) => `w${i.toString(36)}`);

/** Few words are in many texts and most in few, as in texts that people write. */
const wordAt = (i: number): string => WORDS[Math.floor(WORDS.length * ((i * 0.618_034) % 1) ** 3)] ?? 'w';
const textOf = (i: number, words: number): string =>
  Array.from({ length: words }, (_, at) => wordAt(i * 131 + at * 17)).join(' ');

async function fill(url: string): Promise<void> {
  const index = openPostgresIndex({ address: { url }, log: quiet });
  for (const [at, name] of REPOSITORIES.entries()) {
    const vectors = randomVectors(EACH, 384, at + 1);
    for (let from = 0; from < EACH; from += BATCH) {
      const documents = Array.from({ length: BATCH }, (_, i) => {
        const number = at * EACH + from + i;
        return sample(`${name}/${number}.md`, textOf(number, 120), { description: textOf(number + 7, 10) });
      });
      await index.apply({ upsert: documents });
      await index.putVectors(
        'm',
        documents.map((one, i) => ({ hash: hashOf(one.body), vector: vectors[from + i] as Float32Array })),
      );
    }
  }
  await index.close();
}

export async function postgresRows(): Promise<Row[]> {
  const server = await startPostgres();
  const administration = openTeamAdministration({ address: { url: server.url() }, log: quiet });
  try {
    await administration.init();
    const writer = await administration.addMember('writer');
    const member = await administration.addMember('dev');
    for (const name of REPOSITORIES) {
      await administration.addRepository(name);
      await administration.grant(name, 'writer', true);
    }
    await administration.grant('r1', 'dev', true);
    const { took } = await timed(() => fill(server.urlOf('writer', writer.password ?? '', 'postgres')));
    const client = new pg.Client(server.url());
    await client.connect();
    await client.query('vacuum analyze');
    await client.end();
    const url = server.urlOf('dev', member.password ?? '', 'postgres');
    return [
      { what: 'PostgreSQL, 10,000 memories: documents and vectors written', value: ms(took) },
      ...(await queryRows(url)),
      ...(await fileRows(url)),
    ];
  } finally {
    await administration.close();
    await server.stop();
  }
}

/** Words, then meaning with the hits of words, then what is shown: what a search asks. */
async function queryRows(url: string): Promise<Row[]> {
  const index = openPostgresIndex({ address: { url }, log: quiet });
  const questions = randomVectors(220, 384, 99);
  const took = await samples(200, 20, async (run) => {
    const terms = documentTerms(textOf(run * 37 + 5, 5));
    const plan = { terms, filter: {}, limit: 50 };
    const { leg } = await index.words(plan, ['m']);
    const wordHits = leg.hits.map(({ id }) => id);
    const { legs } = await index.meaning(plan, {
      questions: [{ model: 'm', vector: questions[run] as Float32Array }],
      wordHits,
    });
    await index.present((legs.vectors[0]?.hits ?? []).slice(0, 10).map(({ id }) => id));
  });
  await index.close();
  return [
    under('PostgreSQL, as a member with 25 %: hybrid query, p50', quantile(took, 0.5), 25, ms),
    under('PostgreSQL, as a member with 25 %: hybrid query, p95', quantile(took, 0.95), 80, ms),
  ];
}

async function fileRows(url: string): Promise<Row[]> {
  const store = openTeamStore({ address: { url }, log: quiet });
  const files = Array.from({ length: 1_000 }, (_, i) => ({ key: `n/${i}.md`, content: textOf(i, 200), version: 0 }));
  let version = (await store.save('r1', files)).saved.find(({ key }) => key === 'n/0.md')?.version ?? 0;
  const pull = await samples(5, 1, async () => {
    await store.read('r1', [...(await store.heads('r1')).keys()]);
  });
  const push = await samples(50, 5, async (run) => {
    const { saved } = await store.save('r1', [{ key: 'n/0.md', content: `text ${run}`, version }]);
    version = saved[0]?.version ?? 0;
  });
  await store.close();
  return [
    under('PostgreSQL: read 1,000 files of a team, p50', quantile(pull, 0.5), 3_000, ms),
    under('PostgreSQL: save one change, p95', quantile(push, 0.95), 150, ms),
  ];
}
