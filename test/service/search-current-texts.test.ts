/** What is shown of a hit is the text of its file, not of the index. */
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { IndexStore } from '../../src/core/ports/index-store.js';
import { createSessions } from '../../src/node/inject/sessions.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

const NOW = Date.UTC(2026, 5, 1, 12);
const budget = (number: string, before = ''): string =>
  memoryText({
    name: 'budget',
    description: 'How often calls are repeated',
    body: `${before}The retry budget is ${number}.`,
  });

beforeEach(async () => {
  await bench.write('budget.md', budget('three'));
  await bench.write('other.md', memoryText({ name: 'other', body: 'Nothing of it.' }));
});

/** Changes a file without a trace in size and time. */
async function change(path: string, text: string): Promise<void> {
  const file = join(bench.store, path);
  const { atime, mtime, size } = await stat(file);
  await writeFile(file, text);
  await utimes(file, atime, mtime);
  expect((await stat(file)).size).toBe(size);
}

/** An index that takes no changes any more once it is `full`. */
async function fillable(): Promise<{ readonly index: IndexStore; full: boolean }> {
  const opened = await openSqliteIndex({ file: join(bench.dir, 'index.db'), log: bench.log });
  const state = {
    full: false,
    index: new Proxy(opened, {
      get: (target, key) => {
        const method = Reflect.get(target, key) as (...values: unknown[]) => unknown;
        return key === 'apply' && state.full
          ? () => Promise.reject(new Error('The disk is full.'))
          : (...values: unknown[]) => method.apply(target, values);
      },
    }),
  };
  return state;
}

describe('a hit', () => {
  it('shows a text of the same size and time as before', async () => {
    const memdir = await bench.open({ clock: { now: () => NOW } });
    expect((await memdir.search({ query: 'retry budget' })).hits[0]?.snippet).toContain('three');
    await change('budget.md', budget('seven'));
    expect((await memdir.search({ query: 'retry budget' })).hits[0]?.snippet).toContain('seven');
  });

  it('shows the text of its file with the line of it where the index cannot be brought up to date, and nothing of a file that is gone', async () => {
    const state = await fillable();
    const memdir = await bench.open({ index: state.index, clock: { now: () => NOW } });
    const first = (await memdir.search({ query: 'retry budget' })).hits[0];
    state.full = true;
    await bench.write('budget.md', budget('nine', 'Of late it changed.\n\n'));
    const [hit] = (await memdir.search({ query: 'retry budget' })).hits;
    expect(hit).toMatchObject({ snippet: 'The retry budget is nine.', line: (first?.line ?? 0) + 2, id: first?.id });
    await bench.remove('budget.md');
    expect(await memdir.search({ query: 'retry budget' })).toMatchObject({ hits: [], confidence: 'none' });
  });

  it('is left out once its memory is forgotten, and masked where its file has a secret by now', async () => {
    const state = await fillable();
    const memdir = await bench.open({ index: state.index, clock: { now: () => NOW } });
    await memdir.search({ query: 'retry budget' });
    state.full = true;
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    await bench.write('budget.md', budget('nine', `The retry budget needs ${token}.\n`));
    expect(JSON.stringify(await memdir.search({ query: 'retry budget' }))).not.toContain(token);
    const forgotten = memoryText({
      name: 'budget',
      body: 'The retry budget.',
      more: 'deleted_at: 2026-01-01T00:00:00Z',
    });
    await bench.write('budget.md', forgotten);
    expect((await memdir.search({ query: 'retry budget' })).hits).toEqual([]);
  });

  it('gives an agent no text that its file no longer has', async () => {
    const memdir = await bench.open({
      clock: { now: () => NOW },
      sessions: createSessions({ dataDir: bench.dir, log: bench.log }),
    });
    const prompt = 'the retry budget of calls';
    const given = async (session: string): Promise<string> =>
      (await memdir.inject({ prompt, session, deadline: 60_000 })).text;
    expect(await given('a')).toContain('three');
    await change('budget.md', budget('seven'));
    expect(await given('b')).not.toContain('three');
    expect(await given('c')).toContain('seven');
  });
});
