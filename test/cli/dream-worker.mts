/** Child process of dream.test.ts: applies a consolidation and kills itself at a step. Prints how many steps there were when it came through. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { createNoEmbedder } from '../../src/embed/no-embedder.js';
import { systemClock } from '../../src/node/clock.js';
import { createConsolidation } from '../../src/node/dream/consolidation.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { createMemdir, DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { stubPorts } from '../support/ports.js';

const [dir = '', store = '', stepToDieAt = ''] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let step = 0;

/** Does something, with a step before it and one behind it. */
async function stepped<T>(work: () => Promise<T>): Promise<T> {
  die();
  const result = await work();
  die();
  return result;
}

function die(): void {
  if (String(step++) === stepToDieAt) process.kill(process.pid, 'SIGKILL');
}

const places = { env: {}, home: join(dir, 'home'), platform: process.platform, log };
const consolidation = createConsolidation({ ...places, dataDir: dir });
const files = createFiles({ dataDir: dir });
const memdir = createMemdir(
  {
    ...stubPorts(places.home),
    files: {
      ...files,
      change: (...args) => stepped(() => files.change(...args)),
      write: (...args) => stepped(() => files.write(...args)),
    },
    consolidation: {
      ...consolidation,
      createRecord: (change) => stepped(() => consolidation.createRecord(change)),
      updateState: (record, state) => stepped(() => consolidation.updateState(record, state)),
      withLock: (...args) => stepped(() => consolidation.withLock(...args)),
    },
    roots: createRoots(places),
    scope: { folders: [], directories: [store], trusted: true },
    index: await openSqliteIndex({ file: join(dir, 'index.db'), log }),
    embedder: createNoEmbedder(() => 'Switched off for this test.'),
    clock: systemClock,
    log,
    hash: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  },
  DEFAULT_SERVICE_SETTINGS,
);
const { proposals, digest } = await memdir.dream.plan({ force: true });
await memdir.dream.apply(
  proposals.map(({ id }) => id),
  digest,
);
await memdir.close();
process.stdout.write(`${step}\n`);
