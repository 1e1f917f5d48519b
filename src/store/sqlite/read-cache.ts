/** What was read and computed about one state of the index: valid until documents or vectors change, in any process. */
import type { MemoryId, StoreKey } from '../../core/memory.js';
import type { DocumentFacts, IndexedDocument } from '../../core/ports/documents.js';
import type { SearchFilter } from '../../core/ports/index-store.js';
import type { TokenStatistics, VectorProgress } from '../../core/ports/search-legs.js';
import { ModelCache, SizedCache } from '../lru.js';
import { newPostingsCache } from '../words/postings.js';
import { isVocabularyWord, type PostingsCache, storesKey } from '../words/source.js';
import { loadCorpusStats } from './corpus-stats.js';
import { readDocuments, readFacts } from './documents.js';
import { conditionOf } from './filter.js';
import { loadMatrix, type Matrix, type MatrixChoice } from './matrix.js';
import type { Db } from './native.js';
import { count, one, statement } from './statement.js';
import { loadTokenStatistics, readTokenBits } from './token-bits.js';
import { chunkVectors, hasVectors, progress, progressBy } from './vectors.js';

/** Bytes of token bits, and of vectors: those of a thousand memories or so. */
const MAX_BYTES = 12_000_000;
/** UTF-16 units of the terms of documents. */
const MAX_TERM_UNITS = 6_000_000;
/** UTF-16 units of documents that are shown: what callers derive from a document lives as long as the document. */
const MAX_SHOWN_UNITS = 1_000_000;

/** About the documents. */
interface DocumentCache {
  /** Postings in the stores of the last question. */
  postings?: PostingsCache;
  readonly ids: Map<number, MemoryId>;
  readonly rows: Map<MemoryId, number>;
  readonly facts: Map<MemoryId, DocumentFacts>;
  /** By row. */
  readonly termTexts: SizedCache<number, string>;
  readonly documents: SizedCache<MemoryId, IndexedDocument>;
  /** Words with the number of documents that have them, once a term was without any document. */
  vocabulary?: readonly (readonly [string, number])[];
  /** Rows of the last filter: 1 for each document row that it lets through. */
  allowed?: { readonly filter: string; readonly rows: Uint8Array };
}

type ChunkArrays<T> = SizedCache<MemoryId, readonly T[]>;

/** About the vectors of documents. */
interface VectorCache {
  readonly tokenBits: ModelCache<ChunkArrays<Uint8Array>>;
  readonly vectors: ModelCache<ChunkArrays<Float32Array>>;
  /** By model and stores. */
  readonly progress: Map<string, VectorProgress>;
  readonly matrices: ModelCache<Matrix>;
  readonly statistics: ModelCache<TokenStatistics>;
}

/** A change of documents clears both; a change of vectors leaves what is about documents. */
export interface ReadCache {
  /** Numbers that grow with every change. */
  readonly generation: { readonly documents: number; readonly vectors: number };
  readonly words: DocumentCache;
  readonly meaning: VectorCache;
}

const byteLengthOf = (arrays: readonly { readonly byteLength: number }[]): number =>
  arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
const unitsOf = ({ body, description, chunks }: IndexedDocument): number =>
  body.length + description.length + chunks.reduce((sum, { text }) => sum + text.length, 0);

const newDocumentCache = (): DocumentCache => ({
  ids: new Map(),
  rows: new Map(),
  facts: new Map(),
  termTexts: new SizedCache(MAX_TERM_UNITS, (text) => text.length),
  documents: new SizedCache(MAX_SHOWN_UNITS, unitsOf),
});
const newVectorCache = (known: ReadonlyMap<string, VectorProgress> = new Map()): VectorCache => ({
  tokenBits: new ModelCache(),
  vectors: new ModelCache(),
  progress: new Map(known),
  matrices: new ModelCache(),
  statistics: new ModelCache(),
});

