import { describe, expect, it } from 'vitest';

import { pairGroups } from '../../../src/core/review/pairs.js';
import type { ReviewItem, ReviewReason } from '../../../src/core/review/results.js';

const reason = (sign: ReviewReason['sign'], other?: string): ReviewReason => ({
  sign,
  text: `${sign} ${other ?? ''}`,
  ...(other === undefined ? {} : { other: { id: other, path: `/${other}`, name: other, line: 1 } }),
});
const item = (id: string, ...reasons: ReviewReason[]): ReviewItem => ({
  id,
  store: 's',
  path: `/${id}`,
  name: id,
  description: '',
  type: 'project',
  updated: '',
  use: [],
  reasons,
});
const told = (...items: ReviewItem[]): string[][] =>
  pairGroups(items).map((group) => group.map((pair) => `${pair.sign} ${pair.item.id}-${pair.other.id}`));

describe('pairs of the review', () => {
  it.each<[string, ReviewItem[], string[][]]>([
    ['none', [], []],
    ['nothing to compare with', [item('a', reason('age'), reason('problem'))], []],
    ['one', [item('a', reason('age'), reason('duplicate', 'b'))], [['duplicate a-b']]],
    [
      'two that share nothing',
      [item('a', reason('contradicted', 'b')), item('c', reason('duplicate', 'd'))],
      [['contradicted a-b'], ['duplicate c-d']],
    ],
    [
      'a chain',
      [item('a', reason('duplicate', 'b')), item('b', reason('duplicate', 'c'))],
      [['duplicate a-b', 'duplicate b-c']],
    ],
    [
      'two groups that a third pair joins',
      [item('a', reason('duplicate', 'b')), item('c', reason('duplicate', 'd')), item('b', reason('duplicate', 'd'))],
      [['duplicate a-b', 'duplicate c-d', 'duplicate b-d']],
    ],
    [
      'both reasons of one memory',
      [item('a', reason('contradicted', 'b'), reason('duplicate', 'c'))],
      [['contradicted a-b', 'duplicate a-c']],
    ],
  ])('%s', (_, items, groups) => expect(told(...items)).toEqual(groups));
});
