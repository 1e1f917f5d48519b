/** Answers one question: words, meaning, order, documents. */
import { messageOf, throwIfAborted } from '../../core/errors.js';
import { memo } from '../../core/memo.js';
import type { SearchFilter } from '../../core/ports/index-store.js';
import type { WordsLeg } from '../../core/ports/search-legs.js';
import { raceAbort } from '../../core/race-abort.js';
import type { Fusion, SearchRequest, SearchResult } from '../../core/results.js';
import { confidenceOf, isRelevant } from '../../core/search/confidence.js';
import { parseQuery, type Query } from '../../core/search/query.js';
import { fuse, type Fused } from '../../core/search/rank.js';
import { withTimeout } from '../async.js';
import type { IndexSync } from '../index/index-sync.js';
import type { SearchContext } from './context.js';
import { newestHits, type ShownHit, toHits } from './hits.js';
import { askMeaning, askWords, embedQuestion, type FoundLegs } from './legs.js';
import { noiseThresholds } from './noise.js';
import { filterNotice, indexOutdated, newestShown, noWords } from './notices.js';
import { afterWaiting, filterOf, hasFilters, limitOf, planOf } from './plan.js';
import type { ShowOptions } from './render-hit.js';
import { idsToRerank, rerank } from './rerank.js';

/** Milliseconds without a new vector after which search stops to wait for vectors. */
const STALLED_MS = 5_000;
/** Memories whose vectors a search waits for, as after a write. More take longer than people wait: then what is there answers. */
const FEW = 32;

export interface Answer {
  readonly result: SearchResult;
  /** The hits of the result, with what they were made of. */
  readonly shown: readonly ShownHit[];
}

/** Without vectors the answer comes from words alone, and a notice tells it. Rejects when words and vectors both fail. */
export async function answer(
  context: SearchContext,
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const startMs = context.ports.clock.now();
  const elapsedMs = (): number => context.ports.clock.now() - startMs;
  const limit = limitOf(request);
  const query = parseQuery(request.query);
  if (query.text === '' && !hasFilters(request, query)) return nothingAsked(context, request, query);

  const notices = [...query.notices];
  if (request.skipRefresh !== true) notices.push(...(await refreshIndex(context, request, signal)));
  const stores = await context.indexSync.stores();
  const filter = filterOf(stores, request, query);
  const options = { stores, limit, explain: request.explain === true, idsOnly: request.idsOnly === true };
  const { shown, ...judged } =
    query.text === ''
      ? await newest(context, filter, options)
      : await matching(context, query, filter, options, afterWaiting(request, elapsedMs()), signal);
  notices.push(...judged.notices);
  throwIfAborted(signal);
  return {
    shown,
    result: {
      query: request.query,
      mode: judged.mode,
      confidence: judged.confidence,
      embedder: embedderId(context),
      tookMs: elapsedMs(),
      hits: shown.map(({ hit }) => hit),
      ...(notices.length > 0 ? { notice: notices.join(' ') } : {}),
      settling: judged.settling,
    },
  };
}

interface Judged extends Pick<SearchResult, 'mode' | 'confidence' | 'settling'> {
  readonly shown: readonly ShownHit[];
  readonly notices: readonly string[];
}

const embedderId = ({ ports }: SearchContext): string => ports.embedder.model?.id ?? 'none';

/** Neither words nor filters. */
const nothingAsked = (context: SearchContext, { query }: SearchRequest, { notices }: Query): Answer => ({
  shown: [],
  result: {
    query,
    mode: 'keyword',
    confidence: 'none',
    embedder: embedderId(context),
    tookMs: 0,
    hits: [],
    notice: [...notices, noWords()].join(' '),
    settling: false,
  },
});

/** Filters without words. */
async function newest(context: SearchContext, filter: SearchFilter, options: ShowOptions): Promise<Judged> {
  const shown = await newestHits(context, await context.ports.index.newest(filter, options.limit), options);
  return {
    shown,
    mode: 'keyword',
    // Without a question no memory is certain to be the answer.
    confidence: shown.length > 0 ? 'low' : 'none',
    notices: [(shown.length === 0 ? await filterNotice(context, filter) : undefined) ?? newestShown()],
    settling: false,
  };
}

