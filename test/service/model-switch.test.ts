/** A main model that takes the place of another one: the former answers until the new one has read all. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { Embedder } from '../../src/core/ports/embedder.js';
import { createOnnxEmbedder } from '../../src/embed/onnx/client.js';
import type { ServicePorts } from '../../src/service/create.js';
import { timeLeft } from '../../src/service/index/time-left.js';
import { type Bench, memoryText, PATIENT, realEmbedder, until, withStore } from '../support/service.js';

const root = join(import.meta.dirname, '../..');
const SHIPPED = 'all-minilm-l6-v2-int8';
/** The weights that come with Memdir under another name: what is tried is which of two models answers. */
let other: string;
beforeAll(() => {
  other = mkdtempSync(join(tmpdir(), 'memdir-other-'));
  cpSync(join(root, 'media/model'), other, { recursive: true });
  const file = join(other, 'memdir-model.json');
  const description = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...description, id: 'other' }));
});
afterAll(() => rmSync(other, { recursive: true }));

let bench: Bench;
withStore(
  Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `shelf-${at}.md`,
      memoryText({ name: `shelf ${at}`, body: `Shelf ${at} has crates of ${['wine', 'paint'][at % 2]}.` }),
    ]),
  ),
  (opened) => (bench = opened),
);

const otherEmbedder = (): Embedder =>
  createOnnxEmbedder({
    processFile: join(root, 'dist/embedder.js'),
    modelDir: other,
    runtime: 'native',
    log: bench.log,
  });
const openBoth = (more: Partial<ServicePorts> = {}): Promise<Memdir> =>
  bench.open({ embedder: otherEmbedder(), former: realEmbedder(bench.log), ...more });
const embedderOf = async (memdir: Memdir): Promise<string> =>
  (await memdir.search({ ...PATIENT, query: 'crates of wine' })).embedder;
const checkOf = async (memdir: Memdir, check: string) => (await memdir.doctor()).find((one) => one.check === check);

it('answers with the former model until the new one has read all, then with the new one, and after a restart', async () => {
  const before = await bench.open({ embedder: realEmbedder(bench.log) });
  await before.index({});
  await before.close();
  // The machine is busy: the new model reads nothing yet.
  let reason: 'load' | undefined = 'load';
  const memdir = await openBoth({ restReason: () => Promise.resolve(reason) });
  expect(await memdir.search({ ...PATIENT, query: 'crates of wine' })).toMatchObject({
    mode: 'hybrid',
    embedder: SHIPPED,
  });
  await until('the reason', () => {
    const status = memdir.status();
    return status.kind === 'ready' && (status.note?.includes('waits until this machine is less busy') ?? false);
  });
  expect(await checkOf(memdir, 'Next model')).toMatchObject({
    detail: expect.stringMatching(/^other has read 0 of 40/) as string,
  });
  reason = undefined;
  expect(await memdir.index({})).toMatchObject({ embedded: 40 });
  expect(await embedderOf(memdir)).toBe('other');
  expect(await checkOf(memdir, 'Next model')).toBeUndefined();
  // A memory that is written now is read by the new model alone.
  await bench.write('new.md', memoryText({ name: 'cellar', body: 'The cellar has crates of wine.' }));
  await memdir.index({});
  await memdir.close();
  const after = await openBoth();
  expect(await embedderOf(after)).toBe('other');
  await after.close();
  // The new one is uninstalled: the vectors of the former are still there.
  const back = await bench.open({ embedder: realEmbedder(bench.log), former: realEmbedder(bench.log) });
  expect(await back.index({})).toMatchObject({ embedded: 1 });
  expect(await embedderOf(back)).toBe(SHIPPED);
});

it('goes on where it was after a pause in the middle', async () => {
  const before = await bench.open({ embedder: realEmbedder(bench.log) });
  await before.index({});
  await before.close();
  let asked = 0;
  // Rests after the first batch.
  const first = await openBoth({ restReason: () => Promise.resolve(asked++ > 0 ? 'battery' : undefined) });
  expect(await embedderOf(first)).toBe(SHIPPED);
  await until('the pause', () => JSON.stringify(first.status()).includes('plugged in'));
  expect((await checkOf(first, 'Next model'))?.detail).toMatch(
    /^other has read 3\d of 40 .* other waits until this machine is plugged in;/,
  );
  expect(await first.index({})).toMatchObject({ embedded: 8 });
  expect(await embedderOf(first)).toBe('other');
});

it('reads for a caller that waits whatever the machine does, and starts with the new model where the former has read nothing', async () => {
  const memdir = await openBoth({ restReason: () => Promise.resolve('battery') });
  expect(await embedderOf(memdir)).toBe('other');
  expect(await memdir.index({})).toMatchObject({ embedded: 40 });
});

it.each([
  ['nothing at first', [[0, 0]], {}],
  [
    'nothing before its pace is known',
    [
      [0, 0],
      [1_000, 10],
    ],
    {},
  ],
  [
    'what the rest takes at the same pace',
    [
      [0, 0],
      [10_000, 25],
    ],
    { leftMs: 30_000 },
  ],
  [
    'nothing where nothing gets done',
    [
      [0, 5],
      [10_000, 5],
    ],
    {},
  ],
  [
    'nothing for other work until its pace is known',
    [
      [0, 0],
      [10_000, 90],
      [11_000, 3],
    ],
    {},
  ],
] as const)('tells of the time left %s', (_, steps, expected) => {
  let now = 0;
  const estimate = timeLeft(() => now);
  let told = {};
  for (const [atMs, done] of steps) {
    now = atMs;
    told = estimate({ phase: 'embedding', done, total: 100 });
  }
  expect(told).toEqual(expected);
});
