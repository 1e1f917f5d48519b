import { expect, it } from 'vitest';

import { missingIndexMessage, renderNewIndex } from '../../src/extension/index/new-index.js';
import { budget, memory, view } from './store-views.js';

const none = { budget: undefined } as const;

it.each<[string, ReturnType<typeof view>, string | undefined]>([
  [
    'memories without an index',
    view([memory('a.md'), memory('b.md')], none),
    's has 2 memories but no MEMORY.md, so Claude Code loads none when a session starts.',
  ],
  [
    'one memory beside what was forgotten',
    view([memory('a.md'), memory('gone.md', { deleted: true })], none),
    's has 1 memory but no MEMORY.md, so Claude Code doesn’t load it when a session starts.',
  ],
  ['an index', view([memory('a.md')], { budget: budget() }), undefined],
  ['no memory', view([], none), undefined],
  ['nothing but what was forgotten', view([memory('gone.md', { deleted: true })], none), undefined],
  ['memory that is switched off', view([memory('a.md')], { ...none, info: { off: 'switched off' } }), undefined],
  ['daily logs alone', view([memory('logs/2026/03/2026-03-10.md')], none), undefined],
])('of %s', (_what, store, words) => {
  expect(missingIndexMessage(store)).toBe(words);
});

it('a new index lists each memory once, the newest first, without descriptions that hold secrets and forgotten memories', () => {
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
  const { text } = renderNewIndex(
    view([
      memory('sub/old one.md', { name: 'old-one', description: 'Two\nlines [x]', ageDays: 9 }),
      memory('new.md', { description: `The key is ${token}`, ageDays: 1 }),
      memory('plain.md', { ageDays: 3 }),
      memory('gone.md', { deleted: true }),
      memory('logs/2026/03/2026-03-10.md'),
    ]),
  );
  expect(text.split('\n')).toEqual([
    '- [New](new.md)',
    '- [Plain](plain.md)',
    '- [Old one](<sub/old one.md>) — Two lines [x]',
    '',
  ]);
  expect(text).not.toContain(token);
});