/** The cache for the present state of the index: the last one where nothing changed. Inside a transaction. */
export function currentCache(db: Db, last: ReadCache | undefined): ReadCache {
  const generation = one<ReadCache['generation']>(
    db,
    `select (select value from meta where key = 'generation') documents, (select value from meta where key = 'vectors') vectors`,
  ) ?? { documents: 0, vectors: 0 };
  if (last?.generation.documents !== generation.documents)
    return { generation, words: newDocumentCache(), meaning: newVectorCache() };
  if (last.generation.vectors !== generation.vectors)
    return { generation, words: last.words, meaning: newVectorCache() };
  return last;
}

/**
 * Called before some texts get their vectors of a model; the function that it returns is called afterwards in the same transaction and gives the cache
 * that is valid then. Embedding asks for the progress after each batch: where every text is a new one, the cached progress is updated instead of counted
 * again.
 */
export function trackNewVectors(
  db: Db,
  { generation, words, meaning }: ReadCache,
  model: string,
  hashes: readonly string[],
): () => ReadCache {
  const cached = [...meaning.progress].flatMap(([key, before]) => {
    const [of, stores] = JSON.parse(key) as [string, readonly StoreKey[] | undefined];
    return of === model ? [{ key, before, stores: stores ?? undefined }] : [];
  });
  const areNew = cached.length > 0 && !hasVectors(db, model, hashes);
  return () => {
    const updated = (areNew ? cached : []).map(({ key, before, stores }) => {
      const { ready, embedded } = progressBy(db, model, hashes, stores);
      return [key, { ...before, ready: before.ready + ready, embedded: before.embedded + embedded }] as const;
    });
    const next = { ...generation, vectors: generation.vectors + 1 };
    return { generation: next, words, meaning: newVectorCache(new Map(updated)) };
  };
}

/** Ids of document rows. */
export function idsOfRows(db: Db, rows: readonly number[], { words }: ReadCache): ReadonlyMap<number, MemoryId> {
  const missing = rows.filter((row) => !words.ids.has(row));
  if (missing.length > 0) loadRowIds(db, 'row', missing, words);
  return words.ids;
}

function rowsOfIds(db: Db, ids: readonly MemoryId[], { words }: ReadCache): ReadonlyMap<MemoryId, number> {
  const missing = ids.filter((id) => !words.rows.has(id));
  if (missing.length > 0) loadRowIds(db, 'id', missing, words);
  return words.rows;
}

function loadRowIds(
  db: Db,
  by: 'row' | 'id',
  values: readonly (number | MemoryId)[],
  { ids, rows }: DocumentCache,
): void {
  const found = statement(db, `select row, id from document where ${by} in (select value from json_each(?))`)
    .raw()
    .all(JSON.stringify(values)) as [number, MemoryId][];
  for (const [row, id] of found) {
    ids.set(row, id);
    rows.set(id, row);
  }
}

export function cachedFacts(
  db: Db,
  ids: readonly MemoryId[],
  { words: { facts } }: ReadCache,
): ReadonlyMap<MemoryId, DocumentFacts> {
  const missing = ids.filter((id) => !facts.has(id));
  if (missing.length > 0) for (const [id, one] of readFacts(db, missing)) facts.set(id, one);
  return new Map(
    ids.flatMap((id): [MemoryId, DocumentFacts][] => {
      const known = facts.get(id);
      return known ? [[id, known]] : [];
    }),
  );
}

/** Words of the index with the number of documents that have each; read once for each state of the index. */
export function vocabularyOf(db: Db, words: ReadCache['words']): readonly (readonly [string, number])[] {
  words.vocabulary ??= (statement(db, 'select term, doc from vocabulary').raw().all() as [string, number][]).filter(
    ([term]) => isVocabularyWord(term),
  );
  return words.vocabulary;
}

