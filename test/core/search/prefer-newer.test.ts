import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { preferNewer } from '../../../src/core/search/prefer-newer.js';

describe('newer first', () => {
  const DAY = 86_400_000;
  const items = (rows: readonly (readonly [string, number, number])[]) =>
    rows.map(([id, score, day]) => ({ id, score, dateMs: day * DAY }));
  const order = (rows: readonly (readonly [string, number, number])[], related = true) =>
    preferNewer(items(rows), () => (related ? 'contradicts' : undefined)).map(({ item, newerThan }) =>
      newerThan ? `${item.id} > ${newerThan.id}` : item.id,
    );

  it.each([
    [
      'the newer of two versions',
      [
        ['old', 1, 1],
        ['new', 0.8, 2],
      ],
      ['new > old', 'old'],
    ],
    [
      'stays where it leads already, and says so',
      [
        ['new', 1, 2],
        ['old', 0.9, 1],
      ],
      ['new > old', 'old'],
    ],
    [
      'not over what scores less than half of it',
      [
        ['new', 1, 2],
        ['old', 0.49, 1],
      ],
      ['new', 'old'],
    ],
    [
      'not below half of the score',
      [
        ['old', 1, 1],
        ['new', 0.49, 2],
      ],
      ['old', 'new'],
    ],
    [
      'three versions, newest first',
      [
        ['one', 1, 1],
        ['two', 0.9, 2],
        ['three', 0.8, 3],
      ],
      ['three > one', 'two > one', 'one'],
    ],
    [
      'a difference of a checkout is none',
      [
        ['a', 1, 1],
        ['b', 0.9, 1 + 1 / 86_400],
      ],
      ['a', 'b'],
    ],
    ['nothing', [], []],
  ] as const)('%s', (_, rows, expected) => {
    expect(order(rows)).toEqual(expected);
  });

  it('leaves what is on other things', () => {
    expect(
      order(
        [
          ['old', 1, 1],
          ['new', 0.8, 2],
        ],
        false,
      ),
    ).toEqual(['old', 'new']);
  });

  it('takes the score of what it comes before, and each says why', () => {
    const [one, two, three] = preferNewer(
      items([
        ['old', 0.9, 1],
        ['other', 0.7, 9],
        ['new', 0.6, 2],
      ]),
      ({ id: newer }, { id: older }) => (newer === 'new' && older === 'old' ? ('contradicts' as const) : undefined),
    );
    expect(one).toMatchObject({ item: { id: 'new' }, score: 0.9, newerThan: { id: 'old' } });
    expect(two).toMatchObject({
      item: { id: 'old' },
      score: 0.9,
      olderThan: { item: { id: 'new' }, reason: 'contradicts' },
    });
    expect(three).toEqual({ item: { id: 'other', score: 0.7, dateMs: 9 * DAY }, score: 0.7 });
  });

  it('passes none that stays', () => {
    const found = preferNewer(
      items([
        ['old', 0.9, 1],
        ['new', 0.8, 2],
      ]),
      () => 'replaces' as const,
      ({ id }) => id === 'old',
    );
    expect(found.map(({ item }) => item.id)).toEqual(['old', 'new']);
    expect(found[0]).toMatchObject({ olderThan: { item: { id: 'new' }, reason: 'replaces' } });
  });

  it('is sorted by the scores that it tells, whatever is newer than what', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            score: fc.double({ min: 0, max: 1, noNaN: true }),
            dateMs: fc.nat(10).map((day) => day * DAY),
            group: fc.nat(3),
          }),
          { maxLength: 12 },
        ),
        (rows) => {
          const sorted = [...rows].sort((a, b) => b.score - a.score || b.dateMs - a.dateMs);
          const ranked = preferNewer(sorted, (a, b) => (a.group === b.group ? 'contradicts' : undefined));
          expect(ranked.map(({ item }) => item)).toEqual(expect.arrayContaining(sorted));
          expect(ranked.length).toBe(rows.length);
          for (const [at, { item, score, newerThan }] of ranked.entries()) {
            expect(score).toBeGreaterThanOrEqual(item.score);
            // Only a version of it lifts a memory.
            if (score > item.score) expect(newerThan?.group).toBe(item.group);
            expect(score).toBeLessThanOrEqual(ranked[at - 1]?.score ?? 1);
          }
        },
      ),
    );
  });
});
