/** The order of rows: by one column, and by a second where the first is the same. */
import { type Column, type ColumnId, COLUMNS } from './columns.js';
import type { Row } from './row.js';

export interface SortKey {
  readonly column: ColumnId;
  readonly descending: boolean;
}

/** The first decides. */
export type Sort = readonly SortKey[];

export const FIRST_SORT: Sort = [{ column: 'age', descending: false }];
/** Columns that one can sort by at once. */
const MOST_KEYS = 2;

/** What a click on a header does: sorts by the column, or in the other direction; with `add` it becomes the second column. */
export function sortAfterClick(sort: Sort, column: ColumnId, add: boolean): Sort {
  const known = sort.find((key) => key.column === column);
  const descends = COLUMNS.find(({ id }) => id === column)?.descends === true;
  if (add && known !== undefined)
    return sort.map((key) => (key === known ? { column, descending: !known.descending } : key));
  if (add) return [...sort.slice(0, MOST_KEYS - 1), { column, descending: descends }];
  return [{ column, descending: sort.length === 1 && known !== undefined ? !known.descending : descends }];
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Rows in the order; those that are the same in every key keep their places. @param all of which they are some */
export function sortedRows(rows: readonly Row[], sort: Sort, all: readonly Row[] = rows): readonly Row[] {
  const keys = sort.flatMap(({ column, descending }) => {
    const found = COLUMNS.find(({ id }) => id === column);
    return found === undefined ? [] : [{ ranks: ranksOf(all, found), sign: descending ? -1 : 1 }];
  });
  const [first, second] = keys;
  if (first === undefined) return rows;
  const rankIn = ({ ranks }: typeof first, row: Row): number => ranks.get(row) ?? 0;
  const ranked = rows.map((row, at) => ({
    row,
    at,
    key: rankIn(first, row) * first.sign,
    next: second === undefined ? 0 : rankIn(second, row) * second.sign,
  }));
  ranked.sort((a, b) => a.key - b.key || a.next - b.next || a.at - b.at);
  return ranked.map(({ row }) => row);
}

const known = new WeakMap<readonly Row[], Map<ColumnId, ReadonlyMap<Row, number>>>();

/** The place of each row by a column; rows that are the same have the same. Computed once: comparing texts by language is slow. */
function ranksOf(rows: readonly Row[], { id, key }: Column): ReadonlyMap<Row, number> {
  const columns = known.get(rows) ?? new Map<ColumnId, ReadonlyMap<Row, number>>();
  known.set(rows, columns);
  const before = columns.get(id);
  if (before !== undefined) return before;
  const keys = rows.map((row) => key(row));
  const values = [...new Set(keys)].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? (a < b ? -1 : 1) : collator.compare(String(a), String(b)),
  );
  const places = new Map(values.map((value, place) => [value, place]));
  const ranks = new Map(rows.map((row, at) => [row, places.get(keys[at] ?? '') ?? 0]));
  columns.set(id, ranks);
  return ranks;
}
