/** One question, two legs, one order. Always answers: without vectors by words alone, and says so. */
import { asError, MemdirError, messageOf, throwIfAborted } from '../core/errors.js';
import type { MemoryId, StoreInfo } from '../core/memory.js';
import { nearestType } from '../core/memory-types.js';
import type { IndexStore, SearchFilter } from '../core/ports/index-store.js';
import type { KeywordLeg, VectorLeg } from '../core/ports/legs.js';
import type { SearchRequest, SearchResult } from '../core/results.js';
import { confidenceOf, isGibberish, NOISE_DEVIATIONS, noiseOf, says } from '../core/search/confidence.js';
import { questionsIn } from '../core/search/pasted.js';
import { modelReads, parseQuery, type Query } from '../core/search/query.js';
import { brevity, fuse } from '../core/search/rank.js';
import { countWords } from '../core/search/terms.js';
import { raceAbort, withTimeout } from './async.js';
import type { IndexSync } from './index/index-sync.js';
import { type Population, populationsOf } from './populations.js';
import { type SearchPorts, typesOf } from './ports.js';
import { newestHits, toHits } from './search/hits.js';
import type { SearchParts } from './search/parts.js';
import { type AskedPieces, rerank } from './search/rerank.js';
import { stillThere } from './search/still-there.js';

/** Hits asked of each leg; more when more are to be shown. */
const LEG_HITS = 60;
const PATIENCE_MS = 150;
/** Milliseconds to wait for the model when no word was found. */
const LAST_HOPE_MS = 10_000;
/** Milliseconds without a new vector after which they are not waited for. */
const STANDSTILL_MS = 5_000;

interface VectorAnswer {
  readonly population?: Population;
  readonly leg?: VectorLeg;
  /** Of the question; the pieces are absent where the embedder has none. */
  readonly question?: Float32Array;
  readonly pieces?: AskedPieces['pieces'];
  /** Why there is no leg, or what it lacks; for people. */
  readonly notice?: string;
  /** The same, where it need not be said when another model answers. */
  readonly unread?: string;
  readonly settling?: boolean;
}

export async function search(parts: SearchParts, request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
  const startMs = parts.ports.clock.now();
  const found = await bestAnswer(parts, request, signal);
  const current = request.skipRefresh === true || !(await caughtUp(parts, found, signal));
  const result = current
    ? found
    : { ...(await bestAnswer(parts, request, signal)), tookMs: parts.ports.clock.now() - startMs };
  const unused = unusedOnce(parts.ports);
  return unused.length === 0
    ? result
    : { ...result, notice: [...(result.notice === undefined ? [] : [result.notice]), ...unused].join(' ') };
}

/** Whether files of hits were gone or changed, and the index is another one since. */
async function caughtUp(
  { ports, indexSync }: SearchParts,
  { hits }: SearchResult,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (
    await stillThere(
      ports,
      await indexSync.stores(),
      hits.map(({ id }) => id),
    )
  )
    return false;
  try {
    return (await raceAbort(indexSync.compare(), signal)).stores.length > 0;
  } catch (error) {
    throwIfAborted(signal);
    ports.log.warn(`A hit may be out of date: ${messageOf(error)}`);
    return false;
  }
}

