/** The gates of a consolidation, through the service on real files. */
import { spawn } from 'node:child_process';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { DreamPlan, DreamRequest } from '../../src/core/results.js';
import { createConsolidation } from '../../src/node/dream/consolidation.js';
import type { ServicePorts } from '../../src/service/create.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

const NOW = Date.UTC(2026, 2, 11, 14, 5);
const HOUR_MS = 3_600_000;
const lock = (): string => join(bench.store, '.consolidate-lock');

const open = (more: Partial<ServicePorts> = {}): Promise<Memdir> =>
  bench.open({
    consolidation: createConsolidation({
      dataDir: bench.dir,
      env: {},
      home: join(bench.dir, 'home'),
      platform: process.platform,
      log: bench.log,
      trusted: true,
    }),
    clock: { now: () => NOW },
    ...more,
  });

const BODY =
  'The nightly export runs at 02:00 and writes parquet files to the archive bucket. It must finish before the morning sync starts.';
const dated = (name: string, day: string, body: string, more = ''): string =>
  memoryText({ name, body, type: 'reference', more: `modified: ${day}${more}` });

/** Ten memories of which two say the same, an entry that leads nowhere, and one that is missing. */
async function messy(): Promise<void> {
  for (const name of ['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'hosts'])
    await bench.write(`${name}.md`, dated(name, '2026-03-01', `All about the ${name} of this project.`));
  await bench.write('export.md', dated('export', '2026-02-01', `${BODY}\n\n- Owner of the job is the data team.`));
  await bench.write('nightly.md', dated('nightly', '2026-03-01', BODY));
  await bench.write(
    'MEMORY.md',
    `${['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'export'].map((name) => `- [${name}](${name}.md) — ${name}\n`).join('')}- [Gone](gone.md) — lost\n`,
  );
}

async function sessions(count: number, atMs: number, names = (at: number): string => `${at}.jsonl`): Promise<void> {
  for (let at = 0; at < count; at++) {
    await writeFile(join(bench.dir, names(at)), '{}\n');
    await utimes(join(bench.dir, names(at)), atMs / 1000, atMs / 1000);
  }
}

async function lastDone(agoMs: number, by = ''): Promise<void> {
  await writeFile(lock(), by);
  await utimes(lock(), (NOW - agoMs) / 1000, (NOW - agoMs) / 1000);
}

/** Every file of the store with its text. */
async function texts(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const item of await readdir(bench.store, { recursive: true, withFileTypes: true })) {
    if (item.isFile() && item.name !== '.consolidate-lock')
      found[join(item.parentPath, item.name).slice(bench.store.length + 1)] = await readFile(
        join(item.parentPath, item.name),
        'utf8',
      );
  }
  return found;
}

const planned = (memdir: Memdir, more: DreamRequest = {}): Promise<DreamPlan> =>
  memdir.dream.plan({ force: true, ...more });
const applyAll = async (memdir: Memdir, plan?: DreamPlan) => {
  const { proposals, digest } = plan ?? (await planned(memdir));
  return await memdir.dream.apply(
    proposals.map(({ id }) => id),
    digest,
  );
};
const kinds = ({ proposals }: DreamPlan): string[] => proposals.map(({ kind }) => kind);

describe('gates', () => {
  beforeEach(messy);

  it('are open after a day with five sessions', async () => {
    await lastDone(25 * HOUR_MS);
    await sessions(5, NOW - HOUR_MS);
    const plan = await (await open()).dream.plan({});
    expect([plan.refused, kinds(plan)]).toEqual([undefined, ['index', 'index', 'duplicate']]);
  });

  it('are open for the first consolidation, regardless of the sessions’ age', async () => {
    await sessions(5, NOW - 1_000 * HOUR_MS);
    expect((await (await open()).dream.plan({})).refused).toBeUndefined();
  });

  it.each<readonly [string, () => Promise<unknown>, DreamRequest, RegExp]>([
    [
      'time',
      () => lastDone(23 * HOUR_MS),
      {},
      /^This memory was consolidated 23 hours ago\. It is time again in 1 hour\./,
    ],
    ['sessions', () => lastDone(30 * HOUR_MS), {}, /^There were 0 sessions of the 5/],
    [
      'sessions',
      async () => [await lastDone(30 * HOUR_MS), await sessions(9, NOW - 31 * HOUR_MS)],
      {},
      /^There were 0 sessions of the 5/,
    ],
    [
      'sessions',
      () => sessions(5, NOW, (at) => `agent-${at}.jsonl`),
      {},
      /^This memory was never consolidated, and there were 0 sessions/,
    ],
    [
      'sessions',
      () => sessions(5, NOW),
      { session: '3' },
      /^This memory was never consolidated, and there were 4 sessions of the 5/,
    ],
    [
      'memories',
      async () => [await sessions(5, NOW), await rm(join(bench.store, 'api.md'))],
      {},
      /^This directory holds 9 memories; from 10 on/,
    ],
    [
      'memories',
      async () => await rm(join(bench.store, 'api.md')),
      { force: true },
      /^This directory holds 9 memories/,
    ],
    [
      'index',
      async () => await writeFile(join(bench.store, 'MEMORY.md'), '<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> other\n'),
      { force: true },
      /^MEMORY\.md holds merge conflicts/,
    ],
  ])('%s', async (gate, make, request, reason) => {
    await make();
    const before = await texts();
    const plan = await (await open()).dream.plan(request);
    expect(plan).toMatchObject({ refused: { gate, reason: expect.stringMatching(reason) as string }, proposals: [] });
    expect(await texts()).toEqual(before);
  });

  it('scan: sessions are counted again after ten minutes, also in another process', async () => {
    let now = NOW;
    const clock = { now: () => now };
    expect((await (await open({ clock })).dream.plan({})).refused?.gate).toBe('sessions');
    await sessions(5, NOW);
    now += 9 * 60_000;
    expect((await (await open({ clock })).dream.plan({})).refused).toMatchObject({
      gate: 'scan',
      reason: expect.stringMatching(
        /when they were counted 9 minutes ago\. They are counted again in 1 minute\./,
      ) as string,
    });
    now += 60_000;
    expect((await (await open({ clock })).dream.plan({})).refused).toBeUndefined();
  });

  it('lock: applies even with force', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
    try {
      const take = async (pid: string): Promise<void> => {
        await writeFile(lock(), pid);
        await utimes(lock(), takenAt, takenAt);
      };
      const takenAt = Math.floor(Date.now() / 1000) - 60;
      const memdir = await open();
      await take('');
      const plan = await planned(memdir);
      await take(String(child.pid));
      expect((await planned(memdir)).refused).toMatchObject({
        gate: 'lock',
        reason: expect.stringContaining(`Process ${child.pid} is`) as string,
      });
      const before = await texts();
      await expect(applyAll(memdir, plan)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`Process ${child.pid} is`) as string,
      });
      expect(await texts()).toEqual(before);
    } finally {
      child.kill();
    }
  });

  it('force passes time and sessions', async () => {
    await lastDone(HOUR_MS);
    expect(kinds(await planned(await open()))).toEqual(['index', 'index', 'duplicate']);
  });

  it('a read-only store is rejected', async () => {
    const roots = {
      find: async () =>
        [
          {
            key: 'abcdef',
            path: bench.store,
            kind: 'main',
            scope: 'user',
            label: 'x',
            why: 'x',
            exists: true,
            files: 1,
            sharedWith: [],
            readOnly: true,
          },
        ] as const,
    };
    await expect(planned(await open({ roots }))).rejects.toMatchObject({ code: 'read-only' });
  });
});
