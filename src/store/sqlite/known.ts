import type { MemoryId, StoreKey } from '../../core/memory.js';
import type { DocumentFacts, IndexedDocument } from '../../core/ports/documents.js';
import type { SearchFilter } from '../../core/ports/index-store.js';
import type { PieceStatistics } from '../../core/ports/legs.js';
import { readDocuments, readFacts } from './documents.js';
import { conditionOf } from './filter.js';
import { Kept, Recent } from './kept.js';
import { loadMatrix, type Matrix, type MatrixChoice } from './matrix.js';
import type { Db } from './native.js';
import { type KeptPostings, noPostings } from './postings.js';
import { loadScope, scopeKey } from './scope.js';
import { count, one, statement } from './statement.js';
import { hasVectors, progress, progressBy, type VectorProgress } from './vectors.js';

/** Of word pieces, and of vectors: those of a thousand memories or so. */
const MOST_BYTES = 8_000_000;
/** UTF-16 units of the terms of documents. */
const MOST_UNITS = 4_000_000;
/** UTF-16 units of documents that are shown: their readers keep things beside them. */
const MOST_SHOWN = 500_000;

/** What was worked out about the documents of one state of the index. */
interface Words {
  /** Documents that hold a term, for the terms and the stores asked for last. */
  postings?: KeptPostings;
  /** By document row, as far as they were asked for, and the other way round. */
  readonly ids: Map<number, MemoryId>;
  readonly rows: Map<MemoryId, number>;
  readonly facts: Map<MemoryId, DocumentFacts>;
  /** Terms of the documents asked for last, by row. */
  readonly texts: Kept<number, string>;
  /** Those asked for last: while a question is typed the same ones are shown again and again. */
  readonly documents: Kept<MemoryId, IndexedDocument>;
  /** Words with the number of documents that hold them, once a word was asked for that none holds. */
  vocabulary?: readonly (readonly [string, number])[];
  /** Of the filter asked for last: 1 for each document row it lets through. */
  allowed?: { readonly filter: string; readonly rows: Uint8Array };
}

/** The same about their vectors. */
interface Meaning {
  /** Bits of word pieces and vectors of the documents asked for last, by model. */
  readonly chunks: Recent<Kept<MemoryId, readonly Uint8Array[]>>;
  readonly vectors: Recent<Kept<MemoryId, readonly Float32Array[]>>;
  /** By model and stores. */
  readonly progress: Map<string, VectorProgress>;
  /** Of the models asked for last. */
  readonly matrices: Recent<Matrix | undefined>;
  readonly pieces: Recent<PieceStatistics>;
}

/** Changes of documents, by any process, start both anew; those of vectors leave the words as they are. */
export interface Known {
  /** Numbers that grow with every change. */
  readonly at: { readonly documents: number; readonly vectors: number };
  readonly words: Words;
  readonly meaning: Meaning;
}

const bytesOf = (arrays: readonly { readonly byteLength: number }[]): number =>
  arrays.reduce((sum, one) => sum + one.byteLength, 0);
const unitsOf = ({ body, description, chunks }: IndexedDocument): number =>
  body.length + description.length + chunks.reduce((sum, { text }) => sum + text.length, 0);

const noWords = (): Words => ({
  ids: new Map(),
  rows: new Map(),
  facts: new Map(),
  texts: new Kept(MOST_UNITS, (text) => text.length),
  documents: new Kept(MOST_SHOWN, unitsOf),
});
const noMeaning = (progress: ReadonlyMap<string, VectorProgress> = new Map()): Meaning => ({
  chunks: new Recent(),
  vectors: new Recent(),
  progress: new Map(progress),
  matrices: new Recent(),
  pieces: new Recent(),
});

/** What is known while the index is as it was; inside a transaction. */
export function knownOf(db: Db, last: Known | undefined): Known {
  const { documents, vectors } = one<Known['at']>(
    db,
    `select (select value from meta where key = 'generation') documents, (select value from meta where key = 'vectors') vectors`,
  ) ?? { documents: 0, vectors: 0 };
  if (last?.at.documents !== documents) return { at: { documents, vectors }, words: noWords(), meaning: noMeaning() };
  return last.at.vectors === vectors ? last : { at: { documents, vectors }, words: last.words, meaning: noMeaning() };
}

/**
 * To be asked before some texts get their vectors of a model; afterwards, inside the same transaction, the answer gives what is known then.
 * Who embeds many asks after each few how many are left: that number goes on where every text is a new one.
 */
export function vectorsCame(
  db: Db,
  { at, words, meaning }: Known,
  model: string,
  hashes: readonly string[],
): () => Known {
  const asked = [...meaning.progress].flatMap(([key, before]) => {
    const [of, stores] = JSON.parse(key) as [string, readonly StoreKey[] | undefined];
    return of === model ? [{ key, before, stores: stores ?? undefined }] : [];
  });
  const anew = asked.length > 0 && !hasVectors(db, model, hashes);
  return () => {
    const progress = anew
      ? asked.map(({ key, before, stores }) => {
          const more = progressBy(db, model, hashes, stores);
          return [
            key,
            { ...before, ready: before.ready + more.ready, holding: before.holding + more.holding },
          ] as const;
        })
      : [];
    return { at: { ...at, vectors: at.vectors + 1 }, words, meaning: noMeaning(new Map(progress)) };
  };
}

