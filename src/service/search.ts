/** One question, two legs, one order. Always answers: without vectors by words alone, and says so. */
import { confidenceOf, says } from '../core/confidence.js';
import { asError, MemdirError, messageOf, throwIfAborted } from '../core/errors.js';
import type { StoreInfo } from '../core/memory.js';
import type { KeywordLeg, QuestionPieces, SearchFilter, VectorLeg } from '../core/ports.js';
import { modelReads, parseQuery, type Query } from '../core/query.js';
import { fuse } from '../core/rank.js';
import type { SearchRequest, SearchResult } from '../core/results.js';
import { atMost, unlessAborted } from './flight.js';
import { toHits } from './hits.js';
import type { ServiceSettings } from './memdir.js';
import { requireModel } from './models.js';
import type { ServicePorts } from './ports.js';
import type { QueryVectors } from './query-vectors.js';
import { rerank } from './rerank.js';
import type { Upkeep } from './upkeep.js';

/** Hits asked of each leg; more when more are to be shown. */
const LEG_HITS = 60;
const PATIENCE_MS = 150;
/** Milliseconds to wait for the model when no word was found. */
const LAST_HOPE_MS = 10_000;

export interface SearchParts {
  readonly ports: ServicePorts;
  readonly upkeep: Upkeep;
  readonly vectors: QueryVectors;
  readonly settings: ServiceSettings;
}

interface VectorAnswer {
  readonly leg?: VectorLeg;
  /** Of the question; absent where the embedder has none. */
  readonly pieces?: QuestionPieces;
  /** Why there is no leg, or what it lacks; for people. */
  readonly notice?: string;
  readonly settling?: boolean;
}

export async function search(parts: SearchParts, request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
  const startMs = parts.ports.clock.now();
  const limit = limitOf(request);
  const query = parseQuery(request.query);
  const embedderId = (): string => parts.ports.embedder.model?.id ?? 'none';
  if (query.text === '') {
    return { query: request.query, mode: 'keyword', confidence: 'none', embedder: embedderId(), tookMs: 0, hits: [], notice: [...query.notices, 'Type a few words to search for.'].join(' '), settling: false };
  }
  const notices: string[] = [...query.notices];
  await freshen(parts, request, notices, signal);
  const stores = await parts.upkeep.stores();
  const filter = filterOf(stores, request, query);
  const { keyword, vector } = await askLegs(parts, query, filter, request, signal);
  for (const notice of [keyword.notice, vector.notice]) if (notice !== undefined) notices.push(notice);
  const model = parts.ports.embedder.model;
  const fused = fuse({ keyword: keyword.leg, vector: vector.leg, model }, parts.settings.fusion);
  const { hits: found, notice } = await rerank(parts, query.text, vector.pieces, fused.filter(says), signal);
  if (notice !== undefined) notices.push(notice);
  const hits = await toHits(parts, found, { stores, query, idf: keyword.leg?.idf ?? [], limit, explain: request.explain === true });
  throwIfAborted(signal);
  return {
    query: request.query,
    mode: vector.leg ? 'hybrid' : 'keyword',
    confidence: confidenceOf(found),
    embedder: embedderId(),
    tookMs: parts.ports.clock.now() - startMs,
    hits,
    ...(notices.length > 0 ? { notice: notices.join(' ') } : {}),
    settling: vector.settling ?? false,
  };
}

function limitOf(request: SearchRequest): number {
  const limit = request.limit ?? 10;
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw new MemdirError('bad-input', 'The limit must be a whole number from 1 to 100.');
  return limit;
}

/** The index as it is answers when it cannot be brought up to date. */
async function freshen(parts: SearchParts, request: SearchRequest, notices: string[], signal: AbortSignal | undefined): Promise<void> {
  try {
    await parts.upkeep.freshen(signal);
    if (request.patience !== undefined) await unlessAborted(atMost(parts.upkeep.embeddingIdle(), request.patience), signal);
  } catch (error) {
    throwIfAborted(signal);
    parts.ports.log.warn(`Searching an index that may be out of date: ${messageOf(error)}`);
    notices.push('The index could not be brought up to date, so new changes may be missing.');
  }
}

