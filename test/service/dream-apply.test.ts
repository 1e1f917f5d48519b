/** Applying and undoing a consolidation, through the service on real files. */
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { MemdirError } from '../../src/core/errors.js';
import type { MemoryFiles } from '../../src/core/ports/files.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { randomText } from '../core/random-text.js';
import {
  applyAll,
  datedMemory,
  dreamStoreOfEachTest,
  HOUR_MS,
  kindsOf,
  NOW,
  planDream,
} from '../support/dream-store.js';
import type { Bench } from '../support/service.js';

let bench: Bench;
const { open, lock, fill, setLastConsolidation, texts } = dreamStoreOfEachTest((opened) => (bench = opened));

describe('a consolidation', () => {
  beforeEach(fill);

  it('writes the shown texts, sets the time of the last consolidation, and can be undone to the byte', async () => {
    const memdir = await open();
    const before = await texts();
    const plan = await planDream(memdir);
    expect(await texts(), 'A plan writes nothing.').toEqual(before);
    expect(existsSync(lock())).toBe(false);
    const report = await applyAll(memdir, plan);
    const after = await texts();
    expect(after['nightly.md']).toBe(`${before['nightly.md']}\n- Owner of the job is the data team.\n`);
    expect(after['export.md']).toContain('superseded_by: "nightly.md"');
    expect(after['MEMORY.md']).toBe(
      `${before['MEMORY.md']?.replace('- [export](export.md) — export', '- [Nightly](nightly.md) — nightly').replace('- [Gone](gone.md) — lost\n', '')}- [Hosts](hosts.md) — hosts\n`,
    );
    expect(report.files.map((file) => file.slice(bench.store.length + 1)).sort()).toEqual([
      'MEMORY.md',
      'export.md',
      'nightly.md',
    ]);
    expect(await readFile(lock(), 'utf8')).toBe('');
    expect(kindsOf(await planDream(memdir))).toEqual([]);
    expect(await memdir.dream.undo('last')).toEqual({ id: report.id, restored: 3, left: [] });
    expect(await texts()).toEqual(before);
    await expect(memdir.dream.undo(report.id)).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('restores the former time on undo, unless the store was consolidated again', async () => {
    const memdir = await open();
    await applyAll(memdir, await planDream(memdir));
    expect(existsSync(lock())).toBe(true);
    await memdir.dream.undo('last');
    expect(existsSync(lock()), 'It was never consolidated.').toBe(false);
    await setLastConsolidation(30 * HOUR_MS);
    const before = (await stat(lock())).mtimeMs;
    await applyAll(memdir, await planDream(memdir));
    expect((await stat(lock())).mtimeMs).toBeGreaterThan(before);
    await memdir.dream.undo('last');
    expect((await stat(lock())).mtimeMs).toBeCloseTo(before, 0);
    await applyAll(memdir, await planDream(memdir));
    await setLastConsolidation(2 * HOUR_MS);
    const since = (await stat(lock())).mtimeMs;
    await memdir.dream.undo('last');
    expect((await stat(lock())).mtimeMs).toBeCloseTo(since, 0);
  });

  it('of selected proposals leaves the other files unchanged', async () => {
    const memdir = await open();
    const before = await texts();
    const { proposals, digest } = await planDream(memdir);
    const dead = proposals.find(({ title }) => title.startsWith('Remove 1 broken link'));
    await memdir.dream.apply([dead?.id ?? ''], digest);
    expect(await texts()).toEqual({
      ...before,
      'MEMORY.md': before['MEMORY.md']?.replace('- [Gone](gone.md) — lost\n', ''),
    });
    expect(kindsOf(await planDream(memdir))).toEqual(['index', 'duplicate']);
  });

  it('ends between two proposals when its plan is cancelled', async () => {
    for (let at = 0; at < 40; at++)
      for (const day of ['01', '02'])
        await bench.write(
          `x${at}-${day}.md`,
          datedMemory(
            `x${at}-${day}`,
            `2026-02-${day}`,
            `The export ${at} writes parquet files to archive ${at * 31}.`,
          ),
        );
    // Each look at the clock takes long enough that others get their turn.
    let looks = 0;
    let last = Infinity;
    const stop = new AbortController();
    const memdir = await open({ clock: { now: () => (++looks >= last && stop.abort(), NOW + looks * 10) } });
    const { proposals } = await planDream(memdir);
    expect(proposals.filter(({ kind }) => kind === 'duplicate').length).toBeGreaterThan(40);
    const all = looks;
    looks = 0;
    await planDream(memdir);
    last = looks - 10;
    looks = 0;
    await expect(memdir.dream.plan({ force: true }, stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
    expect(all).toBeGreaterThan(80);
  });

  it('gives proposals the same ids as long as the files are unchanged', async () => {
    const ids = async (): Promise<string[]> => (await planDream(await open())).proposals.map(({ id }) => id);
    expect(await ids()).toEqual(await ids());
  });

  it('updates search to the new memory', async () => {
    const memdir = await open();
    await applyAll(memdir);
    const { hits } = await memdir.search({ query: 'nightly export parquet archive owner' });
    expect(hits.map(({ path }) => path)).toEqual([join(bench.store, 'nightly.md')]);
  });

  it.each([
    ['a memory that takes part', 'nightly.md'],
    ['a source', 'export.md'],
    ['the index', 'MEMORY.md'],
  ])('writes nothing when %s changed since the plan', async (_, path) => {
    const memdir = await open();
    const plan = await planDream(memdir);
    await writeFile(join(bench.store, path), `More.\n${await readFile(join(bench.store, path), 'utf8')}`);
    const before = await texts();
    await expect(applyAll(memdir, plan)).rejects.toMatchObject({
      code: 'changed-on-disk',
      message: expect.stringContaining(`${path} changed`) as string,
    });
    expect(await texts()).toEqual(before);
    expect(existsSync(lock())).toBe(false);
  });

  it('keeps entries that were added to the index since the plan', async () => {
    const memdir = await open();
    const plan = await planDream(memdir);
    await appendFile(join(bench.store, 'MEMORY.md'), '- [New](api.md) — by an agent\n');
    await applyAll(memdir, plan);
    const index = (await texts())['MEMORY.md'];
    expect(index).toContain('- [New](api.md) — by an agent\n');
    expect(index).not.toContain('gone.md');
  });

  it('is applied after an unrelated file changed', async () => {
    const memdir = await open();
    const plan = await planDream(memdir);
    await bench.write('api.md', datedMemory('api', '2026-03-02', 'Something new about the api.'));
    await bench.write('fresh.md', datedMemory('fresh', '2026-03-02', 'Something fresh.'));
    await applyAll(memdir, plan);
    expect((await texts())['api.md']).toContain('Something new');
  });

  it('refuses ids that are not in the plan, an empty selection, and an unknown plan', async () => {
    const memdir = await open();
    const { digest } = await planDream(memdir);
    await expect(memdir.dream.apply(['0123456789ab'], digest)).rejects.toMatchObject({ code: 'bad-input' });
    await expect(memdir.dream.apply([], digest)).rejects.toMatchObject({ code: 'bad-input' });
    await expect(memdir.dream.apply(['0123456789ab'], 'unknown')).rejects.toMatchObject({ code: 'changed-on-disk' });
  });

  it('is applied once when two run concurrently', async () => {
    const [first, second] = [await open(), await open()];
    const plans = [await planDream(first), await planDream(second)] as const;
    const outcomes = await Promise.allSettled([applyAll(first, plans[0]), applyAll(second, plans[1])]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        code: 'changed-on-disk',
        message: expect.stringContaining('were consolidated in the meantime') as string,
      },
    });
    expect((await texts())['nightly.md']?.match(/Owner of the job/g)).toHaveLength(1);
  });

  it('restores files and time when one file cannot be written', async () => {
    await setLastConsolidation(48 * HOUR_MS);
    const { mtimeMs } = await stat(lock());
    const before = await texts();
    const files = createFiles({ dataDir: bench.dir });
    let left = 2;
    const full: MemoryFiles = {
      ...files,
      change: async (store, path, ...rest) =>
        left-- === 0
          ? await Promise.reject(new MemdirError('internal', `${path} couldn’t be written: the disk is full.`))
          : await files.change(store, path, ...rest),
    };
    const memdir = await open({ files: full });
    const plan = await planDream(memdir);
    await expect(applyAll(memdir, plan)).rejects.toThrow(
      'MEMORY.md couldn’t be written: the disk is full. All files are unchanged.',
    );
    expect(await texts()).toEqual(before);
    expect((await stat(lock())).mtimeMs).toBeCloseTo(mtimeMs, -1);
    await expect(memdir.dream.undo('last')).rejects.toMatchObject({ code: 'not-found' });
  });

  it.skipIf(process.platform === 'win32')(
    'of a file that is read-only changes nothing, and says what to do',
    async () => {
      const memdir = await open();
      const plan = await planDream(memdir);
      await chmod(join(bench.store, 'nightly.md'), 0o444);
      const before = await texts();
      await expect(applyAll(memdir, plan)).rejects.toMatchObject({
        code: 'read-only',
        message:
          'nightly.md is read-only. All files are unchanged. Make it writable, or leave out the proposals about it.',
      });
      expect(await texts()).toEqual(before);
    },
  );

  it('is not started when the former texts cannot be recorded', async () => {
    const memdir = await open();
    const plan = await planDream(memdir);
    await writeFile(join(bench.dir, 'dreams'), 'no folder');
    const before = await texts();
    await expect(applyAll(memdir, plan)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('couldn’t be kept') as string,
    });
    expect(await texts()).toEqual(before);
  });
});

describe('undo', () => {
  beforeEach(fill);

  it('keeps files changed since and reports them', async () => {
    const memdir = await open();
    const before = await texts();
    await applyAll(memdir);
    await writeFile(join(bench.store, 'nightly.md'), 'Rewritten by hand.\n');
    expect(await memdir.dream.undo('last')).toMatchObject({
      restored: 2,
      left: ['nightly.md was changed later and stays as it is.'],
    });
    expect(await texts()).toEqual({ ...before, 'nightly.md': 'Rewritten by hand.\n' });
  });

  it.skipIf(process.platform === 'win32')(
    'of a file that cannot be written now is done when it is asked for once more, and until then the consolidation counts',
    async () => {
      const memdir = await open();
      const before = await texts();
      const { id } = await applyAll(memdir);
      const { mtimeMs } = await stat(lock());
      await chmod(join(bench.store, 'nightly.md'), 0o444);
      expect(await memdir.dream.undo('last')).toMatchObject({
        restored: 2,
        left: [
          `nightly.md couldn’t be restored: nightly.md is read-only. Once it is writable, restore it with “memdir dream --undo ${id}”.`,
        ],
      });
      expect((await stat(lock())).mtimeMs).toBeCloseTo(mtimeMs, -1);
      await chmod(join(bench.store, 'nightly.md'), 0o644);
      expect(await memdir.dream.undo('last')).toMatchObject({ restored: 3, left: [] });
      expect(await texts()).toEqual(before);
      expect(existsSync(lock())).toBe(false);
      await expect(memdir.dream.undo('last')).rejects.toMatchObject({ code: 'not-found' });
    },
  );

  it.skipIf(process.platform === 'win32')(
    'in a directory that is read-only changes nothing, and says what to do',
    async () => {
      const memdir = await open();
      const plan = await planDream(memdir);
      const refused = {
        code: 'read-only',
        message: `${bench.store} is read-only, so nothing was changed. Make it writable and try again, or choose another memory directory.`,
      };
      const readOnly = async (work: () => Promise<unknown>): Promise<void> => {
        const before = [await texts(), await readdir(bench.store)];
        await chmod(bench.store, 0o555);
        await expect(work()).rejects.toMatchObject(refused);
        expect([await texts(), await readdir(bench.store)]).toEqual(before);
        await chmod(bench.store, 0o755);
      };
      await readOnly(async () => await applyAll(memdir, plan));
      const before = await texts();
      await applyAll(memdir, plan);
      await readOnly(async () => await memdir.dream.undo('last'));
      expect(await memdir.dream.undo('last')).toMatchObject({ left: [] });
      expect(await texts()).toEqual(before);
    },
  );

  it('finds no secret in what is kept, and says which text was not kept for that', async () => {
    const key = `ghp_${randomText(36)}`;
    const twice = `- [Hosts](hosts.md) — see ${key}\n`;
    await appendFile(join(bench.store, 'MEMORY.md'), `- [Other](other.md) — ${key}\n${twice}${twice}`);
    const memdir = await open();
    const before = await texts();
    const { id } = await applyAll(memdir);
    expect((await texts())['MEMORY.md']?.split(twice)).toHaveLength(2);
    for (const file of await readdir(join(bench.dir, 'dreams', id)))
      expect(await readFile(join(bench.dir, 'dreams', id, file), 'utf8')).not.toContain(key);
    expect((await memdir.dream.undo('last')).left).toEqual([
      'MEMORY.md was left as it is: the replaced text looked like a secret and wasn’t kept.',
    ]);
    // Where nothing that is replaced looks like one, a file with a secret comes back to the byte.
    expect((await texts())['nightly.md']).toBe(before['nightly.md']);
    await appendFile(join(bench.store, 'MEMORY.md'), '- [Lost](lost.md) — lost\n');
    const again = await texts();
    await applyAll(memdir);
    expect((await texts())['MEMORY.md']).not.toContain('lost.md');
    expect((await memdir.dream.undo('last')).left).toEqual([]);
    expect(await texts()).toEqual(again);
  });

  it('does not restore a file that was deleted since', async () => {
    const memdir = await open();
    await applyAll(memdir);
    await rm(join(bench.store, 'export.md'));
    expect((await memdir.dream.undo('last')).left).toEqual(['export.md no longer exists and wasn’t restored.']);
    expect(existsSync(join(bench.store, 'export.md'))).toBe(false);
  });

  it('removes created files and keeps them next to the record', async () => {
    for (const day of ['07', '08'])
      await bench.write(`logs/2026/03/2026-03-${day}.md`, `## Flaky tests\n- 10:00 On ${day} the login test waited.\n`);
    const memdir = await open();
    const before = await texts();
    const { id } = await applyAll(memdir);
    const made = (await texts())['flaky-tests.md'] ?? '';
    expect(made).toContain('- On 08 the login test waited. (2026-03-08)');
    expect(await memdir.dream.undo(id)).toMatchObject({ left: [] });
    expect(await texts()).toEqual(before);
    expect(await readFile(join(bench.dir, 'dreams', id, 'taken', 'flaky-tests.md'), 'utf8')).toBe(made);
  });

  it('keeps a new memory that was changed since', async () => {
    for (const day of ['07', '08'])
      await bench.write(`logs/2026/03/2026-03-${day}.md`, `## Flaky tests\n- 10:00 On ${day} the login test waited.\n`);
    const memdir = await open();
    await applyAll(memdir);
    await writeFile(join(bench.store, 'flaky-tests.md'), 'Mine now.\n');
    expect((await memdir.dream.undo('last')).left).toEqual(['flaky-tests.md was changed later and stays as it is.']);
  });

  it('resolves “last” among the stores in scope and reports an interrupted consolidation', async () => {
    const memdir = await open();
    const { id } = await applyAll(memdir);
    const record = join(bench.dir, 'dreams', id, 'dream.json');
    const elsewhere = join(bench.dir, 'elsewhere');
    await mkdir(elsewhere);
    const other = await open({ scope: { folders: [], directories: [elsewhere], trusted: true } });
    const after = await texts();
    await expect(other.dream.undo('last')).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('here') as string,
    });
    expect(await texts()).toEqual(after);
    // A later one in the other directory is not the last one of this.
    const later = '20990101T000000-abcdef';
    await mkdir(join(bench.dir, 'dreams', later));
    await writeFile(
      join(bench.dir, 'dreams', later, 'dream.json'),
      JSON.stringify({ version: 2, id: later, state: 'applied', storePath: elsewhere, titles: [], files: [] }),
    );
    await writeFile(record, (await readFile(record, 'utf8')).replace('"applied"', '"begun"'));
    expect((await memdir.dream.plan({ force: true, model: false })).notices).toEqual([
      expect.stringContaining(`--undo ${id}`),
    ]);
    expect((await memdir.dream.undo('last')).id).toBe(id);
    expect((await other.dream.undo('last')).id).toBe(later);
  });

  it.each(['../../etc', '20260101T000000-abcdef', ''])('rejects the unknown consolidation %j', async (id) => {
    await expect((await open()).dream.undo(id)).rejects.toMatchObject({ code: 'not-found' });
  });
});
