/** The inbox under processes that are killed, that come at the same moment, and that cannot write. */
import { spawn } from 'node:child_process';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { DecisionResult, DraftDecision } from '../../src/core/results.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { CACHE, origin } from '../support/drafts.js';
import { type Bench, memoryText, openBench } from '../support/service.js';
import { workerOfFile } from '../support/worker.js';
import type { Job } from './inbox-worker.mjs';

const worker = workerOfFile('test/cli/inbox-worker.mts');

let bench: Bench;
let memdir: Memdir;
const opened = (): Promise<Memdir> => bench.open({ drafts: createDrafts({ dataDir: bench.dir, log: bench.log }) });
beforeEach(async () => {
  bench = await openBench();
  memdir = await opened();
});
afterEach(() => bench.close());

const ID = '0000000000000001';
const TEXT = CACHE;
const BEFORE = '- [Gallery](gallery.md) — How it shows thumbnails\n';

async function prepare(): Promise<void> {
  await bench.write('gallery.md', memoryText({ name: 'gallery', body: 'The gallery shows thumbnails of 200 pixels.' }));
  await bench.write('MEMORY.md', BEFORE);
  await memdir.inbox.offer([{ id: ID, type: 'failure', body: TEXT, origin }]);
}

interface Came {
  readonly killed: boolean;
  readonly results: readonly DecisionResult[];
  readonly steps: number;
}

function run(job: Omit<Job, 'dir' | 'store'>): Promise<Came> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [worker, JSON.stringify({ dir: bench.dir, store: bench.store, ...job })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.on('error', failed).on('close', (_code, signal) => {
      const [results = '[]', steps = '0'] = stdout.split('\n');
      done({
        killed: signal === 'SIGKILL',
        results: results === '' ? [] : (JSON.parse(results) as DecisionResult[]),
        steps: Number(steps),
      });
    });
  });
}

/** Saves the ten seconds after which the lock of a killed process is free. */
async function freeLocks(): Promise<void> {
  const locks = join(bench.dir, 'locks');
  for (const name of await readdir(locks)) await utimes(join(locks, name), 1, 1);
}

