import { expect, it } from 'vitest';

import { sourceOfText } from '../../../src/core/memory.js';
import { typeTable } from '../../../src/core/memory-types.js';
import { parseMemory } from '../../../src/core/parse-memory.js';
import { fileOf, taskGroupsOf } from '../../../src/core/stores/task-groups.js';

const groupsOf = (text: string): { path: string; name: string; line: number; body: string }[] =>
  taskGroupsOf('MEMORY.md', text).map((group) => {
    const { memory } = parseMemory(sourceOfText(group.path, group.text), { types: typeTable(), storeKind: 'codex' });
    return { path: memory.path, name: memory.name, line: memory.bodyLine, body: memory.body };
  });

it('are memories of their own, each at its line', () => {
  const text = '# Task Group: Checkout, refunds\n\n- Refunds\n\n# Task Group: search\r\n- Trigrams\r\n';
  expect(groupsOf(text)).toEqual([
    {
      path: 'MEMORY.md/checkout-refunds',
      name: 'Checkout, refunds',
      line: 0,
      body: text.slice(0, text.indexOf('# Task Group: search')),
    },
    { path: 'MEMORY.md/search', name: 'search', line: 4, body: '# Task Group: search\r\n- Trigrams\r\n' },
  ]);
});

it.each([
  ['no group', '# Notes\n\n- A fact\n', []],
  ['an empty file', '', []],
  ['text before the first group', 'Read me first.\n\n# Task Group: a\n- A\n', [['a', 0]]],
  ['a heading before it', '# Memory\n\n# Task Group: a\n- A\n', [['a', 2]]],
  [
    'two of one name',
    '# Task Group: a\n- A\n# Task Group: a\n- B\n',
    [
      ['a', 0],
      ['a', 2],
    ],
  ],
  ['one without a name', '# Task Group:\n- A\n', [['task-group', 0]]],
  ['deeper headings', '## Task Group: a\n- A\n', []],
] as const)('with %s', (_, text, expected) => {
  const groups = groupsOf(text);
  expect(groups.map(({ name, line }) => [name, line])).toEqual(expected);
  expect(new Set(groups.map(({ path }) => path)).size).toBe(groups.length);
});

it.each([
  ['MEMORY.md/checkout', 'MEMORY.md'],
  ['MEMORY.md', 'MEMORY.md'],
  ['feedback/tone.md', 'feedback/tone.md'],
  ['old.md/tone.md', 'old.md/tone.md'],
] as const)('the file of %s is %s', (path, file) => expect(fileOf(path)).toBe(file));
