/** The inbox where drafts, stores and places are not as they should be; what was decided, taken back; what is saved by itself. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { DraftDecision, OfferedDraft } from '../../src/core/results.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { CACHE, idOf, inboxOfEachTest, NOUNS, offered, origin, QUEUE } from '../support/drafts.js';
import { type Bench, memoryText } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
const open = inboxOfEachTest((opened, inbox) => ([bench, memdir] = [opened, inbox]));

const inbox = (path = ''): string => join(bench.dir, 'inbox', path);
const index = (): Promise<string> => readFile(join(bench.store, 'MEMORY.md'), 'utf8');
const waiting = async (): Promise<readonly string[]> => (await memdir.inbox.list()).drafts.map(({ id }) => id);

/** Every file of the store that is no forgotten memory. */
async function current(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(bench.store)).sort()) {
    const text = await readFile(join(bench.store, name), 'utf8');
    if (!/^ *deleted_at: /m.test(text)) found[name] = text;
  }
  return found;
}

describe('undo of a decision', () => {
  const GALLERY = 'The gallery shows thumbnails of 200 pixels.';
  it.each<[string, DraftDecision, Partial<OfferedDraft>]>([
    ['accept', { do: 'accept' }, {}],
    ['accept of an update', { do: 'accept' }, { updates: 'gallery' }],
    ['merge', { do: 'merge', into: 'gallery' }, {}],
    ['supersede', { do: 'supersede', memory: 'gallery' }, {}],
    ['reject', { do: 'reject' }, {}],
    ['never', { do: 'never' }, {}],
  ])('of %s restores memories and index byte for byte and reopens the draft', async (_what, decision, more) => {
    await bench.write('gallery.md', memoryText({ name: 'gallery', body: GALLERY }));
    await bench.write('MEMORY.md', '# Memory\r\n\r\n- [Gallery](gallery.md) — thumbnails\r\n\r\n## Other\r\n');
    await memdir.inbox.offer([offered(1, CACHE, more)]);
    const [before, draft] = [await current(), await readFile(inbox(`${idOf(1)}.md`), 'utf8')];
    for (let times = 1; times <= 2; times++) {
      const [result] = await memdir.inbox.decide([idOf(1)], decision);
      expect(result?.status).not.toBe('refused');
      expect(await waiting()).toEqual([]);
      // Another process takes it back.
      expect(await (await open()).inbox.decide([idOf(1)], { do: 'undo' })).toEqual([
        { id: idOf(1), status: 'reopened' },
      ]);
      expect(await current()).toEqual(before);
      expect(await readFile(inbox(`${idOf(1)}.md`), 'utf8')).toBe(draft);
    }
  });

  it('of never allows the draft again and keeps other exclusions', async () => {
    await memdir.inbox.offer([offered(1, QUEUE), offered(2, CACHE)]);
    await memdir.inbox.decide([idOf(1), idOf(2)], { do: 'never' });
    await memdir.inbox.decide([idOf(1)], { do: 'undo' });
    await memdir.inbox.decide([idOf(1)], { do: 'reject' });
    expect(
      await memdir.inbox.offer([offered(3, `${QUEUE} (2026-04-01)`), offered(4, `${CACHE} (2026-04-01)`)]),
    ).toMatchObject([{ status: 'waiting' }, { status: 'unwanted' }]);
  });

  it('of never works for records without a draft id and skips a partial line', async () => {
    await memdir.inbox.offer([offered(1, QUEUE)]);
    await writeFile(inbox('unwanted.jsonl'), `{"text":${JSON.stringify(`${QUEUE}\n${QUEUE}`)}}\n{"text":"cut sho`);
    await memdir.inbox.decide([idOf(1)], { do: 'never' });
    await rm(inbox(`settled/${idOf(1)}.json`));
    await memdir.inbox.decide([idOf(1)], { do: 'undo' });
    await memdir.inbox.decide([idOf(1)], { do: 'reject' });
    expect(await readFile(inbox('unwanted.jsonl'), 'utf8')).toContain('cut sho');
  });

  it('keeps the memory of a duplicate, and files changed since', async () => {
    await memdir.remember({ content: CACHE, name: 'cache' });
    const drafts = createDrafts({ dataDir: bench.dir, log: bench.log });
    await memdir.inbox.offer([offered(2, QUEUE)]);
    await drafts.put(idOf(1), (await readFile(inbox(`${idOf(2)}.md`), 'utf8')).replaceAll(QUEUE, CACHE));
    expect(await memdir.inbox.decide([idOf(1)], { do: 'accept' })).toMatchObject([{ status: 'duplicate' }]);
    await memdir.inbox.decide([idOf(1)], { do: 'undo' });
    expect((await memdir.show('cache')).body).toContain(CACHE);

    const [{ memory = '' } = {}] = await memdir.inbox.decide([idOf(2)], { do: 'accept' });
    await memdir.update({ id: memory, content: `${QUEUE} Since May they restart by themselves.` });
    await expect(memdir.inbox.decide([idOf(2)], { do: 'undo' })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('was since replaced by') as string,
    });
    expect(Object.values(await current()).join('\n')).toContain('Since May');
  });

  it('of an undecided draft changes nothing', async () => {
    await memdir.inbox.offer([offered(1, QUEUE)]);
    expect(await memdir.inbox.decide([idOf(1)], { do: 'undo' })).toMatchObject([{ status: 'reopened' }]);
    await expect(memdir.inbox.decide([idOf(9)], { do: 'undo' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('damaged draft files', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['empty', '', /it is empty/],
    ['bad YAML', '---\nname: [a\nmetadata: {{\n---\n\ntext\n', /front matter can’t be read|doesn’t say where/],
    [
      'not UTF-8',
      Buffer.from('---\nmetadata:\n  source: hook\n  observed: "2026-01-01"\n---\n\nna\xefve\n', 'latin1'),
      /isn’t UTF-8/,
    ],
    ['UTF-16', Buffer.from('\ufeff---\nname: a\n---\ntext', 'utf16le'), /isn’t UTF-8/],
    ['binary', Buffer.from([0, 1, 2, 3, 255, 254]), /isn’t UTF-8/],
    ['huge', 'x'.repeat(1024 * 1024 + 1), /larger than 1 MB/],
  ])(
    '%s: is listed with a reason, blocks no other draft, and can be rejected and reopened',
    async (_what, content, reason) => {
      await memdir.inbox.offer([offered(1, CACHE)]);
      await writeFile(inbox(`${idOf(2)}.md`), content);
      const { drafts, unreadable } = await memdir.inbox.list();
      expect(drafts.map(({ id }) => id)).toEqual([idOf(1)]);
      expect(unreadable).toEqual([{ path: inbox(`${idOf(2)}.md`), reason: expect.stringMatching(reason) as string }]);
      expect(await memdir.inbox.decide([idOf(2), idOf(1)], { do: 'accept' })).toMatchObject([
        { status: 'refused', reason: expect.stringMatching(reason) as string },
        { status: 'saved' },
      ]);
      expect(await memdir.inbox.decide([idOf(2)], { do: 'reject' })).toMatchObject([{ status: 'rejected' }]);
      await memdir.inbox.decide([idOf(2)], { do: 'undo' });
      expect(await readFile(inbox(`${idOf(2)}.md`))).toEqual(Buffer.from(content));
    },
  );

  it('a folder in place of a draft file does not hide the other drafts', async () => {
    await memdir.inbox.offer([offered(1, CACHE)]);
    await mkdir(inbox(`${idOf(2)}.md`));
    expect(await memdir.inbox.list()).toMatchObject({
      drafts: [{ id: idOf(1) }],
      unreadable: [{ reason: expect.stringContaining('folder') as string }],
    });
    expect(await memdir.inbox.offer([offered(3, QUEUE)])).toMatchObject([{ status: 'waiting' }]);
  });

  it('a file in place of the inbox is reported', async () => {
    await writeFile(inbox(), 'in the way');
    await expect(memdir.inbox.list()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('isn’t a folder') as string,
    });
    await expect(memdir.inbox.offer([offered(1, CACHE)])).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('stores that cannot be written normally', () => {
  it('an index with conflict markers is unchanged; the memory is saved with a notice', async () => {
    const conflict = '<<<<<<< HEAD\n- [A](a.md)\n=======\n- [B](b.md)\n>>>>>>> other\n';
    await bench.write('MEMORY.md', conflict);
    await memdir.inbox.offer([offered(1, CACHE)]);
    expect(await memdir.inbox.decide([idOf(1)], { do: 'accept' })).toMatchObject([
      { status: 'saved', reason: expect.stringContaining('merge conflicts') as string },
    ]);
    expect(await index()).toBe(conflict);
    expect(await memdir.inbox.decide([idOf(1)], { do: 'undo' })).toMatchObject([
      { status: 'reopened', reason: expect.stringContaining('merge conflicts') as string },
    ]);
  });

  it('a file in place of the directory: nothing is saved, and the draft stays pending', async () => {
    await memdir.inbox.offer([offered(1, CACHE)]);
    await rm(bench.store, { recursive: true });
    await writeFile(bench.store, 'in the way');
    await expect(memdir.inbox.decide([idOf(1)], { do: 'accept' })).rejects.toMatchObject({
      message: expect.stringMatching(/./) as string,
    });
    expect(await readFile(bench.store, 'utf8')).toBe('in the way');
    expect(await waiting()).toEqual([idOf(1)]);
  });

  it('a deleted project: its draft is listed on request, stays pending, and shows its origin', async () => {
    const [here, gone] = [join(bench.dir, 'here'), join(bench.dir, 'gone')];
    await mkdir(join(here, '.git'), { recursive: true });
    const local = await bench.open({
      drafts: createDrafts({ dataDir: bench.dir, log: bench.log }),
      scope: { folders: [here], trusted: true },
    });
    await memdir.inbox.offer([offered(1, CACHE, { origin: { ...origin, cwd: gone } })]);
    expect((await local.inbox.list()).drafts).toEqual([]);
    expect((await local.inbox.list({ everywhere: true })).drafts).toMatchObject([{ id: idOf(1) }]);
    await expect(local.inbox.decide([idOf(1)], { do: 'accept' })).rejects.toMatchObject({
      message: expect.stringContaining(gone) as string,
    });
    expect(await local.inbox.decide([idOf(1)], { do: 'reject' })).toMatchObject([{ status: 'rejected' }]);
  });
});

describe('bulk decisions', () => {
  it('accept sixty drafts in order with one entry each and duplicates once, and are undone together', async () => {
    const bodies = NOUNS.flatMap((noun, at) => [
      `The ${noun} service listens on port ${4000 + at} in staging.`,
      `Deploys of the ${noun} page need ${at + 2} approvals.`,
      `Tests of ${noun} fail with E${100 + at} when ${noun}.lock exists.`,
    ]);
    await memdir.inbox.offer(bodies.map((body, at) => offered(at + 1, body, { type: 'context' })));
    const all = await waiting();
    expect(all).toHaveLength(60);
    const drafts = createDrafts({ dataDir: bench.dir, log: bench.log });
    await drafts.put(idOf(100), await readFile(inbox(`${idOf(7)}.md`), 'utf8'));
    const results = await memdir.inbox.decide([...all, idOf(100)], { do: 'accept' });
    expect(results.map(({ status }) => status)).toEqual([...bodies.map(() => 'saved'), 'duplicate']);
    expect((await index()).trim().split('\n')).toHaveLength(60);
    expect(new Set(results.map(({ path }) => path)).size).toBe(60);
    await memdir.inbox.decide([...all].reverse(), { do: 'undo' });
    expect((await index()).trim()).toBe('');
    expect(await waiting()).toHaveLength(60);
    // Several hundred files, each brought to the disk.
  }, 180_000);

  it('report finished decisions when cancelled and keep the other drafts', async () => {
    await memdir.inbox.offer([offered(1, CACHE), offered(2, QUEUE)]);
    await expect(memdir.inbox.decide([idOf(1), idOf(2)], { do: 'accept' }, AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(await waiting()).toHaveLength(2);
  });
});

describe('auto-accept', () => {
  const options = { autoAccept: ['context', 'failure', 'decision'] };

  it('skips a draft that contradicts or replaces a memory or names a person', async () => {
    await bench.write(
      'port.md',
      memoryText({ name: 'port', body: 'The API of the booking service listens on port 4000 in every environment.' }),
    );
    await bench.write(
      'gallery.md',
      memoryText({ name: 'gallery', body: 'The gallery shows thumbnails of 200 pixels.' }),
    );
    const before = await current();
    expect(
      await memdir.inbox.offer(
        [
          offered(1, 'The API of the booking service listens on port 4001 in every environment.', { type: 'context' }),
          offered(2, 'The gallery shows thumbnails of 300 pixels since the redesign.', {
            type: 'context',
            updates: 'gallery',
          }),
          offered(3, 'Ask jane.doe@example.com about the release of the gallery.', { type: 'decision' }),
          offered(4, `Deploys use the token ghp_${'aB3dE5fG7hI9kL1mN3pQ5rS7tU9vW1xY3zA5'}.`, { type: 'context' }),
          offered(5, QUEUE),
        ],
        options,
      ),
    ).toMatchObject([
      { status: 'waiting', reason: expect.stringContaining('port') as string },
      { status: 'waiting', reason: expect.stringContaining('would replace') as string },
      { status: 'waiting', reason: expect.stringContaining('needs your decision') as string },
      { status: 'blocked' },
      { status: 'accepted' },
    ]);
    expect(await current()).toMatchObject(before);
    expect(await waiting()).toEqual([idOf(1), idOf(2), idOf(3)]);
    // Which was saved can be taken back like any other.
    expect(await memdir.inbox.decide([idOf(5)], { do: 'undo' })).toMatchObject([{ status: 'reopened' }]);
    expect(await current()).toMatchObject(before);
  });

  it.each([
    ['We use Jest for all unit tests.', 'The project switched from Jest to Vitest on 2026-03-11.'],
    ['Sessions of the shop are kept in Redis.', 'The shop no longer uses Redis.'],
    ['Builds run on Jenkins every night.', 'Jenkins was replaced by GitHub Actions.'],
    ['Install packages with `yarn --frozen-lockfile`.', 'Package management moved from yarn to pnpm.'],
    ['The landing page needs `left-pad`.', 'Dropped `left-pad` in the cleanup of March.'],
    ['The project switched from Jest to Vitest.', 'Jest runs all unit tests.'],
  ])(
    'skips a draft about something no longer used that a memory still uses, or the reverse: %s / %s',
    async (remembered, body) => {
      await bench.write('known.md', memoryText({ name: 'known-tool', body: remembered }));
      await bench.write(
        'gallery.md',
        memoryText({ name: 'gallery', body: 'The gallery shows thumbnails of 200 pixels.' }),
      );
      expect(await memdir.inbox.offer([offered(1, body, { type: 'context' })], options)).toEqual([
        { id: idOf(1), status: 'waiting', reason: 'It may contradict known-tool, so it needs your decision.' },
      ]);
      expect((await memdir.inbox.list()).drafts).toMatchObject([
        { related: [{ name: 'known-tool', contradicts: true }] },
      ]);
    },
  );

  it('accepts a draft that no memory contradicts, and one that repeats a replacement', async () => {
    await bench.write(
      'known.md',
      memoryText({ name: 'known-tool', body: 'Unit tests run with Vitest instead of Jest.' }),
    );
    expect(
      await memdir.inbox.offer(
        [
          offered(1, 'The project switched from Jest to Vitest in March.', { type: 'context' }),
          offered(2, 'The shop no longer uses Redis.', { type: 'context' }),
        ],
        options,
      ),
    ).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  });

  it('keeps the draft pending when it cannot be saved', async () => {
    await rm(bench.store, { recursive: true });
    await writeFile(bench.store, 'in the way');
    await memdir.inbox.offer([offered(1, QUEUE)], options).catch(() => undefined);
    await rm(bench.store);
    await mkdir(bench.store);
    expect(await memdir.inbox.offer([offered(1, QUEUE)], options)).toMatchObject([
      { status: expect.stringMatching(/known|accepted/) as string },
    ]);
  });
});