/** What the request asks for outranks what the question says. */
function filterOf(stores: readonly StoreInfo[], request: SearchRequest, query: Query): SearchFilter {
  return {
    ...query.filter,
    stores: stores.map((store) => store.key),
    ...(request.type === undefined ? {} : { type: request.type.toLowerCase() }),
    ...(request.level === undefined ? {} : { level: request.level }),
    ...(request.repo === undefined ? {} : { repo: request.repo }),
    ...(request.agentId === undefined ? {} : { agentId: request.agentId }),
  };
}

async function askLegs(parts: SearchParts, query: Query, filter: SearchFilter, request: SearchRequest, signal: AbortSignal | undefined): Promise<{ keyword: KeywordAnswer; vector: VectorAnswer }> {
  const limit = Math.max(LEG_HITS, request.limit ?? 0);
  const asked = askVectors(parts, query, filter, limit, signal);
  // It rejects only when cancelled, and then this function rejects with the same.
  asked.catch(() => undefined);
  const keyword = await askWords(parts, query, filter, limit);
  throwIfAborted(signal);
  const patience = keyword.leg && keyword.leg.hits.length > 0 ? (request.patience ?? PATIENCE_MS) : Math.max(LAST_HOPE_MS, request.patience ?? 0);
  const vector = (await unlessAborted(atMost(asked, patience), signal)) ?? { notice: 'Searching by words only: the embedding model is starting.', settling: true };
  if (keyword.error && !vector.leg) throw keyword.error;
  return { keyword, vector };
}

interface KeywordAnswer {
  readonly leg?: KeywordLeg;
  readonly notice?: string;
  /** Set when the leg failed: the search does too unless vectors answer. */
  readonly error?: Error;
}

async function askWords({ ports }: SearchParts, query: Query, filter: SearchFilter, limit: number): Promise<KeywordAnswer> {
  try {
    const leg = await ports.index.keyword(query.terms, filter, limit);
    return (leg.corrected?.length ?? 0) > 0 && leg.hits.length > 0 ? { leg, notice: 'Some words stand in no memory: words spelled nearly the same were searched instead.' } : { leg };
  } catch (error) {
    ports.log.warn(`Words could not be searched: ${messageOf(error)}`);
    return { error: asError(error), notice: `Searching by meaning only: ${messageOf(error)}` };
  }
}

/** Rejects only when cancelled. */
async function askVectors(parts: SearchParts, query: Query, filter: SearchFilter, limit: number, signal: AbortSignal | undefined): Promise<VectorAnswer> {
  const { index, embedder, log } = parts.ports;
  const off = await parts.upkeep.vectorsOff();
  if (off !== undefined || !embedder.model) {
    return { notice: `Searching by words only: ${off ?? 'there is no embedding model.'}`, settling: embedder.prepare !== undefined && embedder.state().state === 'idle' };
  }
  const { id, languages } = embedder.model;
  if (!modelReads(languages, query.text)) return { notice: 'Searching by words only: the embedding model does not know the language of the question.' };
  try {
    const progress = await index.vectorProgress(id, filter.stores);
    if (progress.ready === 0 && progress.total > 0) return preparing(progress, parts.upkeep.failure);
    const { vector, pieces } = await parts.vectors.get(query.text, signal);
    requireModel(embedder, id);
    const leg = await index.vector(vector, id, filter, limit);
    return leg.ready < leg.total ? { leg, pieces, ...preparing(leg, parts.upkeep.failure) } : { leg, pieces };
  } catch (error) {
    throwIfAborted(signal);
    log.warn(`The question could not be embedded: ${messageOf(error)}`);
    return { notice: `Searching by words only: ${messageOf(error)}` };
  }
}

function preparing(progress: { readonly ready: number; readonly total: number }, failure: string | undefined): Pick<VectorAnswer, 'notice' | 'settling'> {
  const count = `${progress.ready} of ${progress.total}`;
  if (failure !== undefined) return { notice: `Search by meaning covers ${count} memories: ${failure}`, settling: false };
  const notice = progress.ready === 0
    ? `Searching by words only: vectors are being prepared (${count}).`
    : `Search by meaning covers ${count} memories so far: vectors are being prepared.`;
  return { notice, settling: true };
}