/** Words, meaning, order, documents: three asks of the index. */
async function matching(
  context: SearchContext,
  query: Query,
  filter: SearchFilter,
  options: ShowOptions,
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<Judged> {
  const { ports, settings } = context;
  const plan = planOf(query, filter, request);
  const words = await askWords(context, plan);
  throwIfAborted(signal);
  const routes = await embedQuestion(context, query, words, request, signal);
  const candidatesOf = memo((found: FoundLegs) => candidates(query, found, settings.fusion));
  const legs = await askMeaning(context, plan, words, routes, (found) => idsToRerank(candidatesOf(found)));
  await ports.pause?.();
  throwIfAborted(signal);

  const { found, tokens, facts } = legs;
  const reranked = await rerank(context, { text: query.text, found, tokens }, candidatesOf(found), signal);
  const least = noiseThresholds(query.text, found).afterRerank;
  const relevant = reranked.hits.filter((hit) => isRelevant(hit, least));
  await ports.pause?.();

  const shown = await toHits(context, relevant, { query, keyword: found.keyword, facts }, options);
  const isEmpty = shown.length === 0;
  const confidence = confidenceOf(relevant, {
    hasContentWord: query.hasContentWord,
    terms: query.terms.length,
    fuzzyShare: fuzzyShareOf(found.keyword),
    all: reranked.hits,
    models: new Map(found.vectors.map(({ route: { model } }) => [model.id, model])),
  });
  return {
    shown,
    mode: found.vectors.length > 0 ? 'hybrid' : 'keyword',
    confidence: isEmpty ? 'none' : confidence,
    notices: [...legs.notices, reranked.notice, isEmpty ? await filterNotice(context, filter) : undefined].filter(
      (notice) => notice !== undefined,
    ),
    settling: legs.settling,
  };
}

/** What the legs found in one order, without noise. */
function candidates(query: Query, found: FoundLegs, fusion: Fusion): readonly Fused[] {
  const vectors = found.vectors.map(({ leg, route: { model }, crossing }) => ({ leg, model, crossing }));
  const least = noiseThresholds(query.text, found).beforeRerank;
  return fuse({ keyword: found.keyword, vectors }, fusion).filter((hit) => isRelevant(hit, least));
}

/** Share of the question's information that was found by another spelling alone. */
function fuzzyShareOf(leg: WordsLeg | undefined): number {
  const sum = (values: readonly number[]): number => values.reduce((total, idf) => total + idf, 0);
  const all = sum(leg?.idf ?? []);
  return all > 0 ? sum((leg?.fuzzyPositions ?? []).map((position) => leg?.idf[position] ?? 0)) / all : 0;
}

/** Brings the index up to date. Where that fails the index answers as it is, and the notice that it returns is shown. */
async function refreshIndex(
  { ports, indexSync }: SearchContext,
  { vectorTimeoutMs }: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  try {
    await indexSync.refresh(signal);
    if (vectorTimeoutMs !== undefined) await raceAbort(waitForVectors(indexSync, vectorTimeoutMs), signal);
    return [];
  } catch (error) {
    throwIfAborted(signal);
    ports.log.warn(`Searching an index that may be out of date: ${messageOf(error)}`);
    return [indexOutdated()];
  }
}

/** Waits while the vectors of a few memories are being made: a server that hangs ends the wait early. */
async function waitForVectors(indexSync: IndexSync, timeoutMs: number): Promise<void> {
  const missing = await withTimeout(indexSync.missingVectors(), Math.min(timeoutMs, STALLED_MS));
  if (missing === undefined || missing > FEW) return;
  for (let leftMs = timeoutMs; leftMs > 0; leftMs -= STALLED_MS) {
    const before = indexSync.madeVectors;
    const idle = await withTimeout(
      indexSync.embeddingIdle().then(() => true),
      Math.min(leftMs, STALLED_MS),
    );
    if (idle === true || indexSync.madeVectors === before) return;
  }
}
