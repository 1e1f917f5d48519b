/** Random memory directories with odd file names and any line ends: what repairs, consolidation and forgetting take out, and whether it comes back. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import fc from 'fast-check';

import type { Memdir } from '../../src/core/memdir.js';
import { createNoEmbedder } from '../../src/embed/no-embedder.js';
import { systemClock } from '../../src/node/clock.js';
import { createConsolidation } from '../../src/node/dream/consolidation.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { textHash } from '../../src/node/hash.js';
import { createRepairs } from '../../src/node/lint/repairs.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { createMemdir, DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import type { Row } from '../bench/measure.mjs';
import { stubPorts } from '../support/ports.js';
import { ODD_NAMES, randomIndex, statements } from '../support/random-index.js';
import type { Attack } from './main.mjs';

interface Sample {
  readonly index: string;
  readonly names: readonly string[];
  /** Which memories are forgotten, and in which order they are restored. */
  readonly forgotten: readonly number[];
  readonly restored: readonly number[];
}

const sampleOf: fc.Arbitrary<Sample> = fc
  .uniqueArray(fc.constantFrom(...ODD_NAMES), { minLength: 3, maxLength: 6 })
  .chain((odd) => {
    const names = [...odd, ...Array.from({ length: 8 }, (_, n) => `note-${n}.md`)];
    const targets = [...names, ...odd, 'gone.md', 'lost one.md', '[[gone]]'];
    return fc.record({
      index: randomIndex(targets, true),
      names: fc.constant(names),
      forgotten: fc.shuffledSubarray(
        names.map((_, n) => n),
        { minLength: 1, maxLength: 4 },
      ),
      restored: fc.shuffledSubarray(
        names.map((_, n) => n),
        { minLength: names.length, maxLength: names.length },
      ),
    });
  });

class Counts {
  readonly #of = new Map<string, { tried: number; bad: number; first?: string }>();

  add(what: string, bad: number, tried: number, example: string): void {
    const now = this.#of.get(what) ?? { tried: 0, bad: 0 };
    this.#of.set(what, {
      tried: now.tried + tried,
      bad: now.bad + bad,
      ...(bad > 0 ? { first: now.first ?? example } : now.first === undefined ? {} : { first: now.first }),
    });
  }

  rows(): Row[] {
    return [...this.#of].map(([what, { tried, bad, first }]) => ({
      what: `repairs: ${what}`,
      value: `${bad} of ${tried}${first === undefined ? '' : ` (${first.slice(0, 300)})`}`,
      target: '0',
      met: bad === 0,
    }));
  }
}

interface Bench {
  readonly memdir: Memdir;
  readonly store: string;
  readonly counts: Counts;
}

export async function repairsAttack({ seed, long }: Attack): Promise<Row[]> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'memdir-repairs-')));
  const store = join(dir, 'memory');
  await mkdir(store);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const home = join(dir, 'home');
  const shared = { env: {}, home, platform: process.platform, log };
  const memdir = createMemdir(
    {
      ...stubPorts(home),
      files: createFiles({ dataDir: dir }),
      roots: createRoots(shared),
      scope: { folders: [], directories: [store], trusted: true },
      index: await openSqliteIndex({ file: join(dir, 'index.db'), log }),
      embedder: createNoEmbedder(() => 'It is off.'),
      clock: systemClock,
      log,
      hash: textHash,
      repairs: createRepairs(dir),
      consolidation: createConsolidation({ ...shared, dataDir: dir }),
    },
    DEFAULT_SERVICE_SETTINGS,
  );
  const counts = new Counts();
  try {
    for (const sample of fc.sample(sampleOf, { seed, numRuns: long ? 2_000 : 150 }))
      await tryOne({ memdir, store, counts }, sample);
  } finally {
    await memdir.close();
    await rm(dir, { recursive: true, force: true });
  }
  return counts.rows();
}

async function tryOne(bench: Bench, sample: Sample): Promise<void> {
  await tryRepairs(bench, sample);
  await tryDream(bench, sample);
  await tryForgetting(bench, sample);
}

