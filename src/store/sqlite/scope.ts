import type { StoreKey } from '../../core/memory.js';
import type { Db } from './native.js';
import { count, statement } from './statement.js';

/** The memories of some stores: how rare a term is, and what is usual, is asked of them and of no others in the index. */
export interface Scope {
  /** Stands for its stores. */
  readonly key: string;
  readonly documents: number;
  /** Terms of each document by row; 0 for rows that are not in it, or hold none. */
  readonly lengths: Uint32Array;
  readonly averageLength: number;
}

/** Terms beyond that are as good as that many; a row and its length share one number, because SQLite's rows cost as much as their columns. */
const LONGEST = 0xfffff;

export const scopeKey = (stores: readonly StoreKey[] | undefined): string =>
  stores === undefined ? '' : JSON.stringify([...stores].sort());

/** @param stores of all when absent */
export function loadScope(db: Db, stores: readonly StoreKey[] | undefined): Scope {
  const lengths = new Uint32Array(count(db, 'select max(row) n from document') + 1);
  const where = stores ? 'where store in (select value from json_each(?))' : '';
  const packed = statement(db, `select row * ${LONGEST + 1} + min(length, ${LONGEST}) from document ${where}`)
    .pluck()
    .all(...(stores ? [JSON.stringify(stores)] : [])) as number[];
  let sum = 0;
  for (const one of packed) {
    const length = one % (LONGEST + 1);
    lengths[(one - length) / (LONGEST + 1)] = length;
    sum += length;
  }
  return { key: scopeKey(stores), documents: packed.length, lengths, averageLength: sum / Math.max(1, packed.length) };
}