/** What was pasted beside a question has so many words that no memory holds most of them: it counts only where the question's own lines find nothing sure. */
async function bestAnswer(
  parts: SearchParts,
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<SearchResult> {
  const startMs = parts.ports.clock.now();
  const [first, ...others] = questionsIn(request.query);
  let best = await answer(parts, { ...request, query: first }, signal);
  for (const query of others) {
    const goneMs = parts.ports.clock.now() - startMs;
    if (isSure(best) || goneMs >= LAST_HOPE_MS) break;
    const next = await answer(parts, { ...leftOf(request, goneMs), query }, signal);
    if (isSure(next) || topScore(next) > topScore(best)) best = next;
  }
  return { ...best, query: request.query, tookMs: parts.ports.clock.now() - startMs };
}

const isSure = ({ confidence }: SearchResult): boolean => confidence === 'high' || confidence === 'medium';
/** A score means the same from question to question. */
const topScore = ({ hits }: SearchResult): number => hits[0]?.score ?? 0;

async function answer(
  parts: SearchParts,
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<SearchResult> {
  const startMs = parts.ports.clock.now();
  const limit = limitOf(request);
  const query = parseQuery(request.query);
  const embedderId = (): string => parts.ports.embedder.model?.id ?? 'none';
  if (query.text === '' && !filters(request, query)) {
    return {
      query: request.query,
      mode: 'keyword',
      confidence: 'none',
      embedder: embedderId(),
      tookMs: 0,
      hits: [],
      notice: [...query.notices, 'Type a few words to search for.'].join(' '),
      settling: false,
    };
  }
  const notices: string[] = [...query.notices];
  if (request.skipRefresh !== true) await freshen(parts, request, notices, signal);
  const stores = await parts.indexSync.stores();
  const filter = filterOf(stores, request, query);
  if (query.text === '') {
    const hits = await newestHits(parts, await parts.ports.index.newest(filter, limit), {
      stores,
      query,
      idf: [],
      limit,
      explain: false,
    });
    throwIfAborted(signal);
    notices.push(
      (await passesNothing(parts, filter)) ??
        'There are no words to search for, so these are the newest memories that the filters let through.',
    );
    // Nothing was asked that they could answer.
    return {
      query: request.query,
      mode: 'keyword',
      confidence: hits.length > 0 ? 'low' : 'none',
      embedder: embedderId(),
      tookMs: parts.ports.clock.now() - startMs,
      hits,
      notice: notices.join(' '),
      settling: false,
    };
  }
  const { keyword, vectors } = await completed(
    parts,
    query,
    filter,
    await askLegs(parts, query, filter, leftOf(request, parts.ports.clock.now() - startMs), signal),
  );
  await parts.ports.pause?.();
  throwIfAborted(signal);
  const legs = vectors.flatMap(({ population, leg }) => (population && leg ? [{ leg, model: population.model }] : []));
  for (const notice of [
    keyword.notice,
    ...vectors.map((one) => one.notice ?? (legs.length > 0 ? undefined : one.unread)),
  ])
    if (notice !== undefined) notices.push(notice);
  const fused = fuse({ keyword: keyword.leg, vectors: legs }, parts.settings.fusion);
  const pieces = vectors.flatMap(({ population, pieces: asked }) =>
    population && asked ? [{ population, pieces: asked }] : [],
  );
  const noise = noiseFor(query.text, keyword.leg, vectors);
  const { hits: rivals, notice } = await rerank(
    parts,
    { text: query.text, pieces, brief: brevity(keyword.leg) },
    fused.filter((hit) => says(hit, noise.before)),
    signal,
  );
  const found = rivals.filter((hit) => says(hit, noise.after));
  if (notice !== undefined) notices.push(notice);
  await parts.ports.pause?.();
  const hits = await toHits(parts, found, {
    stores,
    query,
    idf: keyword.leg?.idf ?? [],
    spelled: spelledOf(keyword.leg),
    limit,
    explain: request.explain === true,
    bare: request.idsOnly === true,
  });
  const nothing = hits.length === 0 ? await passesNothing(parts, filter) : undefined;
  if (nothing !== undefined) notices.push(nothing);
  throwIfAborted(signal);
  return {
    query: request.query,
    mode: legs.length > 0 ? 'hybrid' : 'keyword',
    confidence:
      hits.length === 0
        ? 'none'
        : confidenceOf(found, { telling: query.telling, guessed: guessedShare(keyword.leg), rivals }),
    embedder: embedderId(),
    tookMs: parts.ports.clock.now() - startMs,
    hits,
    ...(notices.length > 0 ? { notice: notices.join(' ') } : {}),
    settling: vectors.some(({ settling }) => settling),
  };
}

/** By index: what was said already. */
const said = new WeakMap<IndexStore, Set<string>>();

/** What the user chose and is not used (settings, a model folder): each sentence with one search. */
function unusedOnce({ ignored = [], embedder, index }: SearchPorts): readonly string[] {
  const state = embedder.state();
  const before = said.get(index) ?? new Set();
  said.set(index, before);
  const now = [
    ...ignored,
    ...('unused' in state && state.unused === true && state.note !== undefined ? [state.note] : []),
  ].filter((sentence) => !before.has(sentence));
  for (const sentence of now) before.add(sentence);
  return now;
}

function limitOf(request: SearchRequest): number {
  const limit = request.limit ?? 10;
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new MemdirError('bad-input', 'The limit must be a whole number from 1 to 100.');
  return limit;
}

/** The index as it is answers when it cannot be brought up to date. */
async function freshen(
  parts: SearchParts,
  request: SearchRequest,
  notices: string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await parts.indexSync.refresh(signal);
    if (request.vectorTimeoutMs !== undefined)
      await raceAbort(vectorsMade(parts.indexSync, request.vectorTimeoutMs), signal);
  } catch (error) {
    throwIfAborted(signal);
    parts.ports.log.warn(`Searching an index that may be out of date: ${messageOf(error)}`);
    notices.push('The index could not be brought up to date, so new changes may be missing.');
  }
}

/** Waits for vectors that are being made, while they are: a server that hangs is not waited for until patience ends. */
async function vectorsMade(indexSync: IndexSync, patience: number): Promise<void> {
  for (let left = patience; left > 0; left -= STANDSTILL_MS) {
    const before = indexSync.madeVectors;
    const idle = await withTimeout(
      indexSync.embeddingIdle().then(() => true),
      Math.min(left, STANDSTILL_MS),
    );
    if (idle === true || indexSync.madeVectors === before) return;
  }
}

const filters = (request: SearchRequest, query: Query): boolean =>
  Object.keys(query.filter).length > 0 ||
  [request.type, request.level, request.repo, request.agentId].some((value) => value !== undefined);

/** What the request asks for outranks what the question says. */
function filterOf(stores: readonly StoreInfo[], request: SearchRequest, query: Query): SearchFilter {
  return {
    ...query.filter,
    stores: stores.map((store) => store.key).filter((key) => request.stores?.includes(key) ?? true),
    ...(request.type === undefined ? {} : { type: request.type.toLowerCase() }),
    ...(request.level === undefined ? {} : { level: request.level }),
    ...(request.repo === undefined ? {} : { repo: request.repo }),
    ...(request.agentId === undefined ? {} : { agentId: request.agentId }),
  };
}

/** What to say when the filters let no memory through, whatever its words; undefined when they let one through, or when there are none. */
async function passesNothing(
  { ports: { index }, settings }: SearchParts,
  filter: SearchFilter,
): Promise<string | undefined> {
  const said = namedFilters(filter);
  if (said.length === 0 || (await index.newest(filter, 1)).length > 0) return undefined;
  const types = typesOf(settings);
  const type =
    filter.type === undefined || Object.hasOwn(types, filter.type) ? undefined : nearestType(filter.type, types);
  return `No memory is let through by ${said.join(' ')}.${type === undefined ? '' : ` Did you mean type:${type}?`}`;
}

function namedFilters({
  type,
  level,
  repo,
  tag,
  agentId,
  pathPrefix,
  beforeMs,
  afterMs,
  phrases,
}: SearchFilter): string[] {
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const named = (key: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${key}:${/\s/.test(value) ? `"${value}"` : value}`];
  return [
    ...named('type', type),
    ...named('level', level),
    ...named('repo', repo),
    ...named('tag', tag),
    ...named('agent', agentId),
    ...named('path', pathPrefix),
    ...named('before', beforeMs === undefined ? undefined : day(beforeMs)),
    ...named('after', afterMs === undefined ? undefined : day(afterMs)),
    ...(phrases === undefined ? [] : ['the words in quotation marks']),
  ];
}

interface Answers {
  readonly keyword: KeywordAnswer;
  readonly vectors: readonly VectorAnswer[];
}

/** Each leg tells of what the others found as well: else a memory that is second to many by words and first by meaning has no words at all. */
async function completed(
  { ports: { index, log } }: SearchParts,
  query: Query,
  filter: SearchFilter,
  answers: Answers,
): Promise<Answers> {
  const { keyword, vectors } = answers;
  const found = [keyword.leg, ...vectors.map(({ leg }) => leg)].flatMap((leg) => leg?.hits.map(({ id }) => id) ?? []);
  const others = (hits: readonly { readonly id: MemoryId }[]): readonly MemoryId[] => {
    const own = new Set(hits.map(({ id }) => id));
    return [...new Set(found)].filter((id) => !own.has(id));
  };
  try {
    const [words, ...meaning] = await Promise.all([
      withOthers(keyword, others, (among) => index.keyword(query.terms, { ...filter, among }, among.length)),
      ...vectors.map((answer) => {
        const { population, question } = answer;
        return population && question
          ? withOthers(answer, others, (among) =>
              index.vector(question, population.model.id, { ...filter, among }, among.length, population.instead),
            )
          : answer;
      }),
    ]);
    return { keyword: words, vectors: meaning };
  } catch (error) {
    log.warn(`What one leg found was not held against the others: ${messageOf(error)}`);
    return answers;
  }
}

async function withOthers<
  L extends { readonly hits: readonly { readonly id: MemoryId }[] },
  A extends { readonly leg?: L },
>(
  answer: A,
  others: (hits: L['hits']) => readonly MemoryId[],
  ask: (among: readonly MemoryId[]) => Promise<L>,
): Promise<A> {
  const { leg } = answer;
  const among = leg ? others(leg.hits) : [];
  return leg && among.length > 0
    ? { ...answer, leg: { ...leg, hits: [...leg.hits, ...(await ask(among)).hits] } }
    : answer;
}

async function askLegs(
  parts: SearchParts,
  query: Query,
  filter: SearchFilter,
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<Answers> {
  const limit = Math.max(LEG_HITS, request.limit ?? 0);
  const asked = askVectors(parts, query, filter, limit, signal);
  // They reject only when cancelled, and then this function rejects with the same.
  for (const one of asked) one.catch(() => undefined);
  const keyword = await askWords(parts, query, filter, limit, request.skipRefresh);
  throwIfAborted(signal);
  const patience =
    keyword.leg && keyword.leg.hits.length > 0 ? patienceOf(request) : Math.max(LAST_HOPE_MS, patienceOf(request));
  const vectors = await raceAbort(
    Promise.all(asked.map((one, at) => withTimeout(one, patience).then((answer) => answer ?? late(at > 0)))),
    signal,
  );
  if (keyword.error && !vectors.some(({ leg }) => leg)) throw keyword.error;
  return { keyword, vectors };
}

/** Deviations below which a memory that shares no word with the question is noise, before the best are reranked and after that. */
interface Noise {
  readonly before: number;
  readonly after: number;
}

/**
 * Where no memory holds a word of the question, all depends on vectors, and the best of many stands out by chance already. So it does where some hold
 * one, but no model knows the words that say anything (a name, an identifier): those without them must stand out as much to be shown.
 */
function noiseFor(text: string, words: KeywordLeg | undefined, vectors: readonly VectorAnswer[]): Noise {
  if (words === undefined) return { before: NOISE_DEVIATIONS, after: NOISE_DEVIATIONS };
  const asked = vectors.flatMap(({ pieces }) => pieces ?? []);
  const count = countWords(text);
  const unknown = (stopWords: number): boolean =>
    asked.length > 0 &&
    asked.every(({ ids }) =>
      isGibberish(count.words - stopWords, ids.length - stopWords - (count.words > 0 ? count.marks : 0)),
    );
  const chance = noiseOf(words.documents);
  if (words.hits.length > 0)
    return { before: NOISE_DEVIATIONS, after: unknown(count.stopWords) ? chance : NOISE_DEVIATIONS };
  return unknown(0) ? { before: Infinity, after: Infinity } : { before: chance, after: chance };
}

/** Share of the question's information that was found by another spelling alone. */
function guessedShare(leg: KeywordLeg | undefined): number {
  const of = (terms: readonly number[]): number => terms.reduce((sum, idf) => sum + idf, 0);
  const all = of(leg?.idf ?? []);
  return all > 0 ? of((leg?.corrected ?? []).map((position) => leg?.idf[position] ?? 0)) / all : 0;
}

const patienceOf = (request: SearchRequest): number => request.vectorTimeoutMs ?? PATIENCE_MS;

/** What is left of the request's patience after some milliseconds. */
const leftOf = (request: SearchRequest, gone: number): SearchRequest =>
  request.vectorTimeoutMs === undefined
    ? request
    : {
        ...request,
        vectorTimeoutMs: Math.max(Math.min(PATIENCE_MS, request.vectorTimeoutMs), request.vectorTimeoutMs - gone),
      };

const late = (others: boolean): VectorAnswer => ({
  notice: `${others ? OTHERS_BY_WORDS : BY_WORDS}: the embedding model is starting.`,
  settling: true,
});

interface KeywordAnswer {
  readonly leg?: KeywordLeg;
  readonly notice?: string;
  /** Set when the leg failed: the search does too unless vectors answer. */
  readonly error?: Error;
}

async function askWords(
  { ports }: SearchParts,
  query: Query,
  filter: SearchFilter,
  limit: number,
  asWritten: boolean | undefined,
): Promise<KeywordAnswer> {
  try {
    const leg = await ports.index.keyword(query.terms, filter, limit, asWritten);
    return (leg.corrected?.length ?? 0) > 0 && leg.hits.length > 0
      ? { leg, notice: 'Some words stand in no memory: words spelled nearly the same were searched instead.' }
      : { leg };
  } catch (error) {
    ports.log.warn(`Words could not be searched: ${messageOf(error)}`);
    return { error: asError(error), notice: `Searching by meaning only: ${messageOf(error)}` };
  }
}

/** By position in the question: the terms that were looked for in place of a misspelled one. */
const spelledOf = (leg: KeywordLeg | undefined): ReadonlyMap<number, readonly string[]> =>
  new Map((leg?.corrected ?? []).map((position, at) => [position, leg?.spelled?.[at] ?? []]));

const BY_WORDS = 'Searching by words only';
const OTHERS_BY_WORDS = 'Searching memories in other languages by words only';

/** An answer for each model, that of the main one first. They reject only when cancelled. */
function askVectors(
  parts: SearchParts,
  query: Query,
  filter: SearchFilter,
  limit: number,
  signal: AbortSignal | undefined,
): readonly Promise<VectorAnswer>[] {
  const populations = populationsOf(parts.ports);
  return populations.length === 0
    ? [noVectors(parts)]
    : populations.map((population) => askPopulation(parts, population, query, filter, limit, signal));
}

async function noVectors({ ports, indexSync }: SearchParts): Promise<VectorAnswer> {
  const { embedder } = ports;
  const off = (await indexSync.vectorsOff()) ?? 'there is no embedding model.';
  return {
    notice: `${BY_WORDS}: ${off}`,
    settling: embedder.prepare !== undefined && embedder.state().state === 'idle',
  };
}

async function askPopulation(
  parts: SearchParts,
  population: Population,
  query: Query,
  filter: SearchFilter,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<VectorAnswer> {
  const { embedder, model, instead, others } = population;
  const { index, log } = parts.ports;
  if ((await parts.indexSync.vectorsOff()) !== undefined) return others ? {} : await noVectors(parts);
  if (!modelReads(model.languages, query.text))
    return { unread: `${BY_WORDS}: the embedding model does not know the language of the question.` };
  try {
    const progress = await index.vectorProgress(model.id, filter.stores);
    if (progress.holding === 0 && (others || progress.ready < progress.total))
      return others ? {} : preparing(progress, parts.indexSync.failure);
    const { vector, pieces } = await parts.vectors.get(embedder, query.text, signal);
    population.check();
    const leg = await index.vector(vector, model.id, filter, limit, instead);
    const answer = { population, leg, question: vector, pieces };
    return !others && leg.ready < leg.total ? { ...answer, ...preparing(leg, parts.indexSync.failure) } : answer;
  } catch (error) {
    throwIfAborted(signal);
    log.warn(`The question could not be embedded: ${messageOf(error)}`);
    return { notice: `${others ? OTHERS_BY_WORDS : BY_WORDS}: ${messageOf(error)}` };
  }
}

function preparing(
  progress: { readonly ready: number; readonly total: number },
  failure: string | undefined,
): Pick<VectorAnswer, 'notice' | 'settling'> {
  const count = `${progress.ready} of ${progress.total}`;
  if (failure !== undefined)
    return { notice: `Search by meaning covers ${count} memories: ${failure}`, settling: false };
  const notice =
    progress.ready === 0
      ? `Searching by words only: vectors are being prepared (${count}).`
      : `Search by meaning covers ${count} memories so far: vectors are being prepared.`;
  return { notice, settling: true };
}
