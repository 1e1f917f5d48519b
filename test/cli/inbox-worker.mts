/** Child process of inbox-processes.test.ts: decides upon drafts, and kills itself at a step or stays. Prints what came of it, then how many steps there were. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

import { MemdirError } from '../../src/core/errors.js';
import type { DraftDecision } from '../../src/core/results.js';
import { createNoEmbedder } from '../../src/embed/no-embedder.js';
import { systemClock } from '../../src/node/clock.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { createMemdir, DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { stubPorts } from '../support/ports.js';

export interface Job {
  readonly dir: string;
  readonly store: string;
  readonly ids: readonly string[];
  readonly decision: DraftDecision;
  /** The process dies before this change of the disk, counted from 0. */
  readonly dieAt?: number;
  /** Milliseconds since the epoch at which it begins: several decide at the same moment. */
  readonly at?: number;
  /** No file may grow, as on a disk that is full. */
  readonly full?: boolean;
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let step = 0;

function die(): void {
  if (step++ === job.dieAt) process.kill(process.pid, 'SIGKILL');
}

/** Whatever becomes visible on the disk becomes so by one of these. */
function makeDeadly(): void {
  for (const [functions, names] of [
    [fsp, ['rename', 'link', 'appendFile']],
    [fs, ['renameSync', 'writeSync']],
  ] as const) {
    const calls = functions as unknown as Record<string, (...args: unknown[]) => unknown>;
    for (const name of names) {
      const call = calls[name];
      if (call === undefined) throw new Error(name);
      calls[name] = (...args) => {
        die();
        return call(...args);
      };
    }
  }
  syncBuiltinESMExports();
}

const memdir = createMemdir(
  {
    ...stubPorts(join(job.dir, 'home')),
    files: createFiles({ dataDir: job.dir }),
    drafts: createDrafts({ dataDir: job.dir, log }),
    roots: createRoots({ env: {}, home: join(job.dir, 'home'), platform: process.platform, log }),
    scope: { folders: [], directories: [job.store], trusted: true },
    index: await openSqliteIndex({ file: join(job.dir, 'index.db'), log }),
    embedder: createNoEmbedder(() => 'Switched off for this test.'),
    clock: systemClock,
    log,
    hash: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  },
  DEFAULT_SERVICE_SETTINGS,
);
makeDeadly();
if (job.full) {
  process.on('SIGXFSZ', () => undefined);
  execFileSync('prlimit', [`--pid=${process.pid}`, '--fsize=0']);
}
if (job.at !== undefined) await new Promise((resolve) => setTimeout(resolve, Math.max(0, (job.at ?? 0) - Date.now())));
try {
  process.stdout.write(`${JSON.stringify(await memdir.inbox.decide(job.ids, job.decision))}\n`);
} catch (error) {
  if (!(error instanceof MemdirError)) throw error;
  process.stdout.write(`${JSON.stringify([{ status: 'refused', reason: error.message }])}\n`);
}
await memdir.close();
process.stdout.write(`${step}\n`);
