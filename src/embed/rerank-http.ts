/** A rerank server that speaks the API of Jina: POST {model, query, documents, top_n}, answered by results[{index, relevance_score}]. */
import * as z from 'zod';

import { MemdirError, messageOf, throwIfAborted } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { TextReranker } from '../core/ports/reranker.js';
import { requireSendable } from '../core/secrets/sendable-key.js';

export interface HttpRerankerOptions {
  /** Sent as a bearer token when there is one. */
  readonly apiKey?: string | undefined;
  /** Milliseconds for the whole answer; 3,000 unless given. */
  readonly timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 3_000;
/** UTF-16 units of an answer; 100 texts and their scores take a few thousand. */
const LONGEST_ANSWER = 5_000_000;

const answerSchema = z.object({ results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })) });
type Results = z.infer<typeof answerSchema>['results'];

/** Sends nothing before the first use. */
export function createHttpReranker(options: HttpRerankerOptions = {}): TextReranker {
  const { timeoutMs = TIMEOUT_MS } = options;
  const apiKey = options.apiKey?.trim();
  return {
    rerank: async (server, query, texts, signal) => {
      const url = addressOf(server.url);
      if (texts.length === 0) return [];
      requireSendable(apiKey, 'MEMDIR_RERANK_API_KEY');
      const overdue = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
          body: JSON.stringify({ model: server.model, query, documents: texts, top_n: texts.length }),
          // The texts go to this address alone.
          redirect: 'error',
          signal: signal ? AbortSignal.any([signal, overdue]) : overdue,
        });
        return scoresOf(await resultsOf(response), texts.length);
      } catch (error) {
        throwIfAborted(signal);
        if (error instanceof MemdirError) throw error;
        throw unavailable(
          overdue.aborted
            ? t('no response within {seconds} s', { seconds: timeoutMs / 1000 })
            : t('it can’t be reached ({reason})', { reason: causeOf(error) }),
          error,
        );
      }
    },
  };
}

const unavailable = (what: string, cause?: unknown): MemdirError =>
  new MemdirError('unavailable', t('The rerank server failed: {reason}.', { reason: what }), { cause });

/** The message of fetch itself names no cause. */
const causeOf = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);

function addressOf(text: string): URL {
  if (text.trim() === '')
    throw new MemdirError('bad-input', t('No rerank server is set: enter its address in memdir.search.rerank.url.'));
  const url = URL.parse(text.trim());
  if (url && (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '')
    return url;
  throw new MemdirError(
    'bad-input',
    t(
      'The rerank server address (memdir.search.rerank.url) must start with http:// or https:// and contain no password.',
    ),
  );
}

async function resultsOf(response: Response): Promise<Results> {
  if (!response.ok) {
    await response.body?.cancel();
    throw unavailable(t('status {status}', { status: [response.status, response.statusText].join(' ').trim() }));
  }
  const text = await response.text();
  const parsed = text.length > LONGEST_ANSWER ? undefined : answerSchema.safeParse(jsonOf(text));
  if (!parsed?.success) throw unavailable(t('the response doesn’t follow Jina’s API'));
  return parsed.data.results;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unavailable(t('the response isn’t JSON'), error);
  }
}

function scoresOf(results: Results, count: number): number[] {
  const byIndex = new Map(results.map(({ index, relevance_score: score }) => [index, score]));
  const scores = Array.from({ length: count }, (_, index) => byIndex.get(index));
  const known = scores.filter((score) => score !== undefined);
  if (known.length < count)
    throw unavailable(t('{n} of {total} texts have a score', { n: known.length, total: count }));
  // Some servers answer logits of the model.
  const raw = known.some((score) => score < 0 || score > 1);
  return raw ? known.map((score) => 1 / (1 + Math.exp(-score))) : known;
}