/** Ids of document rows. */
export function idsOf(db: Db, rows: readonly number[], { words }: Known): ReadonlyMap<number, MemoryId> {
  const missing = rows.filter((row) => !words.ids.has(row));
  if (missing.length > 0) meet(db, 'row', missing, words);
  return words.ids;
}

/** Rows of documents. */
function rowsOf(db: Db, ids: readonly MemoryId[], { words }: Known): ReadonlyMap<MemoryId, number> {
  const missing = ids.filter((id) => !words.rows.has(id));
  if (missing.length > 0) meet(db, 'id', missing, words);
  return words.rows;
}

function meet(db: Db, by: 'row' | 'id', values: readonly (number | MemoryId)[], { ids, rows }: Words): void {
  const found = statement(db, `select row, id from document where ${by} in (select value from json_each(?))`)
    .raw()
    .all(JSON.stringify(values)) as [number, MemoryId][];
  for (const [row, id] of found) {
    ids.set(row, id);
    rows.set(id, row);
  }
}

export function factsOf(
  db: Db,
  ids: readonly MemoryId[],
  { words: { facts } }: Known,
): ReadonlyMap<MemoryId, DocumentFacts> {
  const missing = ids.filter((id) => !facts.has(id));
  if (missing.length > 0) for (const [id, one] of readFacts(db, missing)) facts.set(id, one);
  return new Map(ids.flatMap((id) => (facts.has(id) ? [[id, facts.get(id) as DocumentFacts]] : [])));
}

/** Terms of name, description and body in their order, a blank around each, more between the three. */
export function textsOf(db: Db, rows: readonly number[], { words: { texts } }: Known): ReadonlyMap<number, string> {
  return texts.get(
    rows,
    (missing) =>
      new Map(
        statement(
          db,
          `select row, ' ' || terms_name || '   ' || terms_description || '   ' || terms_body || ' ' from content where row in (select value from json_each(?))`,
        )
          .raw()
          .all(JSON.stringify(missing)) as [number, string][],
      ),
  );
}

/** The same objects while the documents are as they were. In the order asked for. */
export const documentsOf = (
  db: Db,
  ids: readonly MemoryId[],
  { words }: Known,
): ReadonlyMap<MemoryId, IndexedDocument> => words.documents.get(ids, (missing) => readDocuments(db, missing));

type OfChunks<T> = (db: Db, model: string, ids: readonly MemoryId[]) => ReadonlyMap<MemoryId, readonly T[]>;

export const piecesOf = (
  db: Db,
  model: string,
  ids: readonly MemoryId[],
  { meaning }: Known,
  read: OfChunks<Uint8Array>,
): ReadonlyMap<MemoryId, readonly Uint8Array[]> =>
  meaning.chunks
    .get(model, () => new Kept<MemoryId, readonly Uint8Array[]>(MOST_BYTES, bytesOf))
    .get(ids, (missing) => read(db, model, missing));

export const vectorsOf = (
  db: Db,
  model: string,
  ids: readonly MemoryId[],
  { meaning }: Known,
  read: OfChunks<Float32Array>,
): ReadonlyMap<MemoryId, readonly Float32Array[]> =>
  meaning.vectors
    .get(model, () => new Kept<MemoryId, readonly Float32Array[]>(MOST_BYTES, bytesOf))
    .get(ids, (missing) => read(db, model, missing));

export function progressOf(
  db: Db,
  model: string,
  stores: readonly StoreKey[] | undefined,
  { meaning: { progress: kept } }: Known,
): VectorProgress {
  const key = JSON.stringify([model, stores]);
  let found = kept.get(key);
  if (found === undefined) kept.set(key, (found = progress(db, model, stores)));
  return found;
}

export const matrixOf = (db: Db, model: string, choice: MatrixChoice, { meaning }: Known): Matrix | undefined =>
  meaning.matrices.get(JSON.stringify([model, choice.instead, scopeKey(choice.stores)]), () =>
    loadMatrix(db, model, choice),
  );

/** What is known of the terms of some stores (absent: of all). */
export function postingsIn(db: Db, stores: readonly StoreKey[] | undefined, { words }: Known): KeptPostings {
  if (words.postings?.scope.key !== scopeKey(stores)) words.postings = noPostings(loadScope(db, stores));
  return words.postings;
}

/** 1 for each document row that a filter lets through. */
export function allowedRows(db: Db, filter: SearchFilter, known: Known): Uint8Array {
  const all = rowsLetThrough(db, filter, known.words);
  if (!filter.among) return all;
  const some = new Uint8Array(all.length);
  const rows = rowsOf(db, filter.among, known);
  for (const id of filter.among) {
    const row = rows.get(id);
    if (row !== undefined) some[row] = all[row] as number;
  }
  return some;
}

/** By the filter but `among`. */
function rowsLetThrough(db: Db, filter: SearchFilter, words: Words): Uint8Array {
  const { sql, values } = conditionOf(filter);
  const key = JSON.stringify([sql, values]);
  if (words.allowed?.filter !== key) {
    const rows = new Uint8Array(count(db, 'select max(row) n from document') + 1);
    for (const row of statement(db, `select d.row from document d where ${sql}`)
      .pluck()
      .all(...values) as number[])
      rows[row] = 1;
    words.allowed = { filter: key, rows };
  }
  return words.allowed.rows;
}
