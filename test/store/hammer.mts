/** Child process of processes.test.ts: opens the index, writes its own documents beside the others, reads in between, prints JSON. */
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { vectorLeg, wordsLeg } from './queries.js';
import { hashOf, plane, quiet, sample } from './samples.js';

const [file = '', who = '', rounds = '0'] = process.argv.slice(2);
const store = await openSqliteIndex({ file, log: quiet });
for (let i = 0; i < Number(rounds); i++) {
  const body = `${who} round ${i}`;
  await store.apply({
    upsert: [sample(`${who}/${i}.md`, body), sample('both/same.md', body)],
    remove: [`${who}/${i - 10}.md`],
  });
  await store.putVectors('m', [{ hash: hashOf(body), vector: plane(i) }]);
  await store.countAccess(['both/same.md']);
  await wordsLeg(store, [who, 'round'], {}, 5);
  await vectorLeg(store, plane(i), 'm', {}, 5);
}
const { path, rebuilt, reason } = await store.health();
await store.close();
process.stdout.write(JSON.stringify({ path, rebuilt, reason }));
