import { describe, expect, it } from 'vitest';

import { cutOf, noteCut } from '../../src/extension/index/cut.js';
import { measureIndex } from '../core/lint/store.js';
import { view } from './store-views.js';

describe('the cut of an index', () => {
  it.each([
    ['as a whole', '- [A](a.md)\n'.repeat(200), undefined],
    ['by lines', '- [A](a.md)\n'.repeat(205), [200, 199, '200-line limit']],
    ['by size', `- [A](a.md) ${'x'.repeat(600)}\n`.repeat(60), [40, 39, '25,000-character limit']],
    [
      'below a comment, which does not count',
      `<!--\n\n-->\n${'- [A](a.md)\n'.repeat(205)}`,
      [203, 202, '200-line limit'],
    ],
    ['at its first line', 'x'.repeat(30_000), [0, 0, '25,000-character limit']],
  ])('is shown for an index that is loaded %s', (_how, text, wanted) => {
    const cut = cutOf(measureIndex(text));
    expect(cut && [cut.line, cut.mark, /\((.*)\)/.exec(cut.text)?.[1]]).toEqual(wanted);
  });
});

it('is in the note in which Copilot stops reading', () => {
  const user = view([], {
    info: { kind: 'copilot', path: '/notes' },
    budget: undefined,
    filesBudget: { lines: 260, limitLines: 200, cuts: { 'b.md': 48, 'c.md': 0 } },
  });
  expect(noteCut([user], '/notes/b.md')).toMatchObject({ line: 48, mark: 47 });
  expect(noteCut([user], '/notes/c.md')).toMatchObject({ line: 0, mark: 0 });
  expect(noteCut([user], '/notes/a.md')).toBeUndefined();
});
