import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { CACHE, idOf, inboxOfEachTest, offered, origin, QUEUE } from '../support/drafts.js';
import { type Bench, memoryText } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
const open = inboxOfEachTest((opened, inbox) => ([bench, memdir] = [opened, inbox]));

const inbox = (path = ''): string => join(bench.dir, 'inbox', path);
const memories = async (): Promise<string[]> =>
  (await readdir(bench.store)).filter((name) => name !== 'MEMORY.md').sort();

describe('the inbox', () => {
  it('stores a draft outside every memory directory, readable by the user only, and saves no memory', async () => {
    expect(await memdir.inbox.offer([offered(1, CACHE)])).toEqual([{ id: idOf(1), status: 'waiting' }]);
    expect(await memories()).toEqual([]);
    expect((await stat(inbox(`${idOf(1)}.md`))).mode & 0o777).toBe(0o600);
    expect((await stat(inbox())).mode & 0o777).toBe(0o700);
    const { drafts } = await memdir.inbox.list();
    expect(drafts).toMatchObject([
      {
        id: idOf(1),
        type: 'failure',
        body: CACHE,
        description: CACHE,
        origin,
        path: inbox(`${idOf(1)}.md`),
        related: [],
      },
    ]);
  });

  it('accepts: writes the memory once, in the style of the store, with its entry', async () => {
    await bench.write('MEMORY.md', '# Memory\n');
    await bench.write(
      'failure_old.md',
      '---\nname: old\ndescription: d\ntype: failure\n---\nSomething else entirely.\n',
    );
    await memdir.inbox.offer([offered(1, CACHE)]);
    const [result] = await memdir.inbox.decide([idOf(1)], { do: 'accept' });
    expect(result).toMatchObject({ id: idOf(1), status: 'saved' });
    const written = await readFile(result?.path ?? '', 'utf8');
    expect(written).toMatch(/^---\nname: image-cache\S*\ndescription: .*\ntype: failure\n---\nThe image cache/);
    expect(await readFile(join(bench.store, 'MEMORY.md'), 'utf8')).toContain('— The image cache of the gallery');
    expect((await memdir.inbox.list()).drafts).toEqual([]);
    await expect(memdir.inbox.decide([idOf(1)], { do: 'accept' })).rejects.toMatchObject({ code: 'not-found' });
    expect(await memories()).toHaveLength(2);
  });

  it('saves one of two equal drafts, also with two processes at once', async () => {
    const drafts = createDrafts({ dataDir: bench.dir, log: bench.log });
    await memdir.inbox.offer([offered(1, CACHE)]);
    const text = await readFile(inbox(`${idOf(1)}.md`), 'utf8');
    await drafts.put(idOf(2), text);
    await drafts.put(idOf(3), text);
    const other = await open();
    const results = (
      await Promise.all([
        memdir.inbox.decide([idOf(1), idOf(2)], { do: 'accept' }),
        other.inbox.decide([idOf(3)], { do: 'accept' }),
      ])
    ).flat();
    expect(results.map(({ status }) => status).sort()).toEqual(['duplicate', 'duplicate', 'saved']);
    expect(await memories()).toHaveLength(1);
    expect((await memdir.inbox.list()).drafts).toEqual([]);
  });

  it('makes a draft once, regardless of its decision', async () => {
    const again = async (): Promise<string | undefined> => (await memdir.inbox.offer([offered(1, CACHE)]))[0]?.status;
    expect([await again(), await again()]).toEqual(['waiting', 'known']);
    await memdir.inbox.decide([idOf(1)], { do: 'reject' });
    expect(await again()).toBe('known');
    expect((await memdir.inbox.list()).drafts).toEqual([]);
    expect(await memdir.inbox.decide([idOf(1)], { do: 'reopen' })).toEqual([{ id: idOf(1), status: 'reopened' }]);
    expect((await memdir.inbox.list()).drafts).toHaveLength(1);
  });

  it('skips a draft equivalent to a memory or another draft', async () => {
    await memdir.remember({ content: CACHE, type: 'failure' });
    expect(
      await memdir.inbox.offer([
        offered(1, CACHE.replace('thumbnails', 'thumbnails.')),
        offered(2, QUEUE),
        offered(3, `${QUEUE} (2026-03-12)`),
      ]),
    ).toMatchObject([{ status: 'known' }, { status: 'waiting' }, { status: 'known' }]);
  });

  it.each([
    [
      'the opposite',
      'The project uses Celery instead of RQ because of retries.',
      'The project uses RQ instead of Celery because of its simplicity.',
    ],
    [
      'another thing',
      'The nightly job writes its report into the finance bucket of the warehouse.',
      'The nightly job writes its report into the marketing bucket of the warehouse.',
    ],
    [
      'another day',
      'The demo of the checkout is on 2026-03-16 (2026-03-11).',
      'The demo of the checkout is on 2026-03-23 (2026-03-12).',
    ],
    [
      'a reason',
      'The project uses Celery instead of RQ for the mail queue.',
      'The project uses Celery instead of RQ for the mail queue because of retries.',
    ],
  ])('offers %s despite many words in common with a pending draft', async (_what, first, second) => {
    expect(await memdir.inbox.offer([offered(1, first), offered(2, second)])).toMatchObject([
      { status: 'waiting' },
      { status: 'waiting' },
    ]);
    expect(await memdir.inbox.offer([offered(3, second)])).toMatchObject([{ status: 'known' }]);
  });

  it('never again: near duplicates are no longer offered', async () => {
    await memdir.inbox.offer([offered(1, `${QUEUE} (2026-03-11).`)]);
    await memdir.inbox.decide([idOf(1)], { do: 'never' });
    expect(
      await memdir.inbox.offer([
        offered(2, `Workers of the mail queue stop after a malformed address and need a manual restart (2026-04-01).`),
        offered(3, CACHE),
      ]),
    ).toMatchObject([{ status: 'unwanted' }, { status: 'waiting' }]);
  });

  it('merges into, supersedes or updates a memory, each with an undo', async () => {
    const { id = '' } = await memdir.remember({
      content: 'The gallery shows thumbnails of 200 pixels.',
      type: 'project',
      name: 'gallery',
    });
    await memdir.inbox.offer([offered(1, CACHE)]);
    const [merged] = await memdir.inbox.decide([idOf(1)], { do: 'merge', into: id });
    expect(merged).toMatchObject({ status: 'updated' });
    expect((await memdir.show(merged?.memory ?? '')).body.trim()).toBe(
      `The gallery shows thumbnails of 200 pixels.\n\n${CACHE}`,
    );
    await memdir.restore({ id });
    expect((await memdir.show('gallery')).body.trim()).toBe('The gallery shows thumbnails of 200 pixels.');

    await memdir.inbox.offer([
      offered(2, QUEUE),
      offered(3, 'The gallery shows thumbnails of 300 pixels since the redesign of the shop.', { updates: id }),
    ]);
    expect(await memdir.inbox.decide([idOf(3)], { do: 'accept' })).toMatchObject([{ status: 'updated' }]);
    expect((await memdir.history(id)).versions.at(-1)).toMatchObject({ deletedAt: null });
    const { id: mail = '' } = await memdir.remember({ content: 'Mail is sent by two workers.', name: 'mail' });
    expect(await memdir.inbox.decide([idOf(2)], { do: 'supersede', memory: mail })).toMatchObject([
      { status: 'updated' },
    ]);
  });

  it('is edited as a file or by a call; missing fields are derived', async () => {
    await memdir.inbox.offer([offered(1, CACHE), offered(2, QUEUE)]);
    expect(
      await memdir.inbox.edit(idOf(1), { type: 'decisions', body: 'The cache is cleared at logout.' }),
    ).toMatchObject({ type: 'decision', body: 'The cache is cleared at logout.' });
    // A name and a description that only repeated the text would go on saying what was corrected.
    expect(
      await memdir.inbox.edit(idOf(1), { body: 'The cache is cleared at login. It takes a second.' }),
    ).toMatchObject({ name: 'cache-cleared-at-login', description: 'The cache is cleared at login.' });
    expect(
      await memdir.inbox.edit(idOf(1), {
        description: 'When the cache is cleared',
        body: 'The cache is cleared at logout.',
      }),
    ).toMatchObject({ description: 'When the cache is cleared' });
    expect(await memdir.inbox.edit(idOf(1), { body: 'The cache is cleared each night.' })).toMatchObject({
      description: 'When the cache is cleared',
    });
    await expect(memdir.inbox.edit(idOf(1), { type: 'zebra crossing' })).rejects.toMatchObject({ code: 'bad-input' });
    const token = `ghp_${'aB3dE5fG7hI9kL1mN3pQ5rS7tU9vW1xY3zA5'}`;
    await memdir.inbox.edit(idOf(1), { description: `Use ${token}` });
    expect(await readFile(inbox(`${idOf(1)}.md`), 'utf8')).not.toContain(token);
    const file = inbox(`${idOf(2)}.md`);
    await writeFile(
      file,
      (await readFile(file, 'utf8'))
        .replace(/^(?:name|description|type): .*\n/gm, '')
        .replace(QUEUE, 'Restart the workers.\nThey stop.'),
    );
    await writeFile(inbox(`${idOf(4)}.md`), 'just a text');
    const { drafts, unreadable } = await memdir.inbox.list();
    expect(drafts.find(({ id }) => id === idOf(2))).toMatchObject({
      name: 'Restart the workers.',
      description: 'Restart the workers.',
      type: 'context',
      body: 'Restart the workers.\nThey stop.',
    });
    expect(unreadable).toMatchObject([{ path: inbox(`${idOf(4)}.md`) }]);
    await expect(memdir.inbox.decide([idOf(4)], { do: 'accept' })).rejects.toMatchObject({ code: 'bad-input' });
    expect(await memdir.inbox.decide([idOf(4)], { do: 'reject' })).toMatchObject([{ status: 'rejected' }]);
  });

  it('decides many drafts; a rejected decision does not block the others', async () => {
    await memdir.inbox.offer([offered(1, CACHE), offered(2, QUEUE)]);
    expect(await memdir.inbox.decide([idOf(9), idOf(1), idOf(2), idOf(1)], { do: 'accept' })).toMatchObject([
      { id: idOf(9), status: 'refused' },
      { status: 'saved' },
      { status: 'saved' },
    ]);
    await expect(memdir.inbox.decide(['../../etc/passwd'], { do: 'reject' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('auto-accepts configured types only', async () => {
    expect(
      await memdir.inbox.offer([offered(1, CACHE), offered(2, QUEUE, { type: 'pattern' })], {
        autoAccept: ['pattern'],
      }),
    ).toEqual([
      { id: idOf(1), status: 'waiting' },
      { id: idOf(2), status: 'accepted' },
    ]);
    expect(await memories()).toHaveLength(1);
    expect((await memdir.inbox.list()).drafts.map(({ id }) => id)).toEqual([idOf(1)]);
  });

  it('blocks a draft with a secret and writes nothing of it', async () => {
    const token = `ghp_${'aB3dE5fG7hI9kL1mN3pQ5rS7tU9vW1xY3zA5'}`;
    expect(await memdir.inbox.offer([offered(1, `The token ${token} is valid until May.`)])).toMatchObject([
      { status: 'blocked' },
    ]);
    expect((await readdir(inbox()).catch(() => [])).filter((name) => name.endsWith('.md'))).toEqual([]);
  });

  it('shows related memories, and drafts of other projects only on request', async () => {
    await bench.write(
      'cache.md',
      memoryText({
        name: 'cache',
        type: 'failure',
        body: 'The image cache of the gallery keeps 500 entries after a logout, so the next user sees foreign thumbnails.',
      }),
    );
    const [here, there] = [join(bench.dir, 'here'), join(bench.dir, 'there')];
    await Promise.all([here, there].map((folder) => mkdir(join(folder, '.git'), { recursive: true })));
    const local = await bench.open({
      drafts: createDrafts({ dataDir: bench.dir, log: bench.log }),
      scope: { folders: [here], trusted: true, extra: [bench.store] },
    });
    await memdir.inbox.offer([
      offered(1, CACHE.replace('keeps entries', 'keeps 300 entries'), {
        origin: { ...origin, cwd: join(here, 'src') },
      }),
      offered(2, QUEUE, { origin: { ...origin, cwd: there } }),
    ]);
    expect((await memdir.inbox.list()).drafts.map(({ id }) => id)).toEqual([idOf(1), idOf(2)]);
    expect((await memdir.inbox.list()).drafts[0]?.related).toMatchObject([{ name: 'cache', contradicts: true }]);
    expect((await local.inbox.list()).drafts.map(({ id }) => id)).toEqual([idOf(1)]);
    expect((await local.inbox.list({ everywhere: true })).drafts).toHaveLength(2);
    // One queue serves all projects: nothing of one is saved in another, by itself or by hand.
    await expect(local.inbox.decide([idOf(2)], { do: 'accept' })).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining(there) as string,
    });
    const third = offered(3, 'Backups of the shop are kept for a week.', {
      type: 'pattern',
      origin: { ...origin, cwd: there },
    });
    expect(await local.inbox.offer([third], { autoAccept: ['pattern'] })).toEqual([{ id: idOf(3), status: 'waiting' }]);
    expect(await memories()).toEqual(['cache.md']);
  });

  it('gives advice when drafts cannot be stored', async () => {
    const without = await bench.open();
    await expect(without.inbox.list()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
