/** The gates of a consolidation, through the service on real files. */
import { spawn } from 'node:child_process';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { DreamRequest } from '../../src/core/results.js';
import { applyAll, dreamStoreOfEachTest, HOUR_MS, kindsOf, NOW, planDream } from '../support/dream-store.js';
import type { Bench } from '../support/service.js';

let bench: Bench;
const { open, lock, fill, setLastConsolidation, texts } = dreamStoreOfEachTest((opened) => (bench = opened));

async function sessions(count: number, atMs: number, names = (at: number): string => `${at}.jsonl`): Promise<void> {
  for (let at = 0; at < count; at++) {
    await writeFile(join(bench.dir, names(at)), '{}\n');
    await utimes(join(bench.dir, names(at)), atMs / 1000, atMs / 1000);
  }
}

describe('gates', () => {
  beforeEach(fill);

  it('are open after a day with five sessions', async () => {
    await setLastConsolidation(25 * HOUR_MS);
    await sessions(5, NOW - HOUR_MS);
    const plan = await (await open()).dream.plan({});
    expect([plan.refused, kindsOf(plan)]).toEqual([undefined, ['index', 'index', 'duplicate']]);
  });

  it('are open for the first consolidation, regardless of the sessions’ age', async () => {
    await sessions(5, NOW - 1_000 * HOUR_MS);
    expect((await (await open()).dream.plan({})).refused).toBeUndefined();
  });

  it.each<readonly [string, () => Promise<unknown>, DreamRequest, RegExp]>([
    ['time', () => setLastConsolidation(23 * HOUR_MS), {}, /last done 23 hours ago\. Possible again in 1 hour\./],
    [
      'sessions',
      () => setLastConsolidation(30 * HOUR_MS),
      {},
      /^Too early to consolidate: 0 of 5 sessions since the last run/,
    ],
    [
      'sessions',
      async () => [await setLastConsolidation(30 * HOUR_MS), await sessions(9, NOW - 31 * HOUR_MS)],
      {},
      /^Too early to consolidate: 0 of 5 sessions since the last run/,
    ],
    ['sessions', () => sessions(5, NOW, (at) => `agent-${at}.jsonl`), {}, /^Too early to consolidate: 0 of 5 sessions/],
    ['sessions', () => sessions(5, NOW), { session: '3' }, /^Too early to consolidate: 4 of 5 sessions/],
    [
      'memories',
      async () => [await sessions(5, NOW), await rm(join(bench.store, 'api.md'))],
      {},
      /^Too early to consolidate: 9 of 10 memories/,
    ],
    [
      'index',
      async () => await writeFile(join(bench.store, 'MEMORY.md'), '<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> other\n'),
      { force: true },
      /^MEMORY\.md contains merge conflicts/,
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
      reason: expect.stringMatching(/Counted 9 minutes ago; the next count is in 1 minute\./) as string,
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
      const plan = await planDream(memdir);
      await take(String(child.pid));
      expect((await planDream(memdir)).refused).toMatchObject({
        gate: 'lock',
        reason: expect.stringContaining(`Process ${child.pid} `) as string,
      });
      const before = await texts();
      await expect(applyAll(memdir, plan)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`Process ${child.pid} `) as string,
      });
      expect(await texts()).toEqual(before);
    } finally {
      child.kill();
    }
  });

  it('force passes time and sessions', async () => {
    await setLastConsolidation(HOUR_MS);
    expect(kindsOf(await planDream(await open()))).toEqual(['index', 'index', 'duplicate']);
  });

  it('a read-only store is rejected', async () => {
    const roots = {
      memoryOff: async () => undefined,
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
    await expect(planDream(await open({ roots }))).rejects.toMatchObject({ code: 'read-only' });
  });
});
