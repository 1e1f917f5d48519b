import { expect, it } from 'vitest';

import type { IndexStore } from '../../src/core/ports/index-store.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { type Bench, memoryText, noEmbedder, PATIENT, realEmbedder, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

/** The index, and the names of the methods that are called on it. */
async function recordingIndex(): Promise<{ readonly index: IndexStore; readonly calls: string[] }> {
  const calls: string[] = [];
  const index = new Proxy(await openSqliteIndex({ file: `${bench.dir}/index.db`, log: bench.log }), {
    get: (target, key) => {
      const method = Reflect.get(target, key) as (...values: unknown[]) => unknown;
      return (...values: unknown[]) => {
        calls.push(String(key));
        return method.apply(target, values);
      };
    },
  });
  return { index, calls };
}

const fill = async (): Promise<void> => {
  await bench.write(
    'ship.md',
    memoryText({ name: 'ship', description: 'Releases go out on Tuesdays', more: 'supersedes: sail' }),
  );
  await bench.write('sail.md', memoryText({ name: 'sail', description: 'Releases go out on Fridays' }));
  await bench.write('night.md', memoryText({ name: 'night', description: 'Prefers dark colours in the editor' }));
};

it.each([
  ['keyword and semantic search', true, 'when are releases', ['words', 'meaning', 'present']],
  ['words alone', false, 'when are releases', ['words', 'present']],
  ['a beginning', false, 'relea', ['words', 'present']],
  ['no hit', false, 'zebra', ['words']],
  ['filters alone', false, 'type:project', ['newest', 'present']],
])('asks the index at most three times for a question: %s', async (_, withModel, query, expected) => {
  await fill();
  const { index, calls } = await recordingIndex();
  // The clock stands still: on a busy machine the index would be compared with the files again in between.
  const nowMs = Date.now();
  const embedder = withModel ? realEmbedder(bench.log) : noEmbedder();
  const memdir = await bench.open({ index, embedder, clock: { now: () => nowMs } });
  await memdir.index({ embed: withModel });
  await memdir.search({ ...PATIENT, query });
  calls.length = 0;
  const { hits } = await memdir.search({ query, ...(withModel ? PATIENT : {}) });
  expect(hits.length > 0).toBe(query !== 'zebra');
  expect(calls.filter((name) => name !== 'health')).toEqual(expected);
});

it('fills the place of a hit that leaves the index between two of the questions', async () => {
  await fill();
  const { index } = await recordingIndex();
  const removed: string[] = [];
  const memdir = await bench.open({
    index: new Proxy(index, {
      get: (target, key) =>
        key === 'present'
          ? async (...values: Parameters<IndexStore['present']>) => {
              removed.push(...values[0].slice(0, 1));
              await target.apply({ remove: removed });
              return target.present(...values);
            }
          : (Reflect.get(target, key) as unknown),
    }),
  });
  await memdir.index({ embed: false });
  const { hits } = await memdir.search({ query: 'releases', limit: 1, skipRefresh: true });
  expect(removed).toHaveLength(1);
  expect(hits).toHaveLength(1);
  expect(hits[0]?.id).not.toBe(removed[0]);
});
