/** Search as its callers see it: one answer, made anew when its files changed in the meantime. */
import { messageOf, throwIfAborted } from '../../core/errors.js';
import { type StoreKey, storeOfId } from '../../core/memory.js';
import { raceAbort } from '../../core/race-abort.js';
import type { Hit, SearchRequest, SearchResult } from '../../core/results.js';
import { questionsIn } from '../../core/search/pasted-output.js';
import { unlistedNote } from '../../core/stores/unlisted-note.js';
import { type Answer, answer } from './answer.js';
import type { SearchContext } from './context.js';
import { changedTexts } from './current-texts.js';
import type { ShownHit } from './hits.js';
import { unusedSettings } from './notices.js';
import { afterWaiting, LONG_WAIT_MS } from './plan.js';

export async function search(
  context: SearchContext,
  request: SearchRequest,
  signal?: AbortSignal,
): Promise<SearchResult> {
  const { ports } = context;
  const startMs = ports.clock.now();
  const first = await bestAnswer(context, request, signal);
  const changed = request.skipRefresh === true ? NOTHING : await changesOf(context, first);
  const isStale = request.skipRefresh !== true && (changed.size > 0 || context.indexSync.lost);
  const again = isStale && (await compare(context, signal));
  const last = again ? await bestAnswer(context, request, signal) : first;
  const { result, shown } = last;
  const texts = again ? await changesOf(context, last) : changed;
  const notices = [result.notice, unlistedNote(context.indexSync.unlisted), ...unusedSettings(ports)].filter(
    (notice) => notice !== undefined,
  );
  const hits = texts.size === 0 ? result.hits : currentHits(shown, texts);
  const labels = request.all === true ? await storeLabels(context) : undefined;
  const [best] = hits;
  if (request.countUse === true && best && isSure(result)) await countUse(context, best);
  return {
    ...result,
    hits: labels === undefined ? hits : hits.map((hit) => ({ ...hit, store: labels.get(storeOfId(hit.id)) ?? '' })),
    confidence: hits.length === 0 ? 'none' : result.confidence,
    ...(isStale ? { tookMs: ports.clock.now() - startMs } : {}),
    ...(notices.length > 0 ? { notice: notices.join(' ') } : {}),
  };
}

const storeLabels = async ({ indexSync }: SearchContext): Promise<ReadonlyMap<StoreKey, string>> =>
  new Map((await indexSync.stores()).map(({ key, label }) => [key, label]));

/** Where another process writes at this moment it is not counted: no search waits for it. */
const countUse = ({ ports: { index, log } }: SearchContext, { id }: Hit): Promise<void> =>
  index
    .countAccess([id], { hasty: true })
    .catch((error: unknown) => log.info(`A hit was not counted as used: ${messageOf(error)}`));

type Texts = Awaited<ReturnType<typeof changedTexts>>;
const NOTHING: Texts = new Map();

const changesOf = async ({ ports, indexSync }: SearchContext, { shown }: Answer): Promise<Texts> =>
  await changedTexts(
    { ports, snapshots: indexSync.snapshots },
    await indexSync.stores(),
    shown.map(({ document }) => document),
  );

/** Hits with the texts that their files have by now; those whose files are gone are left out. */
const currentHits = (shown: readonly ShownHit[], texts: Texts): readonly Hit[] =>
  shown.flatMap(({ hit, document: { id }, withText }) => {
    const text = texts.get(id);
    return text ? [withText(text)] : texts.has(id) ? [] : [hit];
  });

/** Compares files and index. Resolves with whether the index is another one since. */
async function compare({ ports, indexSync }: SearchContext, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    return (await raceAbort(indexSync.compare(), signal)).stores.length > 0;
  } catch (error) {
    throwIfAborted(signal);
    ports.log.warn(`A hit may be out of date: ${messageOf(error)}`);
    return false;
  }
}

/**
 * A question with program output pasted beside it is several questions, see {@link questionsIn}: output has so many words that no memory matches most of
 * them, so it counts only where the question's own lines find nothing certain.
 */
async function bestAnswer(
  context: SearchContext,
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { clock } = context.ports;
  const startMs = clock.now();
  const [first, ...others] = questionsIn(request.query);
  let best = await answer(context, { ...request, query: first }, signal);
  for (const query of others) {
    const elapsedMs = clock.now() - startMs;
    if (isCertain(best) || elapsedMs >= LONG_WAIT_MS) break;
    const next = await answer(context, { ...afterWaiting(request, elapsedMs), query }, signal);
    if (isCertain(next) || topScore(next) > topScore(best)) best = next;
  }
  return { ...best, result: { ...best.result, query: request.query, tookMs: clock.now() - startMs } };
}

const isSure = ({ confidence }: Pick<SearchResult, 'confidence'>): boolean =>
  confidence === 'high' || confidence === 'medium';
const isCertain = ({ result }: Answer): boolean => isSure(result);
/** Scores are comparable from question to question. */
const topScore = ({ result: { hits } }: Answer): number => hits[0]?.score ?? 0;
