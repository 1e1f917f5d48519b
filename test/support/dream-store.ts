/** A store to consolidate, its lock file, and consolidations planDream and applied through the service on real files. */
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Memdir } from '../../src/core/memdir.js';
import type { DreamPlan, DreamReport, DreamRequest } from '../../src/core/results.js';
import { createConsolidation } from '../../src/node/dream/consolidation.js';
import type { ServicePorts } from '../../src/service/create.js';
import { type Bench, memoryText, withStore } from './service.js';

/** The clock of every service that {@link DreamBench.open} opens. */
export const NOW = Date.UTC(2026, 2, 11, 14, 5);
export const HOUR_MS = 3_600_000;

/** Body of the memory that {@link DreamBench.fill} writes twice. */
const EXPORT_BODY =
  'The nightly export runs at 02:00 and writes parquet files to the archive bucket. It must finish before the morning sync starts.';

/** Text of a memory file with the day it was modified. */
export const datedMemory = (name: string, day: string, body: string, more = ''): string =>
  memoryText({ name, body, type: 'reference', more: `modified: ${day}${more}` });

interface DreamBench {
  /** A service over the store, with the consolidation of the disk. */
  readonly open: (more?: Partial<ServicePorts>) => Promise<Memdir>;
  /** Path of the lock file, whose modification time is that of the last consolidation. */
  readonly lock: () => string;
  /** Ten memories of which two say the same, an index entry that leads nowhere, and one that is missing. */
  readonly fill: () => Promise<void>;
  /** Sets the time of the last consolidation, and the text of the lock file. */
  readonly setLastConsolidation: (agoMs: number, by?: string) => Promise<void>;
  /** Every file of the store with its text, without the lock file. */
  readonly texts: () => Promise<Record<string, string>>;
}

/** An empty store for each test of a file, handed over before the test. */
export function dreamStoreOfEachTest(opened: (bench: Bench) => void): DreamBench {
  let bench: Bench;
  withStore({}, (store) => {
    bench = store;
    opened(store);
  });
  const lock = (): string => join(bench.store, '.consolidate-lock');
  return {
    lock,
    open: (more = {}) => openWithConsolidation(bench, more),
    fill: () => fillStore(bench),
    setLastConsolidation: async (agoMs, by = '') => {
      await writeFile(lock(), by);
      await utimes(lock(), (NOW - agoMs) / 1000, (NOW - agoMs) / 1000);
    },
    texts: () => readTexts(bench.store),
  };
}

const openWithConsolidation = (bench: Bench, more: Partial<ServicePorts>): Promise<Memdir> =>
  bench.open({
    consolidation: createConsolidation({
      dataDir: bench.dir,
      env: {},
      home: join(bench.dir, 'home'),
      platform: process.platform,
      log: bench.log,
    }),
    clock: { now: () => NOW },
    ...more,
  });

async function fillStore(bench: Bench): Promise<void> {
  for (const name of ['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'hosts'])
    await bench.write(`${name}.md`, datedMemory(name, '2026-03-01', `All about the ${name} of this project.`));
  await bench.write(
    'export.md',
    datedMemory('export', '2026-02-01', `${EXPORT_BODY}\n\n- Owner of the job is the data team.`),
  );
  await bench.write('nightly.md', datedMemory('nightly', '2026-03-01', EXPORT_BODY));
  const entries = ['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'export'].map(
    (name) => `- [${name}](${name}.md) — ${name}\n`,
  );
  await bench.write('MEMORY.md', `${entries.join('')}- [Gone](gone.md) — lost\n`);
}

async function readTexts(store: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const item of await readdir(store, { recursive: true, withFileTypes: true })) {
    if (!item.isFile() || item.name === '.consolidate-lock') continue;
    const path = join(item.parentPath, item.name);
    found[path.slice(store.length + 1)] = await readFile(path, 'utf8');
  }
  return found;
}

/** A plan that no gate keeps back. */
export const planDream = (memdir: Memdir, more: DreamRequest = {}): Promise<DreamPlan> =>
  memdir.dream.plan({ force: true, ...more });

/** Applies every proposal of the plan, by default of a new one. */
export async function applyAll(memdir: Memdir, plan?: DreamPlan): Promise<DreamReport> {
  const { proposals, digest } = plan ?? (await planDream(memdir));
  return await memdir.dream.apply(
    proposals.map(({ id }) => id),
    digest,
  );
}

export const kindsOf = ({ proposals }: DreamPlan): string[] => proposals.map(({ kind }) => kind);
