import { utimesSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { createFileEvents } from '../../src/node/files/watch.js';
import { tempFolder } from './support.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Watches and lets a test wait for the next hint after something was done. */
function watching(path: string): { after(act: () => Promise<unknown>): Promise<string> } {
  let heard: (path: string) => void = () => undefined;
  stops.push(createFileEvents(silent).watch([path], (store) => heard(store)));
  return {
    after: async (act) => {
      // Starting takes a moment of its own and is not announced: the deed is repeated until it is heard.
      const hint = new Promise<string>((resolve) => (heard = resolve));
      let done = false;
      void hint.then(() => (done = true));
      while (!done) {
        await act();
        await Promise.race([hint, new Promise((resolve) => setTimeout(resolve, 300))]);
      }
      return hint;
    },
  };
}

describe('watching a store', () => {
  it('reports a change in a sub-folder', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'logs', '2026', '01'), { recursive: true });
    let count = 0;
    expect(
      await watching(folder).after(() => writeFile(join(folder, 'logs', '2026', '01', 'day.md'), `${count++}`)),
    ).toBe(folder);
  });

  it('reports a file that is written with the size and the times that it had', async () => {
    const folder = await tempFolder();
    const file = join(folder, 'a.md');
    await writeFile(file, '0');
    await utimes(file, 1_700_000_000, 1_600_000_000);
    const watched = watching(folder);
    await watched.after(() => writeFile(join(folder, 'b.md'), `${Math.random()}`));
    // The events of the other file have ended.
    await new Promise((resolve) => setTimeout(resolve, 300));
    let count = 0;
    const replace = async (): Promise<void> => {
      // In one step: the watcher of this process sees the file afterwards only.
      writeFileSync(file, `${count++ % 10}`);
      utimesSync(file, 1_700_000_000, 1_600_000_000);
    };
    expect(await watched.after(replace)).toBe(folder);
  });

  it('ignores other changes in the parent folders', async () => {
    const around = await tempFolder();
    const store = join(around, 'projects', 'p', 'memory');
    await mkdir(store, { recursive: true });
    const watched = watching(store);
    await watched.after(() => writeFile(join(store, 'a.md'), `${Math.random()}`));
    let hints = 0;
    stops.push(createFileEvents(silent).watch([store], () => hints++));
    for (const folder of [around, join(around, 'projects'), join(around, 'projects', 'p')]) {
      await mkdir(join(folder, 'another'));
      await writeFile(join(folder, 'file.md'), 'text');
      await rm(join(folder, 'another'), { recursive: true });
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(hints).toBe(0);
  });

  it('reports a folder that is created, removed and created again (case 42)', async () => {
    const around = await tempFolder();
    const store = join(around, 'projects', 'p', 'memory');
    const watched = watching(store);
    const replace = async (): Promise<void> => {
      await rm(store, { recursive: true, force: true });
      await mkdir(store, { recursive: true });
    };
    expect(await watched.after(replace)).toBe(store);
    let count = 0;
    expect(await watched.after(() => writeFile(join(store, 'a.md'), `${count++}`))).toBe(store);
    // The folders above it go with everything in them, and come back.
    for (const folder of [join(around, 'projects', 'p'), join(around, 'projects')]) {
      expect(await watched.after(() => rename(folder, join(around, 'away')).catch(() => undefined))).toBe(store);
      expect(await watched.after(() => rename(join(around, 'away'), folder).catch(() => undefined))).toBe(store);
    }
    await watched.after(async () => {
      if (count++ % 2 === 0) await rename(store, join(around, 'away')).catch(() => undefined);
      else await rename(join(around, 'away'), store).catch(() => undefined);
    });
  });
});
