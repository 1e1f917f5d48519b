import type { MemoryId, StoreKey } from '../../core/memory.js';
import type { DocumentFacts, PieceStatistics, SearchFilter } from '../../core/ports.js';
import { readFacts } from './documents.js';
import { conditionOf } from './filter.js';
import { Kept, Recent } from './kept.js';
import type { Db } from './native.js';
import { noPostings, type KeptPostings } from './postings.js';
import type { Matrix } from './scan.js';
import { loadScope, scopeKey } from './scope.js';
import { count, statement } from './statement.js';
import { progress, type VectorProgress } from './vectors.js';

/** Of word pieces, and of vectors: those of a thousand memories or so. */
const MOST_BYTES = 8_000_000;

/** What was worked out about one state of the index. Any change, by any process, starts a new one. */
export interface Known {
  readonly generation: number;
  /** Documents that hold a term, for the terms and the stores asked for last. */
  postings?: KeptPostings;
  /** By document row, as far as they were asked for. */
  readonly ids: Map<number, MemoryId>;
  readonly facts: Map<MemoryId, DocumentFacts>;
  /** Bits of word pieces and vectors of the documents asked for last. */
  readonly chunks: Kept<readonly Uint8Array[]>;
  readonly vectors: Kept<readonly Float32Array[]>;
  /** By model and stores. */
  readonly progress: Map<string, VectorProgress>;
  /** Words with the number of documents that hold them, once a word was asked for that none holds. */
  vocabulary?: readonly (readonly [string, number])[];
  /** Of the models asked for last. */
  readonly matrices: Recent<Matrix | undefined>;
  readonly pieces: Recent<PieceStatistics>;
  /** Of the filter asked for last: 1 for each document row it lets through. */
  allowed?: { readonly filter: string; readonly rows: Uint8Array };
}

/** Number that grows with every change of documents or vectors. */
const generation = (db: Db): number => count(db, `select value n from meta where key = 'generation'`);

/** What is known while the index is as it was; inside a transaction. */
export function knownOf(db: Db, last: Known | undefined): Known {
  const now = generation(db);
  if (last?.generation === now) return last;
  return { generation: now, ids: new Map(), facts: new Map(), chunks: new Kept(MOST_BYTES), vectors: new Kept(MOST_BYTES), progress: new Map(), matrices: new Recent(), pieces: new Recent() };
}

/** Ids of document rows. */
export function idsOf(db: Db, rows: readonly number[], { ids }: Known): ReadonlyMap<number, MemoryId> {
  const missing = rows.filter((row) => !ids.has(row));
  if (missing.length > 0) {
    const found = statement(db, 'select row, id from document where row in (select value from json_each(?))').raw().all(JSON.stringify(missing)) as [number, MemoryId][];
    for (const [row, id] of found) ids.set(row, id);
  }
  return ids;
}

export function factsOf(db: Db, ids: readonly MemoryId[], { facts }: Known): ReadonlyMap<MemoryId, DocumentFacts> {
  const missing = ids.filter((id) => !facts.has(id));
  if (missing.length > 0) for (const [id, one] of readFacts(db, missing)) facts.set(id, one);
  return new Map(ids.flatMap((id) => (facts.has(id) ? [[id, facts.get(id) as DocumentFacts]] : [])));
}

export function progressOf(db: Db, model: string, stores: readonly StoreKey[] | undefined, { progress: kept }: Known): VectorProgress {
  const key = JSON.stringify([model, stores]);
  let found = kept.get(key);
  if (found === undefined) kept.set(key, (found = progress(db, model, stores)));
  return found;
}

/** What is known of the terms of some stores (absent: of all). */
export function postingsIn(db: Db, stores: readonly StoreKey[] | undefined, known: Known): KeptPostings {
  if (known.postings?.scope.key !== scopeKey(stores)) known.postings = noPostings(loadScope(db, stores));
  return known.postings;
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
