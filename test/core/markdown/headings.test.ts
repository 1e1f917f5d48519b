import { expect, it } from 'vitest';

import { headingsOf } from '../../../src/core/markdown/headings.js';
import { TextLines } from '../../../src/core/text.js';

const found = (text: string): readonly string[] =>
  headingsOf(new TextLines(text)).map(({ line, level, text: title, end }) => `${line} ${level} ${title} ${end}`);

it('finds headings and the end of each section', () => {
  expect(found('# A\n\n## B\ntext\n### C ##\n## D\n# E\n')).toEqual([
    '0 1 A 6',
    '2 2 B 5',
    '4 3 C 5',
    '5 2 D 6',
    '6 1 E 8',
  ]);
});

it.each([
  ['\uFEFF# A\r\n', ['0 1 A 2']],
  ['   # A\n    # code\n', ['0 1 A 3']],
  ['#A\n####### B\n', []],
  ['#\n# #\n# C#\n', ['0 1  1', '1 1  2', '2 1 C# 4']],
  ['---\n# front\n---\n<!--\n# comment\n-->\n```\n# code\n```\n# A', ['9 1 A 10']],
])('of %j', (text, headings) => {
  expect(found(text)).toEqual(headings);
});

it('takes time in proportion to the number of headings', () => {
  const all = headingsOf(
    new TextLines(Array.from({ length: 50_000 }, (_, n) => `${'#'.repeat((n % 6) + 1)} ${n}`).join('\n')),
  );
  expect(all).toHaveLength(50_000);
  expect(all[0]?.end).toBe(6);
});
