import { expect, it } from 'vitest';

import { wrapped } from '../../src/extension/review/excerpt.js';

it.each([
  ['Claude Code won’t know it exists.', 32, ['Claude Code won’t know it exists.']],
  ['one two (three) four', 14, ['one two (three)', 'four']],
  ['これは文です。次の文です。', 12, ['これは文です。', '次の文です。']],
])('no row of %j begins with what closes a sentence', (text, columns, rows) => {
  expect([...wrapped(text, columns)]).toEqual(rows);
});
