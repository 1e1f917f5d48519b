/** The last word on the order of the best hits: late interaction, a rerank server, or none. A failure leaves them as they are and says so. */
import { messageOf, throwIfAborted } from '../../core/errors.js';
import type { ServiceSettings } from '../../core/memdir.js';
import type { MemoryId } from '../../core/memory.js';
import type { ModelInfo, QuestionPieces } from '../../core/ports/embedder.js';
import type { PieceStatistics } from '../../core/ports/legs.js';
import { type LateQuestion, lateScores, pieceIdf, prepare, type Spread, spreadOf } from '../../core/search/late.js';
import { addLate, type Background, background, byScore, type Fused, type Similarity } from '../../core/search/rank.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { fromEach, type Population } from '../populations.js';
import type { SearchPorts } from '../ports.js';

/** How many of the best are looked at once more. */
const RERANKED = 50;
/** UTF-16 units of a memory that a rerank server is sent. */
const LONGEST_TEXT = 4_000;
/** Memories it takes to know what is usual. */
const LEAST_SAMPLE = 8;

export interface Reranked {
  /** Best first, those under the threshold dropped. */
  readonly hits: readonly Fused[];
  readonly notice?: string;
}

interface RerankParts {
  readonly ports: SearchPorts;
  readonly settings: ServiceSettings;
}

/** A question as a model with late interaction reads it. */
export interface AskedPieces {
  readonly population: Population;
  readonly pieces: QuestionPieces;
}

export interface Asked {
  readonly text: string;
  /** One for each model that gives pieces. */
  readonly pieces: readonly AskedPieces[];
  /** See `brevity` in core/search/rank. */
  readonly brief: number;
}

/** @param fused best first */
export async function rerank(
  parts: RerankParts,
  asked: Asked,
  fused: readonly Fused[],
  signal?: AbortSignal,
): Promise<Reranked> {
  const { rerank: choice, threshold } = parts.settings;
  const passing = fused.filter((hit) => hit.fused >= threshold);
  try {
    if (choice === 'http') return { hits: await byServer(parts, asked.text, passing, signal) };
    if (choice === 'late' && asked.pieces.length > 0)
      return { hits: (await byPieces(parts, asked, fused)).filter((hit) => hit.fused >= threshold) };
  } catch (error) {
    throwIfAborted(signal);
    parts.ports.log.warn(`The results were not reranked: ${messageOf(error)}`);
    return { hits: passing, notice: `The results stand in the order of words and meaning alone: ${messageOf(error)}` };
  }
  return { hits: passing };
}

/** What late interaction needs of a question: it depends on the question and the state of the index alone. */
interface Readied {
  readonly statistics: PieceStatistics;
  readonly prepared: LateQuestion;
  readonly spread: Spread;
}

const kept = new WeakMap<QuestionPieces, Readied>();

function readied(question: QuestionPieces, statistics: PieceStatistics): Readied {
  const known = kept.get(question);
  if (known?.statistics === statistics) return known;
  const prepared = prepare(question, (piece) => pieceIdf(statistics.documents, statistics.frequency.get(piece) ?? 0));
  const made = { statistics, prepared, spread: spreadOf(lateScores(prepared, statistics.sample)) };
  kept.set(question, made);
  return made;
}

/** Each memory is held against the question by the model that speaks for it. */
async function byPieces(
  { ports }: RerankParts,
  { pieces, brief }: Asked,
  fused: readonly Fused[],
): Promise<readonly Fused[]> {
  const models = pieces.filter(({ population }) => population.model.lateWeight > 0);
  const best = fused.slice(0, RERANKED);
  const found = await fromEach(
    models.map(({ population }) => population),
    best.map(({ id }) => id),
    (model, ids) => ports.index.pieces(model, ids),
  );
  let hits: readonly Fused[] = best;
  for (const { population, byId } of found) {
    const question = models.find((one) => one.population === population)?.pieces;
    if (!question || byId.size === 0) continue;
    const { similarities, around } = heldAgainst(
      population.model,
      question,
      byId,
      await ports.index.pieceStatistics(population.model.id),
    );
    if (around) hits = addLate(hits, similarities, around, population.model.lateWeight, brief);
  }
  return hits.concat(fused.slice(RERANKED)).sort(byScore);
}

interface Held {
  readonly similarities: ReadonlyMap<MemoryId, Similarity>;
  /** Undefined where too little is known to tell what is usual. */
  readonly around?: Background;
}

function heldAgainst(
  model: ModelInfo,
  question: QuestionPieces,
  pieces: ReadonlyMap<MemoryId, readonly Uint8Array[]>,
  statistics: PieceStatistics,
): Held {
  const { prepared, spread } = readied(question, statistics);
  if (spread.count < LEAST_SAMPLE && !model.lateBackground) return { similarities: new Map() };
  const scores = lateScores(prepared, [...pieces.values()]);
  const similarities = new Map(
    [...pieces].flatMap(([id, { length: chunks }], at) =>
      scores[at] === undefined ? [] : [[id, { similarity: scores[at], chunks }] as const],
    ),
  );
  return {
    similarities,
    around: background(
      { holding: statistics.documents, mean: spread.mean, deviation: spread.deviation },
      model.lateBackground,
    ),
  };
}

/** The server's scores stand for the fused ones; what it did not see comes after them. */
async function byServer(
  { ports, settings }: RerankParts,
  query: string,
  passing: readonly Fused[],
  signal: AbortSignal | undefined,
): Promise<readonly Fused[]> {
  if (!ports.reranker) throw new Error('Rerank servers cannot be asked here.');
  const best = passing.slice(0, RERANKED);
  const documents = await ports.index.documents(best.map(({ id }) => id));
  const sent = best.filter(({ id }) => documents.has(id));
  const texts = sent.map(({ id }) => {
    const { name = '', description = '', body = '' } = documents.get(id) ?? {};
    return hideSecrets(`${name}\n${description}\n\n${body}`).slice(0, LONGEST_TEXT);
  });
  const scores = await ports.reranker.rerank(settings.rerankServer, hideSecrets(query), texts, signal);
  const ranked = sent
    .map((hit, at) => ({ ...hit, rerank: { score: scores[at] ?? 0 }, fused: scores[at] ?? 0 }))
    .sort(byScore);
  const least = ranked.at(-1)?.fused ?? Infinity;
  return [...ranked, ...passing.slice(RERANKED).map((hit) => ({ ...hit, fused: Math.min(hit.fused, least) }))];
}
