/** Searches while the vectors of many memories are being made. */
import { expect, it } from 'vitest';

import { type Bench, memoryText, realEmbedder, until, withStore } from '../support/service.js';

let bench: Bench;
withStore(
  Object.fromEntries(
    Array.from({ length: 120 }, (_, at) => [
      `shelf-${at}.md`,
      memoryText({
        name: `shelf ${at}`,
        description: `what is on shelf ${at}`,
        body: `Crates of ${['wine', 'screws', 'paper', 'paint'][at % 4]}. `.repeat(12),
      }),
    ]),
  ),
  (opened) => (bench = opened),
);

it('are answered with the vectors that are there, by a question that goes first', async () => {
  const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
  const first = await memdir.search({ query: 'shelf 12', vectorTimeoutMs: 60_000 });
  expect(first.hits[0]).toMatchObject({ name: 'shelf 12' });
  expect(first.settling).toBe(true);
  await until('some vectors', () => {
    const status = memdir.status();
    return status.kind === 'indexing' && status.phase === 'embedding' && status.done > 0;
  });
  const during = await memdir.search({ query: 'shelf 12', vectorTimeoutMs: 60_000 });
  // Files that were written a moment ago are read once more by each search.
  expect(memdir.status()).toMatchObject({ kind: 'indexing' });
  expect(during).toMatchObject({ mode: 'hybrid', settling: true, notice: expect.stringMatching(/so far/) as string });
  await memdir.index({});
  const after = await memdir.search({ query: 'shelf 12', vectorTimeoutMs: 60_000 });
  expect(after).toMatchObject({ mode: 'hybrid', settling: false });
  expect(after.notice).toBeUndefined();
});

it('wait for the vectors of a memory that was just written', async () => {
  const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
  await memdir.index({});
  await bench.write('new.md', memoryText({ name: 'holiday', description: 'when the office is closed' }));
  const found = await memdir.search({ query: 'when is nobody at work', vectorTimeoutMs: 60_000, limit: 100 });
  expect(found.notice).toBeUndefined();
  expect(found.settling).toBe(false);
});
