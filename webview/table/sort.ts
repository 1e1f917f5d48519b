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

/** Rows in the order; those that are the same in every key keep their places. */
export function sortedRows(rows: readonly Row[], sort: Sort): readonly Row[] {
  const columns = sort.flatMap(({ column, descending }) => {
    const found = COLUMNS.find(({ id }) => id === column);
    return found === undefined ? [] : [{ compare: comparer(found, rows), sign: descending ? -1 : 1 }];
  });
  return rows
    .map((_, at) => at)
    .sort((a, b) => {
      for (const { compare, sign } of columns) {
        const order = compare(a, b);
        if (order !== 0) return order * sign;
      }
      return a - b;
    })
    .flatMap((at) => rows[at] ?? []);
}

/** Compares rows by their places. Each text gets its rank once: comparing texts by language is slow, and many are the same. */
function comparer({ key }: Column, rows: readonly Row[]): (a: number, b: number) => number {
  const keys = rows.map((row) => key(row));
  const texts = [...new Set(keys.filter((each) => typeof each === 'string'))].sort(collator.compare);
  const ranks = new Map(texts.map((each, rank) => [each, rank]));
  const numbers = keys.map((each) => (typeof each === 'string' ? (ranks.get(each) ?? 0) : each));
  return (a, b) => {
    const [left = 0, right = 0] = [numbers[a], numbers[b]];
    return left === right ? 0 : left - right;
  };
}
