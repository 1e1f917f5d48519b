import type { StoreKey } from '../../core/memory.js';
import { type CorpusStats, storesKey } from '../words/source.js';
import type { Db } from './native.js';
import { count, statement } from './statement.js';

/** Longer documents count as this long; a row and its length share one number, because each column that SQLite returns costs time. */
const LONGEST = 0xfffff;

/** @param stores absent: all */
export function loadCorpusStats(db: Db, stores: readonly StoreKey[] | undefined): CorpusStats {
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
  return { key: storesKey(stores), documents: packed.length, lengths, averageLength: sum / Math.max(1, packed.length) };
}