const memory = (name: string, n: number): string =>
  `---\nname: ${JSON.stringify(`memory ${n}`)}\ndescription: About subject ${n}\ntype: reference\n---\n\nText ${n} of ${JSON.stringify(name)} says thing ${n * 7}.\n`;

/** Writes the sample anew and answers the bytes of every file. */
async function begin({ store }: Bench, { index, names }: Sample): Promise<Map<string, string>> {
  for (const item of await readdir(store)) await rm(join(store, item), { recursive: true });
  for (const [n, name] of names.entries()) {
    await mkdir(dirname(join(store, name)), { recursive: true });
    await writeFile(join(store, name), memory(name, n));
  }
  await writeFile(join(store, 'MEMORY.md'), index);
  return await bytesIn(store);
}

async function bytesIn(store: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const item of await readdir(store, { recursive: true, withFileTypes: true })) {
    if (!item.isFile() || item.name === '.consolidate-lock') continue;
    const path = join(item.parentPath, item.name);
    found.set(path, await readFile(path, 'latin1'));
  }
  return found;
}

const differing = (before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): number =>
  [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path)).length;

const readIndex = async ({ store }: Bench): Promise<string> => await readFile(join(store, 'MEMORY.md'), 'utf8');

/** Counts the sentences that are gone, or that belong to another entry. */
function countLost({ counts }: Bench, what: string, before: string, now: string): void {
  const there = statements(now);
  const [all, example] = [statements(before), JSON.stringify(before)];
  const lost = all.filter(({ text }) => !there.some((each) => each.text === text));
  const moved = all.filter(
    ({ text, owner }) => owner !== undefined && there.some((each) => each.text === text && each.owner !== owner),
  );
  counts.add(`sentences lost by ${what}`, lost.length, all.length, example);
  counts.add(`sentences with another owner after ${what}`, moved.length, all.length, example);
}

async function tryRepairs(bench: Bench, sample: Sample): Promise<void> {
  const { memdir, store, counts } = bench;
  const before = await begin(bench, sample);
  const { id } = await memdir.repair({});
  const once = await bytesIn(store);
  countLost(bench, 'lint --fix', sample.index, await readIndex(bench));
  const again = await memdir.repair({});
  counts.add('files changed by a second lint --fix', differing(once, await bytesIn(store)), once.size, sample.index);
  if (again.id !== undefined) await memdir.undoRepairs(again.id);
  if (id === undefined) return;
  await memdir.undoRepairs(id);
  counts.add(
    'files not as before after lint --undo',
    differing(before, await bytesIn(store)),
    before.size,
    JSON.stringify(sample.index),
  );
}

async function tryDream(bench: Bench, sample: Sample): Promise<void> {
  const { memdir, store, counts } = bench;
  const before = await begin(bench, sample);
  const { proposals, digest } = await memdir.dream.plan({ force: true, model: false });
  if (proposals.length === 0) return;
  const { id } = await memdir.dream.apply(
    proposals.map((each) => each.id),
    digest,
  );
  countLost(bench, 'dream --apply', sample.index, await readIndex(bench));
  await memdir.dream.undo(id);
  counts.add(
    'files not as before after dream --undo',
    differing(before, await bytesIn(store)),
    before.size,
    JSON.stringify(sample.index),
  );
}

async function tryForgetting(bench: Bench, { forgotten, restored, ...sample }: Sample): Promise<void> {
  const { memdir, store, counts } = bench;
  const before = await begin(bench, { forgotten, restored, ...sample });
  const paths = forgotten.map((n) => join(store, sample.names[n] ?? ''));
  const done: string[] = [];
  for (const path of paths) if ((await memdir.forget({ id: path })).status === 'forgotten') done.push(path);
  countLost(bench, 'forget', sample.index, await readIndex(bench));
  for (const n of restored) {
    const path = join(store, sample.names[n] ?? '');
    if (done.includes(path)) await memdir.restore({ id: path });
  }
  counts.add(
    'files not as before after restore',
    differing(before, await bytesIn(store)),
    before.size,
    JSON.stringify(sample.index),
  );
}
