import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { PanelMemory } from '../../src/protocol/webview/memories.js';
import { COLUMNS, tracksOf } from '../../webview/table/columns.js';
import { type Chosen, faceted, FACETS, toggled } from '../../webview/table/facets.js';
import type { Row } from '../../webview/table/row.js';
import { NO_SELECTION, selected, selectionAmong } from '../../webview/table/selection.js';
import { type Sort, sortAfterClick, sortedRows } from '../../webview/table/sort.js';
import { readLook } from '../../webview/table/table-look.js';

const row = (name: string, more: Partial<PanelMemory> = {}): Row => ({
  memory: {
    id: `s/${name}.md`,
    name,
    description: '',
    type: 'project',
    level: 'long-term',
    ageDays: 1,
    uses: 0,
    inIndex: true,
    loaded: true,
    readable: true,
    agent: null,
    store: 's',
    problems: 0,
    severity: null,
    reasons: [],
    ...more,
  },
  store: { key: 's', label: 'store', hasIndex: false },
});

const names = (rows: readonly Row[]): string => rows.map(({ memory }) => memory.name).join(' ');

describe('widths of columns', () => {
  it('are what was chosen, and shares of the rest: together no more than there is', () => {
    const columns = COLUMNS.filter(({ id }) => ['name', 'type', 'uses'].includes(id));
    expect(tracksOf(columns, { type: 90 })).toBe(
      'minmax(clamp(4em, (100cqi - 90px - 4.5em) * 11 / 11, 11em), 2fr) 90px minmax(4.5em, 0.2fr)',
    );
    expect(tracksOf(columns, {})).toContain('(100cqi - 0px - 4.5em) * 6 / 17');
  });
});

describe('sorting', () => {
  const rows = [
    row('b', { uses: 2, ageDays: 3 }),
    row('a10', { uses: 2, ageDays: 1 }),
    row('a9', { uses: 5, ageDays: null }),
  ];
  it.each<[Sort, string]>([
    [[{ column: 'name', descending: false }], 'a9 a10 b'],
    [[{ column: 'name', descending: true }], 'b a10 a9'],
    [[{ column: 'age', descending: false }], 'a10 b a9'],
    [
      [
        { column: 'uses', descending: true },
        { column: 'name', descending: false },
      ],
      'a9 a10 b',
    ],
    [
      [
        { column: 'uses', descending: false },
        { column: 'age', descending: true },
      ],
      'b a10 a9',
    ],
    [[], 'b a10 a9'],
  ])('%j', (sort, expected) => {
    expect(names(sortedRows(rows, sort))).toBe(expected);
  });

  it('follows clicks', () => {
    const age: Sort = [{ column: 'age', descending: false }];
    expect(sortAfterClick(age, 'age', false)).toEqual([{ column: 'age', descending: true }]);
    expect(sortAfterClick(age, 'uses', false)).toEqual([{ column: 'uses', descending: true }]);
    const two = sortAfterClick(age, 'name', true);
    expect(two).toEqual([...age, { column: 'name', descending: false }]);
    expect(sortAfterClick(two, 'name', true)).toEqual([...age, { column: 'name', descending: true }]);
    expect(sortAfterClick(two, 'type', true)).toEqual([...age, { column: 'type', descending: false }]);
    expect(sortAfterClick(two, 'name', false)).toEqual([{ column: 'name', descending: false }]);
  });
});

describe('facets', () => {
  const rows = [
    row('a', { type: 'user', level: 'shared' }),
    row('b', { type: 'user', reasons: ['secret', 'stale'] }),
    row('c', { inIndex: false, loaded: false, ageDays: 400, reasons: ['stale'] }),
  ];
  it.each<[Chosen, string]>([
    [{}, 'a b c'],
    [{ type: ['user'] }, 'a b'],
    [{ type: ['user', 'project'] }, 'a b c'],
    [{ type: ['user'], level: ['long-term'] }, 'b'],
    [{ problem: ['stale'] }, 'b c'],
    [{ problem: [''] }, 'a'],
    [{ age: ['older'], state: ['no-index'] }, 'c'],
    [{ type: ['nothing'] }, ''],
    [{ type: [] }, 'a b c'],
  ])('%j', (chosen, expected) => {
    expect(names(faceted(rows, chosen).rows)).toBe(expected);
  });

  it('count what would be shown, whatever is chosen of the same facet', () => {
    const counts = (chosen: Chosen): unknown =>
      faceted(rows, chosen).values[FACETS.indexOf('type')]?.map(({ value, count, chosen: isChosen }) => [
        value,
        count,
        isChosen,
      ]);
    expect(counts({ type: ['user'] })).toEqual([
      ['project', 1, false],
      ['user', 2, true],
    ]);
    expect(counts({ problem: ['stale'] })).toEqual([
      ['project', 1, false],
      ['user', 1, false],
    ]);
  });

  it('are chosen and given up by a click', () => {
    const once = toggled({}, 'type', 'user');
    expect(once).toEqual({ type: ['user'] });
    expect(toggled(once, 'type', 'user')).toEqual({ type: [] });
  });
});

describe('selection', () => {
  const ids = ['a', 'b', 'c', 'd'];
  it('is one row, a range or single rows', () => {
    const one = selected(NO_SELECTION, ids, 1, 'one');
    expect([...one.ids]).toEqual(['b']);
    const range = selected(one, ids, 3, 'range');
    expect([...range.ids]).toEqual(['b', 'c', 'd']);
    expect([...selected(range, ids, 0, 'range').ids]).toEqual(['a', 'b']);
    expect([...selected(range, ids, 2, 'toggle').ids]).toEqual(['b', 'd']);
    expect(selected(range, ids, 0, 'move')).toEqual({ ...range, active: 0 });
    expect(selected(range, ids, 9, 'one')).toBe(range);
  });

  it('stays with its rows when others come and go', () => {
    const before = selected(selected(NO_SELECTION, ids, 1, 'one'), ids, 2, 'range');
    const after = selectionAmong(before, ids, ['d', 'c', 'x']);
    expect([...after.ids]).toEqual(['c']);
    expect(after.active).toBe(1);
    expect(selectionAmong(before, ids, []).active).toBe(-1);
  });
});

it('a kept look of any shape gives one that can be used', () => {
  const FIRST = readLook(undefined);
  fc.assert(
    fc.property(fc.anything(), (kept) => {
      expect(readLook(kept).columns.length).toBeGreaterThan(0);
    }),
  );
  expect(readLook({ columns: ['name', 'nothing'] })).toEqual(FIRST);
  expect(readLook({ columns: ['age'], words: 'x' })).toEqual({ ...FIRST, columns: ['age'], words: 'x' });
});
