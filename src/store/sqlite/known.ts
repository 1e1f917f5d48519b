import type { StoreKey } from '../../core/memory.js';
import type { PieceStatistics, SearchFilter } from '../../core/ports.js';
import { conditionOf } from './filter.js';
import type { Db } from './native.js';
import type { Matrix } from './scan.js';
import { count, statement } from './statement.js';
import { progress, type VectorProgress } from './vectors.js';

/** Terms whose frequency is kept. */
const MOST_TERMS = 10_000;

/** What was worked out about one state of the index. Any change, by any process, starts a new one. */
export interface Known {
  readonly generation: number;
  readonly documents: number;
  /** Documents that hold a term. */
  readonly frequencies: Map<string, number>;
  /** By model and stores. */
  readonly progress: Map<string, VectorProgress>;
  /** Words with the number of documents that hold them, once a word was asked for that none holds. */
  vocabulary?: readonly (readonly [string, number])[];
  /** Of the model asked for last. */
  matrix?: Matrix;
  pieces?: { readonly model: string; readonly statistics: PieceStatistics };
  /** Of the filter asked for last: 1 for each document row it lets through. */
  allowed?: { readonly filter: string; readonly rows: Uint8Array };
}

/** Number that grows with every change of documents or vectors. */
const generation = (db: Db): number => count(db, `select value n from meta where key = 'generation'`);

/** What is known while the index is as it was; inside a transaction. */
export function knownOf(db: Db, last: Known | undefined): Known {
  const now = generation(db);
  if (last?.generation === now) return last;
  return { generation: now, documents: count(db, 'select count(*) n from document'), frequencies: new Map(), progress: new Map() };
}

/** In how many documents a term stands. */
export function frequencyOf(db: Db, term: string, { frequencies }: Known): number {
  let found = frequencies.get(term);
  if (found === undefined) {
    if (frequencies.size >= MOST_TERMS) frequencies.clear();
    frequencies.set(term, (found = count(db, 'select doc n from vocabulary where term = ?', term)));
  }
  return found;
}

export function progressOf(db: Db, model: string, stores: readonly StoreKey[] | undefined, { progress: kept }: Known): VectorProgress {
  const key = JSON.stringify([model, stores]);
  let found = kept.get(key);
  if (found === undefined) kept.set(key, (found = progress(db, model, stores)));
  return found;
}

/** 1 for each document row that a filter lets through. */
export function allowedRows(db: Db, filter: SearchFilter, known: Known): Uint8Array {
  const { sql, values } = conditionOf(filter);
  const key = JSON.stringify([sql, values]);
  if (known.allowed?.filter === key) return known.allowed.rows;
  const allowed = new Uint8Array(count(db, 'select max(row) n from document') + 1);
  for (const row of statement(db, `select d.row from document d where ${sql}`).pluck().all(...values) as number[]) allowed[row] = 1;
  known.allowed = { filter: key, rows: allowed };
  return allowed;
}
