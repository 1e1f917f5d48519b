import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { MemoryFiles } from '../../src/core/ports/files.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { type Bench, memoryText, until, watcher, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

const LARGE = 1_000;
const names = async (memdir: Memdir): Promise<string[]> => (await memdir.list({ recent: 3 })).map(({ name }) => name);

/** Opens the engine beside a store of so many memories, and counts how often it is listed. */
async function openBeside(count: number, watch: boolean): Promise<{ memdir: Memdir; listed: () => number }> {
  for (let at = 0; at < count; at++)
    await bench.write(`m${at}.md`, memoryText({ name: `m${at}`, body: `Walrus ${at}.`, more: 'created: 2024-01-01' }));
  const files = createFiles({ dataDir: bench.dir });
  let listed = 0;
  const counting: MemoryFiles = {
    ...files,
    list: (store, signal) => {
      listed += 1;
      return files.list(store, signal);
    },
  };
  const memdir = await bench.open({ files: counting, ...(watch ? { events: watcher(bench.log) } : {}) });
  if (watch) await memdir.follow(() => undefined);
  await memdir.index({});
  return { memdir, listed: () => listed };
}

describe('lists beside a large store', () => {
  it('that is watched list it once, and have what this process wrote meanwhile', async () => {
    const { memdir, listed } = await openBeside(LARGE, true);
    await names(memdir);
    const before = listed();
    await Promise.all(Array.from({ length: 20 }, () => names(memdir)));
    expect(listed() - before).toBeLessThanOrEqual(2);
    await memdir.remember({ content: 'The kettle is descaled by the night shift.' });
    const after = listed();
    expect((await names(memdir))[0]).toContain('kettle');
    expect(listed() - after).toBeLessThanOrEqual(1);
  });

  it('that is watched have what another process wrote a moment later', async () => {
    const { memdir } = await openBeside(LARGE, true);
    await names(memdir);
    await writeFile(join(bench.store, 'other.md'), memoryText({ name: 'other', body: 'An ocelot.' }));
    await until('the memory of the other', async () => (await names(memdir))[0] === 'other');
  });

  it.each([
    ['that is not watched', LARGE, false],
    ['that is small', 20, true],
  ])('%s show the disk as it is', async (_, count, watch) => {
    const { memdir } = await openBeside(count, watch);
    await names(memdir);
    await writeFile(join(bench.store, 'other.md'), memoryText({ name: 'other', body: 'An ocelot.' }));
    expect((await names(memdir))[0]).toBe('other');
  });
});
