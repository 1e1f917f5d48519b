/** The final order of the best hits: by late interaction, by a rerank server, or unchanged. After a failure the order stays and a notice tells it. */
import { messageOf, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { MemoryId } from '../../core/memory.js';
import type { ModelInfo, QuestionTokens } from '../../core/ports/embedder.js';
import type { ModelTokens } from '../../core/ports/index-store.js';
import type { TokenStatistics } from '../../core/ports/search-legs.js';
import { LATE_FACTOR } from '../../core/search/cross-language-score.js';
import {
  type MaxSimQuery,
  maxSimScores,
  meanAndDeviation,
  prepareMaxSim,
  type Spread,
  tokenIdf,
} from '../../core/search/max-sim.js';
import {
  addMaxSim,
  type Background,
  background,
  brevity,
  byScore,
  type Fused,
  type Similarity,
} from '../../core/search/rank.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import type { SearchContext } from './context.js';
import type { FoundLegs } from './legs.js';

/** Number of the best hits that are reranked. */
const RERANKED = 50;
/** UTF-16 units of a memory that a rerank server is sent. */
const LONGEST_TEXT = 4_000;
/** Memories that a sample needs. */
const LEAST_SAMPLE = 8;

export interface Reranked {
  /** Best first, those under the threshold dropped. */
  readonly hits: readonly Fused[];
  readonly notice?: string;
}

export interface RerankQuestion {
  readonly text: string;
  readonly found: FoundLegs;
  /** Tokens of the memories of {@link idsToRerank}. */
  readonly tokens: readonly ModelTokens[];
}

type RerankContext = Pick<SearchContext, 'ports' | 'settings'>;

/** @param candidates best first */
export const idsToRerank = (candidates: readonly Fused[]): readonly MemoryId[] =>
  candidates.slice(0, RERANKED).map(({ id }) => id);

/** @param candidates best first */
export async function rerank(
  context: RerankContext,
  question: RerankQuestion,
  candidates: readonly Fused[],
  signal?: AbortSignal,
): Promise<Reranked> {
  const { rerank: choice, threshold } = context.settings;
  const passing = candidates.filter((hit) => hit.fused >= threshold);
  const hasTokens = question.found.vectors.some(({ question: { tokens } }) => tokens !== undefined);
  try {
    if (choice === 'http') return { hits: await byServer(context, question.text, passing, signal) };
    if (choice === 'late' && hasTokens)
      return { hits: byLateInteraction(question, candidates).filter((hit) => hit.fused >= threshold) };
  } catch (error) {
    throwIfAborted(signal);
    context.ports.log.warn(`The results were not reranked: ${messageOf(error)}`);
    return { hits: passing, notice: t('The results weren’t reranked: {reason}', { reason: messageOf(error) }) };
  }
  return { hits: passing };
}

/** Late interaction of a question with one state of the index. */
interface PreparedQuestion {
  readonly statistics: TokenStatistics;
  readonly query: MaxSimQuery;
  /** Spread of the scores of the sample. */
  readonly spread: Spread;
}

const preparedQuestions = new WeakMap<QuestionTokens, PreparedQuestion>();

function prepareQuestion(tokens: QuestionTokens, statistics: TokenStatistics): PreparedQuestion {
  const last = preparedQuestions.get(tokens);
  if (last?.statistics === statistics) return last;
  const query = prepareMaxSim(tokens, (token) => tokenIdf(statistics.documents, statistics.frequency.get(token) ?? 0));
  const prepared = { statistics, query, spread: meanAndDeviation(maxSimScores(query, statistics.sample)) };
  preparedQuestions.set(tokens, prepared);
  return prepared;
}

/** Compares each memory with the question by the tokens of its model. */
function byLateInteraction({ found, tokens }: RerankQuestion, candidates: readonly Fused[]): readonly Fused[] {
  const brief = brevity(found.keyword);
  let hits = candidates.slice(0, RERANKED);
  for (const { model: id, bits, statistics } of tokens) {
    const asked = found.vectors.find(({ route: { model } }) => model.id === id);
    if (!asked?.question.tokens) continue;
    const { model } = asked.route;
    const { similarities, around } = similaritiesOf(model, asked.question.tokens, bits, statistics);
    const factor = asked.crossing === undefined ? 1 : LATE_FACTOR[asked.crossing];
    if (around) hits = addMaxSim(hits, similarities, around, model.lateWeight * factor, brief);
  }
  return hits.concat(candidates.slice(RERANKED)).sort(byScore);
}

interface Similarities {
  readonly similarities: ReadonlyMap<MemoryId, Similarity>;
  /** Undefined where the sample is too small. */
  readonly around?: Background;
}

function similaritiesOf(
  model: ModelInfo,
  question: QuestionTokens,
  bits: ReadonlyMap<MemoryId, readonly Uint8Array[]>,
  statistics: TokenStatistics,
): Similarities {
  const { query, spread } = prepareQuestion(question, statistics);
  if (spread.count < LEAST_SAMPLE && !model.lateBackground) return { similarities: new Map() };
  const scores = maxSimScores(query, [...bits.values()]);
  const similarities = new Map(
    [...bits].flatMap(([id, { length: chunks }], at) =>
      scores[at] === undefined ? [] : [[id, { similarity: scores[at], chunks }] as const],
    ),
  );
  const sample = { embedded: statistics.documents, mean: spread.mean, deviation: spread.deviation };
  return { similarities, around: background(sample, model.lateBackground) };
}

/** The server's scores replace the fused ones; hits that the server did not see come after them. */
async function byServer(
  { ports, settings }: RerankContext,
  query: string,
  passing: readonly Fused[],
  signal: AbortSignal | undefined,
): Promise<readonly Fused[]> {
  if (!ports.reranker) throw new Error(t('Rerank servers can’t be used here.'));
  const best = passing.slice(0, RERANKED);
  const documents = await ports.index.documents(best.map(({ id }) => id));
  const sent = best.filter(({ id }) => documents.has(id));
  const texts = sent.map(({ id }) => {
    const { name = '', description = '', body = '' } = documents.get(id) ?? {};
    return maskForDisplay(`${name}\n${description}\n\n${body}`).slice(0, LONGEST_TEXT);
  });
  const given = await ports.reranker.rerank(settings.rerankServer, maskForDisplay(query), texts, signal);
  const fused = onScale(given);
  const ranked = sent
    .map((hit, at) => ({ ...hit, rerank: { score: given[at] ?? 0 }, fused: hit.titled ? 1 : (fused[at] ?? 0) }))
    .sort(byScore);
  const least = ranked.at(-1)?.fused ?? Infinity;
  return [...ranked, ...passing.slice(RERANKED).map((hit) => ({ ...hit, fused: Math.min(hit.fused, least) }))];
}

/** Scores of 0 to 1 as they are. Some servers give logits. */
const onScale = (scores: readonly number[]): readonly number[] =>
  scores.every((score) => score >= 0 && score <= 1) ? scores : scores.map((score) => 1 / (1 + Math.exp(-score)));
