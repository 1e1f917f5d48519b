/** A request as the index reads it: limits, filters, waiting times. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { StoreInfo } from '../../core/memory.js';
import type { SearchFilter, SearchPlan } from '../../core/ports/index-store.js';
import type { SearchRequest } from '../../core/results.js';
import type { Query } from '../../core/search/query.js';
import { documentTerms } from '../../core/search/terms.js';

/** Hits of each leg; more when more are to be shown. */
const LEG_HITS = 60;
/** Milliseconds to wait for the model, unless the request says otherwise. */
const MODEL_WAIT_MS = 150;
/** Milliseconds to wait for the model when no word matched. */
export const LONG_WAIT_MS = 10_000;

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export function limitOf({ limit = DEFAULT_LIMIT }: SearchRequest): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new MemdirError('bad-input', t('The limit must be a whole number from 1 to {most}.', { most: MAX_LIMIT }));
  return limit;
}

export const hasFilters = (request: SearchRequest, query: Query): boolean =>
  Object.keys(query.filter).length > 0 ||
  [request.type, request.level, request.repo, request.agentId].some((value) => value !== undefined);

/** Filters of the request outrank those of the query text. */
export function filterOf(stores: readonly StoreInfo[], request: SearchRequest, query: Query): SearchFilter {
  const { type, level, repo, agentId, reader } = request;
  return {
    ...query.filter,
    stores: stores.map((store) => store.key).filter((key) => request.stores?.includes(key) ?? true),
    ...(type === undefined ? {} : { type: type.toLowerCase() }),
    ...(level === undefined ? {} : { level }),
    ...(repo === undefined ? {} : { repo }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(reader === undefined ? {} : { reader }),
  };
}

/** A name may be one word in parts: `release_day`. */
const titlesOf = (text: string): readonly (readonly string[])[] =>
  [text, text.trim().replace(/\s+/g, '_')].map((form) => documentTerms(form));

export const planOf = (query: Query, filter: SearchFilter, request: SearchRequest): SearchPlan => ({
  terms: query.terms,
  words: query.words,
  titles: titlesOf(query.text),
  filter,
  limit: Math.max(LEG_HITS, request.limit ?? 0),
  asWritten: request.skipRefresh,
});

/** Milliseconds to wait for the vectors of the question. */
export function modelWaitMs({ vectorTimeoutMs = MODEL_WAIT_MS }: SearchRequest, wordsMatched: boolean): number {
  return wordsMatched ? vectorTimeoutMs : Math.max(LONG_WAIT_MS, vectorTimeoutMs);
}

/** The request with what remains of its waiting time after some milliseconds. */
export const afterWaiting = (request: SearchRequest, elapsedMs: number): SearchRequest =>
  request.vectorTimeoutMs === undefined
    ? request
    : {
        ...request,
        vectorTimeoutMs: Math.max(
          Math.min(MODEL_WAIT_MS, request.vectorTimeoutMs),
          request.vectorTimeoutMs - elapsedMs,
        ),
      };
