/** What a search reads: matches of its words, similar vectors, and which hits are still in the index. Each function runs inside one read transaction. */
import type { MemoryId } from '../../core/memory.js';
import { type IndexedDocument, supersededId } from '../../core/ports/documents.js';
import type {
  HitFacts,
  MeaningLegs,
  MeaningMatches,
  MeaningRequest,
  ModelQuestion,
  PresentedDocuments,
  SearchPlan,
  WordMatches,
} from '../../core/ports/index-store.js';
import type { VectorHit, VectorLeg, WordsHit } from '../../core/ports/search-legs.js';
import { wordsLeg } from '../words/words-leg.js';
import { accessCounts } from './access-counts.js';
import {
  allowedRows,
  cachedDocuments,
  cachedFacts,
  cachedMatrix,
  cachedProgress,
  cachedTokenBits,
  cachedTokenStatistics,
  cachedVectors,
  idsOfRows,
  type ReadCache,
} from './read-cache.js';
import type { Scanner } from './vector-leg.js';
import { vectorLeg } from './vector-leg.js';
import { wordSource } from './word-source.js';

export interface SearchState extends Scanner {
  readonly cache: ReadCache;
}

export function findWords(state: SearchState, plan: SearchPlan, models: readonly string[]): WordMatches {
  const { db, cache } = state;
  const leg = wordsLeg(wordSource(db, cache, plan.filter), plan);
  return {
    leg,
    facts: hitFacts(
      state,
      leg.hits.map(({ id }) => id),
    ),
    progress: new Map(models.map((model) => [model, cachedProgress(db, model, plan.filter.stores, cache)])),
  };
}

export function findMeaning(
  state: SearchState,
  plan: SearchPlan,
  { questions, wordHits, tokens }: MeaningRequest,
): MeaningMatches {
  const legs = completeLegs(state, plan, questions, wordHits);
  const found = new Set([...(wordHits ?? []), ...legs.vectors.flatMap(({ hits }) => hits.map(({ id }) => id))]);
  return {
    legs,
    facts: hitFacts(state, [...found]),
    tokens: tokens
      ? byLastModel(tokens.models, tokens.choose(legs), (model, ids) =>
          cachedTokenBits(state.db, model, ids, state.cache),
        )
          .filter(({ byId }) => byId.size > 0)
          .map(({ model, byId }) => ({
            model,
            bits: byId,
            statistics: cachedTokenStatistics(state.db, model, state.cache),
          }))
      : [],
  };
}

export function presentDocuments(
  { db, cache }: SearchState,
  ids: readonly MemoryId[],
  models: readonly string[],
): PresentedDocuments {
  const documents = new Map<MemoryId, IndexedDocument>(cachedDocuments(db, ids, cache));
  const superseded = [...documents.values()].flatMap((document) => supersededId(document) ?? []);
  for (const [id, document] of cachedDocuments(db, superseded, cache)) documents.set(id, document);
  return { documents, vectors: byLastModel(models, ids, (model, some) => cachedVectors(db, model, some, cache)) };
}

/** Each leg scores the hits of the others as well: else a memory that is second to many by words and first by meaning has no words at all. */
function completeLegs(
  state: SearchState,
  plan: SearchPlan,
  questions: readonly ModelQuestion[],
  wordHits: readonly MemoryId[] | undefined,
): MeaningLegs {
  const { db, cache } = state;
  const own = questions.map((question) => legOf(state, plan, question));
  const found = new Set([...(wordHits ?? []), ...own.flatMap(({ hits }) => hits.map(({ id }) => id))]);
  const missing = (hits: readonly MemoryId[]): readonly MemoryId[] => {
    const known = new Set(hits);
    return [...found].filter((id) => !known.has(id));
  };
  const withoutWords = wordHits ? missing(wordHits) : [];
  const keyword: readonly WordsHit[] =
    withoutWords.length === 0
      ? []
      : wordsLeg(wordSource(db, cache, plan.filter, withoutWords), {
          ...plan,
          limit: withoutWords.length,
          asWritten: false,
        }).hits;
  const vectors = own.map((leg, at): VectorLeg => {
    const question = questions[at];
    const others = missing(leg.hits.map(({ id }) => id));
    if (!question || others.length === 0) return leg;
    return { ...leg, hits: [...leg.hits, ...legOf(state, { ...plan, limit: others.length }, question, others).hits] };
  });
  return { vectors, keyword };
}

/** @param among only these memories */
function legOf(
  { db, vec, cache }: SearchState,
  { filter, limit }: SearchPlan,
  { model, vector, overriddenBy }: ModelQuestion,
  among?: readonly MemoryId[],
): VectorLeg {
  const progress = cachedProgress(db, model, filter.stores, cache);
  const matrix = cachedMatrix(db, model, { stores: filter.stores, overriddenBy }, cache);
  if (!matrix) return { hits: [], mean: 0, deviation: 0, ...progress };
  const allowed = allowedRows(db, filter, cache, among);
  const { best, mean, deviation } = vectorLeg({ db, vec }, matrix, vector, allowed, limit);
  const ids = idsOfRows(
    db,
    best.map(({ row }) => row),
    cache,
  );
  const hits = best.flatMap(({ row, ...hit }): VectorHit[] => {
    const id = ids.get(row);
    return id === undefined ? [] : [{ id, ...hit }];
  });
  return { hits, mean, deviation, ...progress };
}

function hitFacts({ db, cache }: SearchState, ids: readonly MemoryId[]): ReadonlyMap<MemoryId, HitFacts> {
  const counts = accessCounts(db, ids);
  const facts = cachedFacts(db, ids, cache);
  return new Map([...facts].map(([id, one]) => [id, { ...one, accessCount: counts.get(id) ?? 0 }]));
}

interface OfModel<T> {
  readonly model: string;
  readonly byId: ReadonlyMap<MemoryId, T>;
}

/** Asks for each memory the last model that has something of it. The last model comes first. */
function byLastModel<T>(
  models: readonly string[],
  ids: readonly MemoryId[],
  read: (model: string, ids: readonly MemoryId[]) => ReadonlyMap<MemoryId, T>,
): readonly OfModel<T>[] {
  const found: OfModel<T>[] = [];
  let left = ids;
  for (const model of models.toReversed()) {
    const byId = read(model, left);
    left = left.filter((id) => !byId.has(id));
    found.push({ model, byId });
  }
  return found;
}