const textsIn = async (folder: string): Promise<string[]> =>
  Promise.all(
    (await readdir(folder))
      .filter((name) => name.endsWith('.md') && name !== 'MEMORY.md')
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
/** Memories that hold, with the text of the draft. */
const saying = async (): Promise<string[]> =>
  (await textsIn(bench.store)).filter((text) => text.includes(TEXT) && !text.includes('deleted_at:'));
const index = (): Promise<string> => readFile(join(bench.store, 'MEMORY.md'), 'utf8');
const waiting = async (): Promise<readonly string[]> => (await memdir.inbox.list()).drafts.map(({ id }) => id);

/** Kills a process at one step after the other until one comes through. Resolves with how many were killed. */
async function killedAtEachStep(
  decision: DraftDecision,
  before: () => Promise<unknown>,
  then: (step: number) => Promise<void>,
): Promise<number> {
  for (let dieAt = 0; ; dieAt++) {
    await bench.close();
    bench = await openBench();
    memdir = await opened();
    await prepare();
    await before();
    const { killed } = await run({ ids: [ID], decision, dieAt });
    if (!killed) return dieAt;
    await freeLocks();
    memdir = await opened();
    await then(dieAt);
  }
}

/** What was begun is done by deciding once more; one that was settled is done. */
async function again(decision: DraftDecision): Promise<void> {
  if ((await waiting()).length > 0) await memdir.inbox.decide([ID], decision);
  expect(await waiting()).toEqual([]);
}

describe('killed at any step, nothing is lost and nothing done twice', () => {
  it('accept', async () => {
    const killed = await killedAtEachStep(
      { do: 'accept' },
      () => Promise.resolve(),
      async (step) => {
        expect(
          [...(await saying()), ...(await textsIn(join(bench.dir, 'inbox'))).filter((text) => text.includes(TEXT))]
            .length,
          `step ${step}`,
        ).toBeGreaterThan(0);
        await again({ do: 'accept' });
        expect(await saying(), `step ${step}`).toHaveLength(1);
        expect(
          (await index()).split('\n').filter((line) => line.includes('image-cache')),
          `step ${step}`,
        ).toHaveLength(1);
        expect(await index()).toContain(BEFORE);
      },
    );
    expect(killed).toBe(4);
  });

  it.each<DraftDecision>([
    { do: 'merge', into: 'gallery' },
    { do: 'supersede', memory: 'gallery' },
  ])('$do', async (decision) => {
    const killed = await killedAtEachStep(
      decision,
      () => Promise.resolve(),
      async (step) => {
        await again(decision);
        expect(await saying(), `step ${step}`).toHaveLength(1);
        expect(
          (await textsIn(bench.store)).filter((text) => !text.includes('deleted_at:')),
          `step ${step}`,
        ).toHaveLength(1);
        expect((await index()).trim().split('\n'), `step ${step}`).toEqual([expect.stringContaining('gallery-v2.md')]);
        await memdir.inbox.decide([ID], { do: 'undo' });
        expect(await index(), `step ${step}`).toBe(BEFORE);
        expect(
          (await textsIn(bench.store)).filter((text) => !text.includes('deleted_at:')),
          `step ${step}`,
        ).toEqual([memoryText({ name: 'gallery', body: 'The gallery shows thumbnails of 200 pixels.' })]);
      },
    );
    expect(killed).toBe(5);
  });

  it.each<DraftDecision>([{ do: 'accept' }, { do: 'supersede', memory: 'gallery' }, { do: 'never' }])(
    'undo of $do',
    async (decision) => {
      const killed = await killedAtEachStep(
        { do: 'undo' },
        () => memdir.inbox.decide([ID], decision),
        async (step) => {
          expect(await memdir.inbox.decide([ID], { do: 'undo' }), `step ${step}`).toMatchObject([
            { status: 'reopened' },
          ]);
          expect(await waiting(), `step ${step}`).toEqual([ID]);
          expect(await saying(), `step ${step}`).toEqual([]);
          expect(await index(), `step ${step}`).toBe(BEFORE);
          expect(
            await memdir.inbox.offer([{ id: '0000000000000002', type: 'failure', body: TEXT, origin }]),
            `step ${step}`,
          ).toMatchObject([{ status: 'known' }]);
        },
      );
      expect(killed).toBeGreaterThan(1);
    },
  );
});

describe('several processes at the same moment', () => {
  it('one decides, the others are told what it did', async () => {
    await prepare();
    const at = Date.now() + 2_000;
    const decisions: readonly DraftDecision[] = [{ do: 'accept' }, { do: 'reject' }, { do: 'merge', into: 'gallery' }];
    const came = await Promise.all(decisions.map((decision) => run({ ids: [ID], decision, at })));
    const results = came.flatMap(({ results }) => results);
    const won = results.filter(({ status }) => status !== 'refused');
    expect(won).toHaveLength(1);
    expect(results.filter(({ status }) => status === 'refused').map(({ reason }) => reason)).toEqual(
      [1, 2].map(
        () => expect.stringMatching(/is no longer in the inbox: (?:accepted|rejected|merged into a memory)/) as string,
      ),
    );
    expect(await saying()).toHaveLength(won[0]?.status === 'rejected' ? 0 : 1);
    expect(await waiting()).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('a disk that takes no more', () => {
  it.each<DraftDecision>([{ do: 'accept' }, { do: 'merge', into: 'gallery' }, { do: 'never' }])(
    '$do: leaves draft, memories and index as they are, and says why',
    async (decision) => {
      await prepare();
      const { results } = await run({ ids: [ID], decision, full: true });
      expect(results).toMatchObject([{ status: 'refused', reason: expect.stringMatching(/too large|full/) as string }]);
      expect(await waiting()).toEqual([ID]);
      expect(await saying()).toEqual([]);
      expect(await index()).toBe(BEFORE);
      expect(await memdir.inbox.decide([ID], decision)).toMatchObject([
        { status: expect.stringMatching(/saved|updated|rejected/) as string },
      ]);
    },
  );
});
