/** A long inbox: drafts beyond those that one list embeds. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { Embedder } from '../../src/core/ports/embedder.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { leaveDrafts, sentences } from '../support/drafts.js';
import { type Bench, memoryText, until, watcher, withStore } from '../support/service.js';

let bench: Bench;
let embedded: string[];
withStore({}, (opened) => {
  bench = opened;
  embedded = [];
});

/** By the words of a text, so that the same text means the same. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(64);
  for (const word of text.toLowerCase().split(/[^a-z0-9]+/)) {
    const at = [...word].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 64, 7);
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / (length || 1));
}

const embedder = (): Embedder => ({
  model: {
    id: 'words',
    dimensions: 64,
    vectorWeight: 1,
    lateWeight: 0,
    languages: ['*'],
    related: 0.6,
    duplicate: 0.97,
  },
  state: () => ({ state: 'ready', backend: 'native' }),
  embed: (texts) => {
    embedded.push(...texts);
    return Promise.resolve(texts.map(vectorOf));
  },
  close: () => Promise.resolve(),
});

const open = (more: Parameters<Bench['open']>[0] = {}): Promise<Memdir> =>
  bench.open({ drafts: createDrafts({ dataDir: bench.dir, log: bench.log }), embedder: embedder(), ...more });
const drafted = (): number =>
  new Set(sentences(120).filter((sentence) => embedded.some((text) => text.includes(sentence)))).size;

it('each list embeds a limited number of drafts, until all are compared by vectors', async () => {
  await bench.write('note.md', memoryText({ name: 'note', body: 'Something else.' }));
  const memdir = await open();
  await leaveDrafts(bench.dir, 120, bench.dir);
  const counts: number[] = [];
  for (let at = 0; at < 4; at++) {
    await memdir.inbox.list();
    counts.push(drafted());
  }
  expect(counts).toEqual([50, 100, 120, 120]);
});

it('with a watcher all drafts are embedded in the background, and the watcher is notified', async () => {
  const [last = ''] = sentences(120).slice(-1);
  await bench.write('note.md', memoryText({ name: 'note', body: last.replace('fail', 'do fail') }));
  const memdir = await open({ events: watcher(bench.log) });
  await memdir.index({});
  await leaveDrafts(bench.dir, 70, bench.dir);
  let told = 0;
  const stop = memdir.inbox.watch(() => void told++);
  await memdir.inbox.list();
  expect(drafted()).toBe(50);
  told = 0;
  await until('all drafts have vectors', () => drafted() === 70);
  await until('it is told', () => told > 0);
  await stop();
});

it('background embedding pauses while the user searches', async () => {
  const memdir = await open({ events: watcher(bench.log) });
  await leaveDrafts(bench.dir, 60, bench.dir);
  const stop = memdir.inbox.watch(() => undefined);
  await memdir.inbox.list();
  const before = drafted();
  for (let at = 0; at < 15; at++) {
    await memdir.search({ query: `port ${at}` });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(drafted()).toBe(before);
  await until('all drafts have vectors', () => drafted() === 60);
  await stop();
});

it('background embedding stops with the last watcher', async () => {
  const memdir = await open({ events: watcher(bench.log) });
  await leaveDrafts(bench.dir, 60, bench.dir);
  const stop = memdir.inbox.watch(() => undefined);
  await memdir.inbox.list();
  await stop();
  const before = drafted();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(drafted()).toBe(before);
});

it('background embedding gives up on a model that embeds nothing', async () => {
  let asked = 0;
  const failing: Embedder = {
    ...embedder(),
    embed: () => Promise.reject(new Error(`The model broke ${asked++} times.`)),
  };
  const memdir = await open({ events: watcher(bench.log), embedder: failing });
  const later = new Date(Date.now() + 86_400_000);
  for (const id of await leaveDrafts(bench.dir, 60, bench.dir))
    await utimes(join(bench.dir, 'inbox', `${id}.md`), later, later);
  const stop = memdir.inbox.watch(() => undefined);
  await memdir.inbox.list();
  await until('it gives up', () => bench.log.lines.some((line) => line.includes('returned no vectors')));
  const before = asked;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(asked).toBe(before);
  await stop();
});
