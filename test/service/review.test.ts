import { readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { createReviewNotes } from '../../src/node/review/review-notes.js';
import { type Bench, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const memory = (name: string, type: string, date: string, body: string): string =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: ${type}\nmodified: ${date}\n---\n${body}\n`;
const text = (path: string): Promise<string> => readFile(join(bench.store, path), 'utf8');

withStore(
  {
    'MEMORY.md':
      '- [Old](old.md) — the login\n- [Slow](slow.md) — gateway\n- [Fast](fast.md) — gateway\n- [New](new.md) — invoices\n',
    'old.md': memory('old', 'project', ago(200), 'The login is being moved to the new host.'),
    'slow.md': memory('gateway-timeout', 'decision', ago(20), 'The gateway times out after 90 seconds.'),
    'fast.md': memory('gateway-timeout-2', 'decision', ago(2), 'The gateway times out after 60 seconds.'),
    'new.md': memory('new', 'decision', ago(60), 'Invoices are rounded down.'),
  },
  async (opened) => {
    bench = opened;
    const home = join(bench.dir, 'home');
    memdir = await bench.open({
      reviewNotes: createReviewNotes({
        dataDir: bench.dir,
        env: {},
        home,
        platform: process.platform,
        log: opened.log,
      }),
    });
  },
);

const queue = async (): Promise<readonly (readonly string[])[]> =>
  (await memdir.review({})).items.map(({ name, reasons }) => [name, ...reasons.map(({ sign }) => sign)]);

describe('the review', () => {
  it('shows what deserves a look with the evidence, and says what is not known', async () => {
    expect(await queue()).toEqual([
      ['gateway-timeout', 'contradicted'],
      ['old', 'age'],
    ]);
    const [slow, old] = (await memdir.review({})).items;
    expect(slow?.reasons[0]?.other).toMatchObject({ name: 'gateway-timeout-2', line: 7 });
    expect(old).toMatchObject({
      updated: 'Updated 200 days ago',
      use: ['Not used in Memdir', 'Reads by Claude Code unknown'],
    });
  });

  it('marks as still true by its date, and undoes that to the byte and the time', async () => {
    const before = await text('old.md');
    const then = new Date('2026-01-15T10:00:00Z');
    await utimes(join(bench.store, 'old.md'), then, then);
    const { undo, text: said } = await memdir.reviewDecide('old', { do: 'still-true' });
    expect(said).toBe('Marked “old” as still true.');
    expect(await text('old.md')).toBe(before.replace(ago(200), ago(0)));
    expect(await queue()).toEqual([['gateway-timeout', 'contradicted']]);
    await memdir.reviewUndo(undo);
    expect(await text('old.md')).toBe(before);
    expect((await stat(join(bench.store, 'old.md'))).mtime).toEqual(then);
    expect(await queue()).toHaveLength(2);
  });

  it('keeps a memory out that is still true in spite of the evidence, until its text changes', async () => {
    await memdir.reviewDecide('slow', { do: 'still-true' });
    expect((await queue()).map(([name]) => name)).not.toContain('gateway-timeout');
  });

  it('puts off until a day', async () => {
    const { undo } = await memdir.reviewDecide('old', { do: 'later', days: 3 });
    expect(await memdir.review({})).toMatchObject({ items: [{ name: 'gateway-timeout' }], later: 1 });
    await memdir.reviewUndo(undo);
    expect(await memdir.review({})).toMatchObject({ later: 0 });
  });

  it('shows what is asked for, also without a reason to look, and what was put off', async () => {
    const ids = (await memdir.list({})).filter(({ name }) => name === 'new' || name === 'old').map(({ id }) => id);
    await memdir.reviewDecide('old', { do: 'later', days: 3 });
    const { items } = await memdir.review({ ids });
    expect(items.map(({ name, reasons }) => [name, reasons.length])).toEqual([
      ['old', 1],
      ['new', 0],
    ]);
    expect(await memdir.review({ ids: [] })).toMatchObject({ items: [] });
  });

  it('compares two memories line by line', async () => {
    const { rows } = await memdir.reviewCompare('slow.md', 'fast.md');
    const alone = (side: 'left' | 'right'): string[] =>
      rows.flatMap((row) => row[side]?.parts.flatMap((part) => (part.alone ? [part.text] : [])) ?? []);
    expect(alone('left')).toContain('90');
    expect(alone('right')).toContain('60');
    await expect(memdir.reviewCompare('slow.md', 'nowhere')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('forgets, replaces and merges, each undone to the byte', async () => {
    const files = ['MEMORY.md', 'old.md', 'slow.md', 'fast.md'];
    const before = await Promise.all(files.map(text));
    for (const [id, decision] of [
      ['old', { do: 'forget' }],
      ['slow', { do: 'supersede', other: 'fast' }],
      ['slow', { do: 'merge', other: 'fast.md' }],
    ] as const) {
      const { undo } = await memdir.reviewDecide(id, decision);
      expect((await memdir.review({})).items.map(({ path }) => path)).not.toContain(join(bench.store, `${id}.md`));
      expect(await text(`${id}.md`)).toContain('deleted_at');
      expect(await text('MEMORY.md')).not.toContain(`(${id}.md)`);
      if (decision.do === 'merge') expect(await text('fast.md')).toContain('after 90 seconds');
      await memdir.reviewUndo(undo);
      expect(await Promise.all(files.map(text))).toEqual(before);
    }
    await expect(memdir.reviewDecide('slow', { do: 'merge', other: 'nowhere' })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(memdir.reviewDecide('slow', { do: 'supersede', other: 'slow' })).rejects.toMatchObject({
      code: 'bad-input',
    });
  });
});
