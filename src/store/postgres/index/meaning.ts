/** The three questions of a search. */
import type { MemoryId } from '../../../core/memory.js';
import { type DocumentFacts, type IndexedDocument, supersededId } from '../../../core/ports/documents.js';
import type {
  HitFacts,
  MeaningLegs,
  MeaningMatches,
  MeaningRequest,
  ModelQuestion,
  PresentedDocuments,
  SearchFilter,
  SearchPlan,
  WordMatches,
} from '../../../core/ports/index-store.js';
import type { VectorHit, VectorLeg, VectorProgress, WordsLeg } from '../../../core/ports/search-legs.js';
import { unitVector } from '../../unit-vector.js';
import { wordsLeg } from '../../words/words-leg.js';
import type { Session } from '../session.js';
import type { IndexCache } from './cache.js';
import { readDocuments, readFacts } from './documents.js';
import { conditionOf } from './filter.js';
import { chunkVectors, dimensionsOf, progressOf, tokenBits, tokenStatistics, vectorText } from './vectors.js';
import { firstTerms, keepOccurrences, type Occurrences, PostgresWords, rowsOf, termQueries } from './word-source.js';

/** Up to this many vectors, each is compared; beyond, those that their index finds. */
const FEW_VECTORS = 5_000;
/** Vectors with the smallest hashes, which is a fixed random sample. */
const SAMPLE = 1_000;

export interface SearchState {
  readonly session: Session;
  readonly cache: IndexCache;
}

/** @param among numbers of rows: only these */
async function wordsOf(
  { session, cache }: SearchState,
  plan: SearchPlan,
  among?: readonly number[],
): Promise<WordsLeg> {
  const source = await PostgresWords.open(session, cache.words, plan.filter, among);
  return source.complete(session, firstTerms(plan.terms), (words) => wordsLeg(words, plan));
}

export async function findWords(state: SearchState, plan: SearchPlan, models: readonly string[]): Promise<WordMatches> {
  const leg = await wordsOf(state, plan);
  const ids = leg.hits.map(({ id }) => id);
  const progress = new Map<string, VectorProgress>();
  for (const model of models) progress.set(model, await cachedProgress(state, model, plan.filter.stores));
  return { leg, facts: await hitFacts(state, ids), progress };
}

export async function cachedProgress(
  { session, cache: { meaning } }: SearchState,
  model: string,
  stores: SearchFilter['stores'],
): Promise<VectorProgress> {
  const key = JSON.stringify([model, stores]);
  const known = meaning.progress.get(key) ?? (await progressOf(session, model, stores));
  meaning.progress.set(key, known);
  return known;
}

export async function findMeaning(
  state: SearchState,
  plan: SearchPlan,
  { questions, wordHits, tokens }: MeaningRequest,
): Promise<MeaningMatches> {
  const { used, ...legs } = await completeLegs(state, plan, questions, wordHits);
  const found = new Set([...(wordHits ?? []), ...legs.vectors.flatMap(({ hits }) => hits.map(({ id }) => id))]);
  const facts = await hitFacts(state, [...found], used);
  if (!tokens) return { legs, facts, tokens: [] };
  const byModel = await byLastModel(tokens.models, tokens.choose(legs), (model, ids) =>
    tokenBits(state.session, model, ids),
  );
  const chosen: MeaningMatches['tokens'][number][] = [];
  for (const { model, byId } of byModel)
    if (byId.size > 0) chosen.push({ model, bits: byId, statistics: await cachedStatistics(state, model) });
  return { legs, facts, tokens: chosen };
}

/** The same object while documents and vectors are unchanged. */
async function cachedStatistics({ session, cache: { meaning } }: SearchState, model: string) {
  const known = meaning.statistics.get(model, () => undefined);
  if (known) return known;
  const statistics = await tokenStatistics(session, model);
  return meaning.statistics.get(model, () => statistics);
}

export async function presentDocuments(
  state: SearchState,
  ids: readonly MemoryId[],
  models: readonly string[],
): Promise<PresentedDocuments> {
  const documents = new Map<MemoryId, IndexedDocument>(await cachedDocuments(state, ids));
  const superseded = [...documents.values()].flatMap((document) => supersededId(document) ?? []);
  for (const [id, document] of await cachedDocuments(state, superseded)) documents.set(id, document);
  return {
    documents,
    vectors: await byLastModel(models, ids, (model, some) => chunkVectors(state.session, model, some)),
  };
}