/** Terms of name, description and body in their order, a blank around each, several blanks between the three. */
export function termTexts(db: Db, rows: readonly number[], { words }: ReadCache): ReadonlyMap<number, string> {
  const sql = `select row, ' ' || terms_name || '   ' || terms_description || '   ' || terms_body || ' ' from content where row in (select value from json_each(?))`;
  return words.termTexts.get(
    rows,
    (missing) => new Map(statement(db, sql).raw().all(JSON.stringify(missing)) as [number, string][]),
  );
}

/** The same objects while the documents are unchanged. In the order asked for. */
export const cachedDocuments = (
  db: Db,
  ids: readonly MemoryId[],
  { words }: ReadCache,
): ReadonlyMap<MemoryId, IndexedDocument> => words.documents.get(ids, (missing) => readDocuments(db, missing));

export const cachedTokenBits = (
  db: Db,
  model: string,
  ids: readonly MemoryId[],
  { meaning }: ReadCache,
): ReadonlyMap<MemoryId, readonly Uint8Array[]> =>
  meaning.tokenBits
    .get(model, () => new SizedCache<MemoryId, readonly Uint8Array[]>(MAX_BYTES, byteLengthOf))
    .get(ids, (missing) => readTokenBits(db, model, missing));

export const cachedVectors = (
  db: Db,
  model: string,
  ids: readonly MemoryId[],
  { meaning }: ReadCache,
): ReadonlyMap<MemoryId, readonly Float32Array[]> =>
  meaning.vectors
    .get(model, () => new SizedCache<MemoryId, readonly Float32Array[]>(MAX_BYTES, byteLengthOf))
    .get(ids, (missing) => chunkVectors(db, model, missing));

export function cachedProgress(
  db: Db,
  model: string,
  stores: readonly StoreKey[] | undefined,
  { meaning }: ReadCache,
): VectorProgress {
  const key = JSON.stringify([model, stores]);
  let found = meaning.progress.get(key);
  if (found === undefined) meaning.progress.set(key, (found = progress(db, model, stores)));
  return found;
}

export const cachedMatrix = (db: Db, model: string, choice: MatrixChoice, { meaning }: ReadCache): Matrix | undefined =>
  meaning.matrices.get(JSON.stringify([model, choice.overriddenBy, storesKey(choice.stores)]), () =>
    loadMatrix(db, model, choice),
  );

/** The same object while documents and vectors are unchanged. */
export const cachedTokenStatistics = (db: Db, model: string, { meaning }: ReadCache): TokenStatistics =>
  meaning.statistics.get(model, () => loadTokenStatistics(db, model));

/** Postings of the terms of some stores (absent: of all). */
export function cachedPostings(db: Db, stores: readonly StoreKey[] | undefined, { words }: ReadCache): PostingsCache {
  if (words.postings?.stats.key !== storesKey(stores)) words.postings = newPostingsCache(loadCorpusStats(db, stores));
  return words.postings;
}

/**
 * 1 for each document row that a filter lets through.
 * @param among only these memories
 */
export function allowedRows(db: Db, filter: SearchFilter, cache: ReadCache, among?: readonly MemoryId[]): Uint8Array {
  const all = filteredRows(db, filter, cache.words);
  if (!among) return all;
  const some = new Uint8Array(all.length);
  const rows = rowsOfIds(db, among, cache);
  for (const id of among) {
    const row = rows.get(id);
    if (row !== undefined) some[row] = all[row] as number;
  }
  return some;
}

function filteredRows(db: Db, filter: SearchFilter, words: DocumentCache): Uint8Array {
  const { sql, values } = conditionOf(filter);
  const key = JSON.stringify([sql, values]);
  if (words.allowed?.filter !== key) {
    const rows = new Uint8Array(count(db, 'select max(row) n from document') + 1);
    const found = statement(db, `select d.row from document d where ${sql}`)
      .pluck()
      .all(...values) as number[];
    for (const row of found) rows[row] = 1;
    words.allowed = { filter: key, rows };
  }
  return words.allowed.rows;
}
