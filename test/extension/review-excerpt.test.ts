import { expect, it } from 'vitest';

import { displayWidth } from '../../src/core/display-width.js';
import { excerptOf } from '../../src/extension/review/excerpt.js';

const FRONT = '---\nname: a\ntype: decision\n---\n';

it('breaks the text of a memory between words, without its front matter and empty lines', () => {
  const words =
    'The relay times out after ninety seconds, because the proxy in front of it gives up then and says nothing.';
  const rows = excerptOf(`${FRONT}\n${words}\r\n\r\n**Why:** an outage.\n`, 6);
  expect(rows.slice(0, -1).join(' ')).toBe(words);
  expect(rows.at(-1)).toBe('**Why:** an outage.');
  for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(80);
});

it('breaks languages without spaces, and says when there is more', () => {
  const rows = excerptOf(`${FRONT}${'料金には一日の上限がある。'.repeat(30)}`, 4);
  expect(rows).toHaveLength(4);
  expect(rows.at(-1)).toMatch(/ …$/);
  for (const row of rows) expect(displayWidth(row)).toBeLessThanOrEqual(82);
});

it('masks secrets', () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  expect(excerptOf(`The token is ${token}.`, 6).join('')).not.toContain(token);
});

it('has no rows for a memory without text', () => {
  expect(excerptOf(FRONT, 6)).toEqual([]);
});
