/** Child process of processes.test.ts: opens many new files, each at the moment at which the others open it, and prints what it found wrong with them. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { quiet } from './samples.js';

const [folder = '', startMs = '0', files = '0'] = process.argv.slice(2);
const APART_MS = 15;
const wrong: string[] = [];
for (let i = 0; i < Number(files); i++) {
  await sleep(Math.max(0, Number(startMs) + i * APART_MS - Date.now()));
  const store = await openSqliteIndex({ file: join(folder, `${i}.db`), log: quiet });
  const { rebuilt, reason } = await store.health();
  wrong.push(...[rebuilt, reason].filter((one) => one !== undefined));
  await store.close();
}
process.stdout.write(JSON.stringify(wrong));