/** The same objects while the documents are unchanged. In the order asked for. */
export const cachedDocuments = (
  { session, cache }: SearchState,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, IndexedDocument>> =>
  cache.words.documents.fetch(ids, (missing) => readDocuments(session, missing));

export async function cachedFacts(
  { session, cache: { words } }: SearchState,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, DocumentFacts>> {
  const missing = ids.filter((id) => !words.facts.has(id));
  if (missing.length > 0) for (const [id, one] of await readFacts(session, missing)) words.facts.set(id, one);
  return new Map(
    ids.flatMap((id): [MemoryId, DocumentFacts][] => {
      const known = words.facts.get(id);
      return known ? [[id, known]] : [];
    }),
  );
}

type Uses = Map<MemoryId, number>;

/** Each leg scores the hits of the others as well; a question's own hits and those of words in one statement. `used`: access counts that came along. */
async function completeLegs(
  state: SearchState,
  plan: SearchPlan,
  questions: readonly ModelQuestion[],
  wordHits: readonly MemoryId[] | undefined,
): Promise<MeaningLegs & { readonly used: Uses }> {
  const { session, cache } = state;
  const used: Uses = new Map();
  const wordRows = await rowsOf(session, cache.words, wordHits ?? []);
  const own: RowLeg[] = [];
  for (const question of questions) own.push(await legOf(state, plan, question, plan.limit, wordRows, used));
  const found = new Set([...wordRows, ...own.flatMap(({ hits }) => hits.map(({ row }) => row))]);
  const missing = (rows: readonly number[]): number[] => [...found].filter((row) => !rows.includes(row));
  const vectors: VectorLeg[] = [];
  for (const [at, leg] of own.entries()) {
    const question = questions[at] as ModelQuestion;
    const others = missing([...leg.hits.map(({ row }) => row), ...wordRows]);
    const more = others.length > 0 ? (await legOf(state, plan, question, 0, others, used)).hits : [];
    vectors.push({ ...leg, hits: [...leg.hits, ...more].map(({ row: _, ...hit }) => hit) });
  }
  const withoutWords = wordHits ? missing(wordRows) : [];
  const { hits: keyword } =
    withoutWords.length === 0
      ? { hits: [] }
      : await wordsOf(state, { ...plan, limit: withoutWords.length, asWritten: false }, withoutWords);
  return { vectors, keyword, used };
}

interface RowHit extends VectorHit {
  readonly row: number;
}

interface RowLeg extends Omit<VectorLeg, 'hits'> {
  readonly hits: readonly RowHit[];
}

/** An answer of `memdir.fused`. */
interface FusedRow {
  readonly words: readonly Occurrences[] | null;
  readonly hits:
    | readonly (readonly [number, number, number, number, MemoryId, string, DocumentFacts['level'], number, number])[]
    | null;
  readonly mean: number;
  readonly deviation: number;
}

/** The best `most` documents, and those of `also`; what is not known yet of the plan's words comes in the same statement. */
async function legOf(
  state: SearchState,
  { filter, terms }: SearchPlan,
  { model, vector, overriddenBy }: ModelQuestion,
  most: number,
  also: readonly number[],
  used: Uses,
): Promise<RowLeg> {
  const { session, cache } = state;
  const { words } = cache;
  const progress = await cachedProgress(state, model, filter.stores);
  const dimensions = await cachedDimensions(state, model);
  if (dimensions === undefined) return { hits: [], mean: 0, deviation: 0, ...progress };
  const unknown = firstTerms(terms).filter((term) => !words.occurrences.has(term));
  const [row] = await session.rows<FusedRow>(
    'select words, hits, mean, deviation from memdir.fused($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
    words.places.repositories,
    words.places.bases,
    ...termQueries(unknown),
    model,
    vectorText(unitVector(vector, dimensions, model)),
    most,
    also,
    conditionOf(filter),
    filter.stores === undefined ? null : JSON.stringify(filter.stores),
    overriddenBy ?? null,
    FEW_VECTORS,
    SAMPLE,
  );
  keepOccurrences(words, unknown, row?.words ?? []);
  const hits = (row?.hits ?? []).map(([at, cosine, line, chunks, id, type, level, dateMs, count]): RowHit => {
    words.ids.set(at, id);
    words.rows.set(id, at);
    words.facts.set(id, { type, level, dateMs });
    used.set(id, count);
    return { row: at, id, cosine, line, chunks };
  });
  return { hits, mean: row?.mean ?? 0, deviation: row?.deviation ?? 0, ...progress };
}

async function cachedDimensions({ session, cache: { meaning } }: SearchState, model: string) {
  if (!meaning.dimensions.has(model)) meaning.dimensions.set(model, await dimensionsOf(session, model));
  return meaning.dimensions.get(model);
}

/** @param used access counts that are known */
async function hitFacts(
  state: SearchState,
  ids: readonly MemoryId[],
  used: Uses = new Map(),
): Promise<ReadonlyMap<MemoryId, HitFacts>> {
  const facts = await cachedFacts(state, ids);
  const unknown = ids.filter((id) => !used.has(id));
  const counts = new Map([...used, ...(unknown.length > 0 ? await accessCounts(state.session, unknown) : [])]);
  return new Map([...facts].map(([id, one]) => [id, { ...one, accessCount: counts.get(id) ?? 0 }]));
}

/** Counts of this member's accesses alone. */
export async function accessCounts(session: Session, ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, number>> {
  const rows = await session.rows<{ id: string; count: number }>(
    'select id, count from memdir.access where id = any($1) and role = session_user',
    ids,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Asks for each memory the last model that has something of it. The last model comes first. */
async function byLastModel<T>(
  models: readonly string[],
  ids: readonly MemoryId[],
  read: (model: string, ids: readonly MemoryId[]) => Promise<ReadonlyMap<MemoryId, T>>,
): Promise<{ readonly model: string; readonly byId: ReadonlyMap<MemoryId, T> }[]> {
  const found: { readonly model: string; readonly byId: ReadonlyMap<MemoryId, T> }[] = [];
  let left = ids;
  for (const model of models.toReversed()) {
    const byId = await read(model, left);
    left = left.filter((id) => !byId.has(id));
    found.push({ model, byId });
  }
  return found;
}
