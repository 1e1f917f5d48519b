/** A decision that was taken back and is made once more; what was decided, listed. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { DraftDecision, OfferedDraft } from '../../src/core/results.js';
import { CACHE, idOf, inboxOfEachTest, offered, QUEUE } from '../support/drafts.js';
import { type Bench, memoryText } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
const open = inboxOfEachTest((opened, inbox) => ([bench, memdir] = [opened, inbox]));

const ID = idOf(1);
const files = async (): Promise<string[]> => (await readdir(bench.store)).sort();
const text = (path: string): Promise<string> => readFile(join(bench.store, path), 'utf8');
async function decided(decision: DraftDecision, id = ID): Promise<string> {
  const [result] = await memdir.inbox.decide([id], decision);
  return result?.path?.slice(bench.store.length + 1) ?? '';
}

describe('accepting again after an undo', () => {
  it.each<[string, DraftDecision, Partial<OfferedDraft>]>([
    ['accept', { do: 'accept' }, {}],
    ['accept of an update', { do: 'accept' }, { updates: 'gallery' }],
    ['merge', { do: 'merge', into: 'gallery' }, {}],
    ['supersede', { do: 'supersede', memory: 'gallery' }, {}],
  ])('%s: restores the same file byte for byte with its entry, repeatedly', async (_what, decision, more) => {
    await bench.write(
      'gallery.md',
      memoryText({ name: 'gallery', body: 'The gallery shows thumbnails of 200 pixels.' }),
    );
    await bench.write(
      'MEMORY.md',
      '# Memory\n\n- [Gallery](gallery.md) — thumbnails\n\n## Other\n\n- [Away](https://example.com) — elsewhere\n',
    );
    await memdir.inbox.offer([offered(1, CACHE, more)]);
    const path = await decided(decision);
    const saved = [await text(path), await text('MEMORY.md'), await files()];
    for (let times = 1; times <= 3; times++) {
      memdir = await open();
      await memdir.inbox.decide([ID], { do: 'undo' });
      if (times === 2) {
        // Another decision in between does not make it forget its file.
        await memdir.inbox.decide([ID], { do: 'reject' });
        await memdir.inbox.decide([ID], { do: 'undo' });
      }
      expect(await decided(decision)).toBe(path);
      expect([await text(path), await text('MEMORY.md'), await files()]).toEqual(saved);
    }
    await memdir.inbox.decide([ID], { do: 'undo' });
    expect((await memdir.inbox.list()).drafts.map(({ id }) => id)).toEqual([ID]);
    expect(await text(path)).toContain('deleted_at: ');
  });

  it('overwrites the first file with an edited draft', async () => {
    await memdir.inbox.offer([offered(1, CACHE, { name: 'cache' })]);
    const path = await decided({ do: 'accept' });
    await memdir.inbox.decide([ID], { do: 'undo' });
    await memdir.inbox.edit(ID, { body: 'The image cache is cleared at logout since version 4.', type: 'decision' });
    expect(await decided({ do: 'accept' })).toBe(path);
    expect(await files()).toEqual(['MEMORY.md', path]);
    expect(await text(path)).toContain('since version 4');
    expect(await text(path)).not.toMatch(/deleted_at|foreign thumbnails/);
    expect((await text('MEMORY.md')).trim().split('\n')).toHaveLength(1);
    await memdir.inbox.decide([ID], { do: 'undo' });
    expect((await text('MEMORY.md')).trim()).toBe('');
  });

  it('restores an edited memory without overwriting it', async () => {
    await memdir.inbox.offer([offered(1, CACHE, { name: 'cache' })]);
    const path = await decided({ do: 'accept' });
    await writeFile(
      join(bench.store, path),
      (await text(path)).replace('description:', 'tags: [gallery]\ndescription:'),
    );
    await memdir.inbox.decide([ID], { do: 'undo' });
    expect(await decided({ do: 'accept' })).toBe(path);
    expect(await text(path)).toContain('tags: [gallery]');
    await memdir.inbox.decide([ID], { do: 'undo' });
    await memdir.inbox.edit(ID, { body: 'The image cache is cleared at logout since version 4.' });
    expect(await decided({ do: 'accept' })).toBe('cache-2.md');
    expect(await text(path)).toMatch(/tags: \[gallery\][^]*foreign thumbnails/);
  });

  it('is a duplicate of another memory with the fact, and writes a missing file anew', async () => {
    await memdir.inbox.offer([offered(1, CACHE, { name: 'cache' }), offered(2, QUEUE, { name: 'queue' })]);
    const [cache, queue] = [await decided({ do: 'accept' }), await decided({ do: 'accept' }, idOf(2))];
    await memdir.inbox.decide([ID, idOf(2)], { do: 'undo' });
    await memdir.remember({ content: CACHE, name: 'foreign-thumbnails' });
    await rm(join(bench.store, queue));
    expect(await memdir.inbox.decide([ID, idOf(2)], { do: 'accept' })).toMatchObject([
      { status: 'duplicate' },
      { status: 'saved', path: join(bench.store, queue) },
    ]);
    expect(await text(cache)).toContain('deleted_at: ');
  });

  it('restores a memory that was forgotten by hand', async () => {
    await memdir.inbox.offer([offered(1, CACHE)]);
    const path = await decided({ do: 'accept' });
    await memdir.forget({ id: path });
    await memdir.inbox.decide([ID], { do: 'reopen' });
    expect(await decided({ do: 'accept' })).toBe(path);
    expect(await files()).toEqual(['MEMORY.md', path]);
  });
});

describe('decisions', () => {
  it('are listed, the latest first, with their batch, and undone as a batch or one by one', async () => {
    await memdir.inbox.offer([
      offered(1, CACHE, { name: 'cache' }),
      offered(2, QUEUE, { name: 'queue' }),
      offered(3, 'Backups of the shop are kept for a week.', { name: 'backups' }),
    ]);
    await memdir.inbox.decide([idOf(3)], { do: 'reject' });
    await memdir.inbox.decide([idOf(1)], { do: 'accept' }, undefined, 'both');
    await memdir.inbox.decide([idOf(2)], { do: 'never' }, undefined, 'both');
    memdir = await open();
    const all = await memdir.inbox.listDecided();
    expect(all.map(({ name, how, act }) => [name, how, act === 'both'])).toEqual([
      ['queue', 'never', true],
      ['cache', 'accepted', true],
      ['backups', 'rejected', false],
    ]);
    expect(all[1]?.memory).toMatch(/cache\.md$/);
    expect(Math.abs(Date.parse(all[0]?.at ?? '') - Date.now())).toBeLessThan(600_000);
    // Those of the last act are told whatever the number.
    expect(await memdir.inbox.listDecided({ most: 1 })).toHaveLength(2);
    await memdir.inbox.decide([idOf(1)], { do: 'undo' });
    expect((await memdir.inbox.listDecided()).map(({ name }) => name)).toEqual(['queue', 'backups']);
    await memdir.inbox.decide([idOf(2), idOf(3)], { do: 'undo' });
    expect(await memdir.inbox.listDecided()).toEqual([]);
    expect((await memdir.inbox.list()).drafts).toHaveLength(3);
  });
});
