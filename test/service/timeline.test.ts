import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BUILT_IN_TYPES, UNKNOWN_TYPE } from '../../src/core/memory-types.js';
import type { ReviewNotes } from '../../src/core/ports/review-notes.js';
import { createReviewNotes } from '../../src/node/review/review-notes.js';
import { type Bench, withStore } from '../support/service.js';

let bench: Bench;
withStore(
  {
    'MEMORY.md': '- [Old](old.md) — the login\n',
    'old.md': '---\nname: old\ndescription: d\ntype: project\ncreated: 2026-01-02\n---\nText.\n',
    'odd.md': 'No front matter.\n',
    'logs/2026/01/2026-01-05.md': '- a log\n',
  },
  (opened) => (bench = opened),
);

const reviewNotes = (): ReviewNotes =>
  createReviewNotes({
    dataDir: bench.dir,
    env: {},
    home: join(bench.dir, 'home'),
    platform: process.platform,
    log: bench.log,
  });

/** A line of a transcript in which a file was read, and the answer. */
const read = (file: string, at: string): string =>
  [
    {
      type: 'assistant',
      timestamp: at,
      message: { content: [{ type: 'tool_use', id: 't', name: 'Read', input: { file_path: file } }] },
    },
    {
      type: 'user',
      timestamp: at,
      message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'Text.' }] },
    },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

describe('the timeline', () => {
  it('tells what happened to memories, with how the weight of their types fades', async () => {
    const then = new Date(2026, 1, 3, 12);
    for (const file of ['old.md', 'odd.md']) await utimes(join(bench.store, file), then, then);
    const memdir = await bench.open({ reviewNotes: reviewNotes() });
    const { id } = (await memdir.list({})).find(({ name }) => name === 'old') ?? { id: '' };
    await memdir.show(id);
    const found = await memdir.timeline();
    const told = found.events.map(
      ({ kind, memory, ms }) => `${new Date(ms).toDateString()} ${kind} ${found.memories[memory]?.name ?? '?'}`,
    );
    expect(told[0]).toBe('Fri Jan 02 2026 added old');
    expect(told.slice(1).sort()).toEqual(['Tue Feb 03 2026 added odd', 'Tue Feb 03 2026 changed old']);
    expect(found.types).toEqual({
      project: { scaleDays: BUILT_IN_TYPES.project.scaleDays, shape: BUILT_IN_TYPES.project.shape },
      unknown: { scaleDays: UNKNOWN_TYPE.scaleDays, shape: UNKNOWN_TYPE.shape },
    });
    expect(found.memories.find((memory) => memory.id === id)).toMatchObject({ uses: 1, current: true });
    expect(found.usesKnown).toBe(false);
  });

  it('has the days on which Claude Code read a memory', async () => {
    const store = join(bench.dir, 'home/.claude/projects/-work/memory');
    await mkdir(store, { recursive: true });
    const note = join(store, 'note.md');
    await writeFile(note, '---\nname: note\ndescription: d\ntype: user\n---\nText.\n');
    for (const [session, day] of [
      ['one', 5],
      ['two', 7],
    ] as const) {
      const file = join(store, '..', `${session}.jsonl`);
      await writeFile(file, read(note, `2026-02-0${String(day)}T10:00:00Z`));
      await utimes(file, new Date(2026, 1, day, 12), new Date(2026, 1, day, 12));
    }
    const scope = { folders: [], directories: [store], trusted: true };
    const memdir = await bench.open({ reviewNotes: reviewNotes(), scope });
    const { events, usesKnown } = await memdir.timeline();
    expect(usesKnown).toBe(true);
    expect(events.filter(({ kind }) => kind === 'used').map(({ ms }) => new Date(ms).getDate())).toEqual([5, 7]);
  });
});
