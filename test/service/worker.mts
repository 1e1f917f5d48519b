/** Child process of processes.test.ts: a service of its own on stores and index of others. Prints JSON, one line for each answer. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type { Memdir } from '../../src/core/memdir.js';
import type { Embedder } from '../../src/core/ports/embedder.js';
import { createNoEmbedder } from '../../src/embed/no-embedder.js';
import { systemClock } from '../../src/node/clock.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { createMemdir, DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { stubPorts } from '../support/ports.js';

interface Job {
  readonly dir: string;
  /** Milliseconds since the epoch at which all children begin. */
  readonly atMs: number;
  readonly calls: readonly (readonly ['remember' | 'update' | 'forget' | 'index' | 'search', object])[];
  /** Milliseconds an embedding of a text takes; absent: there is no embedder. */
  readonly embedMs?: number;
  readonly model?: string;
}

const problems: string[] = [];
const log = {
  info: () => undefined,
  warn: (line: string) => void problems.push(line),
  error: (line: string) => void problems.push(line),
};
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Vectors made of the text's hash: slow on purpose, so that a process can be ended in the middle. */
function slowEmbedder(ms: number, id: string): Embedder {
  const one = (text: string): Float32Array =>
    Float32Array.from(hash(id + text).slice(0, 16), (digit) => parseInt(digit, 16) - 7.5);
  return {
    model: { id, dimensions: 16, vectorWeight: 0.3, lateWeight: 0, duplicate: 2, related: 2, languages: ['*'] },
    state: () => ({ state: 'ready', backend: 'native' }),
    embed: async (texts) => {
      await new Promise((resolve) => setTimeout(resolve, ms * texts.length));
      return texts.map(one);
    },
    close: async () => undefined,
  };
}

async function open({ dir, embedMs, model }: Job): Promise<Memdir> {
  const ports = {
    ...stubPorts(join(dir, 'home')),
    files: createFiles({ dataDir: dir }),
    roots: createRoots({ env: {}, home: join(dir, 'home'), platform: process.platform, log }),
    scope: { folders: [], directories: [join(dir, 'memory')], trusted: true },
    index: await openSqliteIndex({ file: join(dir, 'index.db'), log }),
    embedder:
      embedMs === undefined
        ? createNoEmbedder(() => 'Switched off for this test.')
        : slowEmbedder(embedMs, model ?? 'slow'),
    clock: systemClock,
    log,
    hash,
  };
  return createMemdir(ports, DEFAULT_SERVICE_SETTINGS);
}

async function main(): Promise<void> {
  const job = JSON.parse(process.argv[2] ?? '{}') as Job;
  const memdir = await open(job);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, job.atMs - Date.now())));
  for (const [name, request] of job.calls) {
    const answer = await memdir[name](request as never);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  await memdir.close();
  process.stdout.write(`${JSON.stringify({ problems })}\n`);
}

await main();
