/** The inbox on read-only and full disks. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { CACHE, idOf, offered, QUEUE } from '../support/drafts.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
const drafts = () => createDrafts({ dataDir: bench.dir, log: bench.log });
const mounted: string[] = [];
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open({ drafts: drafts() });
});
afterEach(() => {
  for (const folder of mounted.splice(0)) execFileSync('umount', [folder]);
});

const ID = idOf(1);
const waiting = async (): Promise<readonly string[]> => (await memdir.inbox.list()).drafts.map(({ id }) => id);
const text = (path: string): Promise<string> => readFile(join(bench.store, path), 'utf8');

const mount = (folder: string, options: string): void =>
  void execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);

/** Only a superuser on Linux mounts, and not in every container. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'memdir-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.runIf(canMount())('a disk of its own', () => {
  const GALLERY = memoryText({ name: 'gallery', body: 'The gallery shows thumbnails of 200 pixels.' });
  const INDEX = '- [Gallery](gallery.md) — thumbnails\n';
  function disk(folder: string, options: string): void {
    mkdirSync(folder, { recursive: true });
    mount(folder, options);
    mounted.push(folder);
  }
  async function store(options: string): Promise<void> {
    disk(bench.store, options);
    await bench.write('gallery.md', GALLERY);
    await bench.write('MEMORY.md', INDEX);
    await memdir.inbox.offer([offered(1, CACHE)]);
  }
  const unchanged = async (): Promise<void> => {
    expect((await readdir(bench.store)).filter((name) => name !== 'filler').sort()).toEqual([
      'MEMORY.md',
      'gallery.md',
    ]);
    expect([await text('MEMORY.md'), await text('gallery.md')]).toEqual([INDEX, GALLERY]);
    expect(await waiting()).toEqual([ID]);
  };

  it.each([{ do: 'accept' }, { do: 'merge', into: 'gallery' }, { do: 'supersede', memory: 'gallery' }] as const)(
    'read-only, $do: is rejected with a reason and keeps the draft, and works once writable',
    async (decision) => {
      await store('size=1m');
      execFileSync('mount', ['-o', 'remount,ro', bench.store]);
      await expect(memdir.inbox.decide([ID], decision)).rejects.toMatchObject({
        code: 'read-only',
        message: expect.stringContaining('read-only') as string,
      });
      await unchanged();
      execFileSync('mount', ['-o', 'remount,rw', bench.store]);
      expect(await memdir.inbox.decide([ID], decision)).toMatchObject([
        { status: expect.stringMatching(/saved|updated/) as string },
      ]);
      execFileSync('mount', ['-o', 'remount,ro', bench.store]);
      await expect(memdir.inbox.decide([ID], { do: 'undo' })).rejects.toMatchObject({ code: 'read-only' });
      expect(await waiting()).toEqual([]);
      execFileSync('mount', ['-o', 'remount,rw', bench.store]);
      expect(await memdir.inbox.decide([ID], { do: 'undo' })).toMatchObject([{ status: 'reopened' }]);
      expect([await text('MEMORY.md'), await text('gallery.md')]).toEqual([INDEX, GALLERY]);
    },
  );

  it('read-only: drafts list related memories, and new drafts are made', async () => {
    await store('size=1m');
    execFileSync('mount', ['-o', 'remount,ro', bench.store]);
    expect(
      await memdir.inbox.offer([offered(2, 'The gallery shows thumbnails of 300 pixels.')], {
        autoAccept: ['failure'],
      }),
    ).toMatchObject([{ status: 'waiting' }]);
    expect((await memdir.inbox.list()).drafts).toMatchObject([
      { id: ID, related: [] },
      { id: idOf(2), related: [{ name: 'gallery', contradicts: true }] },
    ]);
    await expect(memdir.inbox.decide([idOf(2)], { do: 'accept' })).rejects.toMatchObject({
      code: 'read-only',
      message: expect.stringContaining('Make it writable') as string,
    });
  });

  it('full: nothing is saved and no partial file is left; the draft can be accepted with free space', async () => {
    await store('size=64k');
    await writeFile(join(bench.store, 'filler'), 'x'.repeat(1_000_000)).catch(() => undefined);
    await expect(memdir.inbox.decide([ID], { do: 'accept' })).rejects.toMatchObject({
      message: expect.stringMatching(/full|no space/i) as string,
    });
    await unchanged();
    await rm(join(bench.store, 'filler'));
    expect(await memdir.inbox.decide([ID], { do: 'accept' })).toMatchObject([{ status: 'saved' }]);
  });

  it('full after the memory: the memory is saved and its missing entry reported', async () => {
    await store('size=64k');
    // Sixteen pages of 4 KB, two of them taken. Room for one more: the memory. A few bytes of the entry still fit into the page of the index.
    const index = `# ${'x'.repeat(4_086 - INDEX.length)}\n${INDEX}`;
    await writeFile(join(bench.store, 'MEMORY.md'), index);
    await writeFile(join(bench.store, 'filler'), 'x'.repeat(13 * 4_096));
    const [result] = await memdir.inbox.decide([ID], { do: 'accept' });
    expect(result).toMatchObject({
      status: 'saved',
      reason: expect.stringContaining('MEMORY.md wasn’t changed') as string,
    });
    expect(await text('MEMORY.md')).toBe(index);
    expect(await waiting()).toEqual([]);
  });

  it('full for drafts: a saved memory stays, and nothing is lost', async () => {
    disk(join(bench.dir, 'inbox'), 'size=64k');
    await memdir.inbox.offer([offered(1, CACHE), offered(2, QUEUE)]);
    await writeFile(join(bench.dir, 'inbox', 'filler'), 'x'.repeat(1_000_000)).catch(() => undefined);
    expect(await memdir.inbox.decide([ID], { do: 'accept' })).toMatchObject([{ status: 'saved' }]);
    await expect(memdir.inbox.decide([idOf(2)], { do: 'never' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Nothing is lost') as string,
    });
    expect(await waiting()).toContain(idOf(2));
    await expect(memdir.inbox.offer([offered(3, 'Backups of the shop are kept for a week.')])).rejects.toMatchObject({
      code: 'unavailable',
    });
    await rm(join(bench.dir, 'inbox', 'filler'));
    if ((await waiting()).includes(ID))
      expect(await memdir.inbox.decide([ID], { do: 'accept' })).toMatchObject([{ status: 'duplicate' }]);
    expect(await memdir.inbox.decide([idOf(2)], { do: 'never' })).toMatchObject([{ status: 'rejected' }]);
    expect((await readdir(bench.store)).filter((name) => name !== 'MEMORY.md')).toHaveLength(1);
  });
});
