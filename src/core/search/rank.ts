/** From the two legs of a search to one order. Absolute scores: a value means the same from question to question. */
import type { Level, MemoryId } from '../memory.js';
import type { ModelInfo } from '../ports/embedder.js';
import type { VectorLeg, WordsHit, WordsLeg } from '../ports/search-legs.js';
import type { Explanation, Fusion } from '../results.js';
import { type Crossing, othersScore } from './cross-language-score.js';

/** BM25 can give a term at most (k1 + 1) times its idf; FTS5 has k1 = 1.2. */
const BM25_CEILING = 2.2;
/** Deviations at which the vector leg is as sure as it gets. */
const SURE_DEVIATIONS = 5;
const RRF_K = 60;

export interface Fused {
  readonly id: MemoryId;
  readonly keyword?: NonNullable<Explanation['keyword']>;
  /** Set when every match is a part of a longer word. */
  readonly byPart?: true | undefined;
  /** Set when its name or its description is the question. */
  readonly titled?: true | undefined;
  readonly vector?: NonNullable<Explanation['vector']> & { readonly line: number };
  readonly late?: NonNullable<Explanation['late']>;
  readonly rerank?: NonNullable<Explanation['rerank']>;
  /** 0 to 1. */
  readonly fused: number;
}

interface WordsEntry extends Pick<Fused, 'id' | 'byPart' | 'titled'> {
  readonly keyword: NonNullable<Explanation['keyword']>;
}

/** FTS5 gives no weight to a word that half of the memories or more have; this is the largest idf of such a word. */
const WEIGHTLESS_IDF = Math.LN2 + 1e-9;
export const isWeightless = (idf: number): boolean => idf <= WEIGHTLESS_IDF;
/** @param matching how many of the documents have the term */
export const inverseFrequency = (documents: number, matching: number): number =>
  Math.log(1 + (documents - matching + 0.5) / (matching + 0.5));

/** The words that FTS5 left out count their idf once. Without them words would find nothing in a store of one or two memories. */
const commonWords = (leg: WordsLeg, matched: readonly boolean[]): number =>
  leg.idf.reduce((total, idf, term) => (matched[term] && isWeightless(idf) ? total + idf : total), 0);

/** What a part of a longer word counts of a whole word: `Rechnung` in Rechnungsstellung. */
export const PART_WEIGHT = 0.5;

/** Times the exponent of the share with parts: of a question of many words a part says next to nothing. */
const WITH_PARTS = 2;

/** Share of the question's information that a memory has as parts of longer words. */
const partShare = ({ idf }: WordsLeg, { parts = [] }: WordsHit, sum: number): number =>
  (PART_WEIGHT * parts.reduce((total, term) => total + (idf[term] ?? 0), 0)) / sum;

/** What a memory has of the question: by its whole words, or by words and parts where that is more, so that a further word never takes from it. */
const shareOf = (whole: number, parts: number, exponent: number): number =>
  Math.max(whole ** exponent, (whole + parts) ** (WITH_PARTS * exponent));

/** Terms of an average memory, all its words counted: up to the first number a store is one of short texts, from the second on one of memories as they are usually written. */
const [SHORT, NORMAL] = [50, 100];

/** 1 for a store of short texts (lines of a chat, single facts), 0 for one of memories of normal length, in between in proportion. */
export const brevity = (leg: Pick<WordsLeg, 'averageLength'> | undefined): number =>
  leg?.averageLength === undefined ? 0 : Math.min(1, Math.max(0, (NORMAL - leg.averageLength) / (NORMAL - SHORT)));

const interpolate = (normal: number, short: number, brief: number): number => normal + (short - normal) * brief;

/** A short text seldom repeats a word, so its bm25 already tells how many of the question's words it has. */
const coverageExponent = (brief: number): number => interpolate(1, 0.2, brief);

/** Weight of the pairs of adjacent words that are adjacent in d as well. */
const ADJACENCY_WEIGHT = 0.8;

/** keyword(d) = bm25 / (2.2 * sum of idf) * idf share of the question's words that d has (short texts: ^ 0.2) + 0.8 * share of the pairs of words that are adjacent in d too */
function wordsEntries(leg: WordsLeg | undefined): WordsEntry[] {
  if (!leg) return [];
  const sum = leg.idf.reduce((total, idf) => total + idf, 0);
  if (sum <= 0) return [];
  const exponent = coverageExponent(brevity(leg));
  const entries = leg.hits.map((hit) => {
    const coverage = leg.idf.reduce((total, idf, term) => (hit.matched[term] ? total + idf : total), 0) / sum;
    const pairs =
      (hit.adjacent ?? []).reduce((total, term) => total + Math.min(leg.idf[term] ?? 0, leg.idf[term + 1] ?? 0), 0) /
      sum;
    const score =
      ((Math.max(0, hit.bm25) + commonWords(leg, hit.matched)) / (BM25_CEILING * sum)) *
        shareOf(coverage, partShare(leg, hit, sum), exponent) +
      ADJACENCY_WEIGHT * pairs;
    return { id: hit.id, byPart: hit.parts && (true as const), titled: hit.titled, bm25: hit.bm25, score, coverage };
  });
  entries.sort((a, b) => b.score - a.score || compare(a.id, b.id));
  return entries.map(({ id, byPart, titled, ...scores }, index) => ({
    id,
    byPart,
    titled,
    keyword: { rank: index + 1, ...scores },
  }));
}

export interface Background {
  readonly mean: number;
  readonly deviation: number;
}

/**
 * Mean and deviation that hits are compared with. In a store of few memories the answer itself is a good part of the mean, and
 * nothing can stand out; the model's own background then counts as 20 further memories.
 */
const BACKGROUND_MEMORIES = 20;
/** Memories up to which all 20 count; with more, the weight of the background declines. */
const FEW_MEMORIES = 10;

export function background(
  leg: Pick<VectorLeg, 'embedded' | 'mean' | 'deviation'>,
  ofModel: Background | undefined,
): Background {
  const count = Math.max(0, leg.embedded);
  if (!ofModel || count >= 400) return { mean: leg.mean, deviation: leg.deviation };
  const further = BACKGROUND_MEMORIES * Math.min(1, FEW_MEMORIES / Math.max(1, count));
  const total = count + further;
  const mean = (count * leg.mean + further * ofModel.mean) / total;
  const variance =
    (count * (leg.deviation ** 2 + (leg.mean - mean) ** 2) +
      further * (ofModel.deviation ** 2 + (ofModel.mean - mean) ** 2)) /
    total;
  return { mean, deviation: Math.sqrt(variance) };
}

interface VectorEntry {
  readonly id: MemoryId;
  readonly vector: NonNullable<Fused['vector']>;
}

interface Weighed extends VectorEntry {
  /** Weight of its model. */
  readonly weight: number;
}

/** The best of many chunks is high by chance already; this times the logarithm of their number is taken off. */
const CHANCE_OF_CHUNKS = 0.5;

/** How far a memory's best chunk stands out from what the question is compared with, in deviations. */
const standsOut = (similarity: number, chunks: number, { mean, deviation }: Background): number =>
  deviation > 0 ? (similarity - mean) / deviation - CHANCE_OF_CHUNKS * Math.log(Math.max(1, chunks)) : 0;

/**
 * Rank of the memory that those before it are compared with: where the tenth is as near, none of them is certain to be the answer. Many short texts
 * say nearly the same, so there it is the fifth.
 */
const [CROWD, SHORT_CROWD] = [10, 5];

/** vector(d) = (z / 5) ^ 2 / 2 + (z - z of the tenth) / 5, where z is how far d stands out in deviations; neither part falls below 0. */
function vectorScore(deviations: number, crowd: number): number {
  const [alone, ahead] = [Math.max(0, deviations) / SURE_DEVIATIONS, Math.max(0, deviations - crowd) / SURE_DEVIATIONS];
  return alone ** 2 / 2 + ahead;
}

/** What meaning counts in a store of short texts, of what it counts in others: there words say nearly everything. */
const SHORT_MEANING = 0.5;

/** A memory that several models have read in part gets the highest score of these models. */
function vectorEntries(legs: LegResults['vectors'], brief: number): Weighed[] {
  const all = (legs ?? []).flatMap(({ leg, model, crossing }) => {
    const around = background(leg, model.background);
    return leg.hits.map(({ id, cosine, line, chunks }) => ({
      id,
      crossing,
      memories: leg.embedded,
      weight: model.vectorWeight * interpolate(1, SHORT_MEANING, brief),
      vector: {
        cosine,
        deviations: standsOut(cosine, chunks, around),
        line,
        ...(model.id === undefined ? {} : { model: model.id }),
      },
    }));
  });
  const farthest = new Map<MemoryId, number>();
  for (const { id, vector } of all) farthest.set(id, Math.max(vector.deviations, farthest.get(id) ?? -Infinity));
  const deviations = [...farthest.values()].sort((a, b) => b - a);
  const atRank = (rank: number): number => Math.max(0, deviations[rank - 1] ?? 0);
  const crowd = interpolate(atRank(CROWD), atRank(SHORT_CROWD), brief);
  const best = new Map<MemoryId, Omit<Weighed, 'vector'> & { readonly vector: Omit<VectorEntry['vector'], 'rank'> }>();
  for (const { id, weight, vector, crossing, memories } of all) {
    const score =
      crossing === 'to-others' ? othersScore(vector.deviations, memories) : vectorScore(vector.deviations, crowd);
    const known = best.get(id);
    if (known === undefined || weight * score > known.weight * known.vector.score)
      best.set(id, { id, weight, vector: { ...vector, score } });
  }
  return [...best.values()]
    .sort(
      (a, b) =>
        b.weight * b.vector.score - a.weight * a.vector.score ||
        b.vector.deviations - a.vector.deviations ||
        b.vector.cosine - a.vector.cosine ||
        compare(a.id, b.id),
    )
    .map(({ vector, ...entry }, index) => ({ ...entry, vector: { rank: index + 1, ...vector } }));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export interface LegResults {
  readonly keyword?: WordsLeg | undefined;
  /** One for each model that was asked. */
  readonly vectors?: readonly {
    readonly leg: VectorLeg;
    readonly model: Pick<ModelInfo, 'vectorWeight' | 'background'> & Partial<Pick<ModelInfo, 'id'>>;
    readonly crossing?: Crossing | undefined;
  }[];
}

/** Evidence without an upper limit on a scale of 0 to 1, nearly unchanged where there is little of it. */
const scale = (evidence: number): number => 1 - Math.exp(-Math.max(0, evidence));

/** The scale of the sum of two pieces of evidence: never less than either. */
const join = (a: number, b: number): number => 1 - (1 - a) * (1 - b);

/** More than all legs of another memory together: the memory that is called as the question comes first. */
const TITLED = 12;

/** coverage: what the legs add up to, so none that rises lets a score fall. */
const sum = (keyword: number, vector: VectorEntry['vector'] | undefined, weight: number): number =>
  scale(keyword + weight * (vector?.score ?? 0));

/** Joins the legs; best first, equal scores in the order of their ids. A leg that did not answer is left out. */
export function fuse(legs: LegResults, fusion: Fusion): Fused[] {
  const byId = new Map<
    MemoryId,
    {
      keyword?: WordsEntry['keyword'];
      byPart?: Fused['byPart'];
      titled?: Fused['titled'];
      vector?: VectorEntry['vector'];
      weight?: number;
    }
  >();
  for (const { id, ...entry } of wordsEntries(legs.keyword)) byId.set(id, entry);
  const vectors = vectorEntries(legs.vectors, brevity(legs.keyword));
  for (const { id, vector, weight } of vectors) byId.set(id, { ...byId.get(id), vector, weight });
  const answering = (legs.keyword && legs.keyword.hits.length > 0 ? 1 : 0) + (vectors.length > 0 ? 1 : 0);
  const value = (entry: {
    keyword?: { rank: number; score: number };
    vector?: VectorEntry['vector'];
    weight?: number | undefined;
  }): number =>
    fusion === 'coverage'
      ? sum(entry.keyword?.score ?? 0, entry.vector, entry.weight ?? 0)
      : (reciprocal(entry.keyword?.rank) + reciprocal(entry.vector?.rank)) / (answering * reciprocal(1));
  return [...byId]
    .map(([id, { weight, ...entry }]) => {
      const found = value({ ...entry, weight });
      return { id, ...entry, fused: entry.titled ? join(found, scale(TITLED)) : found };
    })
    .sort(byScore);
}

const reciprocal = (rank: number | undefined): number => (rank === undefined ? 0 : 1 / (RRF_K + rank));

/** late part of a score = (max(0, deviations) / 5) ^ 1.5, times the model's weight. Best first. */
const LATE_EXPONENT = 1.5;
/** The tokens of a question find nearly everything that a short text says. */
const lateShare = (brief: number): number => interpolate(1, 1.3, brief);

export interface Similarity {
  /** Similarity of the best chunk. */
  readonly similarity: number;
  readonly chunks: number;
}

/**
 * Adds late interaction to the hits it is known of.
 * @param weight of the model
 * @param brief see {@link brevity}
 */
export function addMaxSim(
  hits: readonly Fused[],
  similarities: ReadonlyMap<MemoryId, Similarity>,
  around: Background,
  weight: number,
  brief = 0,
): Fused[] {
  const added = hits.map((hit) => {
    const known = similarities.get(hit.id);
    if (known === undefined || !(around.deviation > 0)) return hit;
    const { similarity, chunks } = known;
    const deviations = standsOut(similarity, chunks, around);
    const score = (Math.max(0, deviations) / SURE_DEVIATIONS) ** LATE_EXPONENT;
    return {
      ...hit,
      late: { similarity, deviations, score },
      fused: join(hit.fused, scale(weight * lateShare(brief) * score)),
    };
  });
  return added.sort(byScore);
}

export const byScore = (a: Fused, b: Fused): number => b.fused - a.fused || compare(a.id, b.id);

export interface Factors {
  /** 0.85 (as old as can be) to 1 (new). */
  readonly recency: number;
  readonly level: number;
  /** 1 and up. */
  readonly access: number;
}

/** Factors for age, level and use; see {@link finalScore}. */
export function factors(
  survival: number,
  level: Level,
  multipliers: Readonly<Record<Level, number>>,
  accessCount: number,
): Factors {
  return {
    recency: 0.85 + 0.15 * Math.min(1, Math.max(0, survival)),
    level: multipliers[level],
    access: 1 + 0.1 * Math.log1p(Math.max(0, accessCount)),
  };
}

/** How much of the three factors counts, and the most that they change: among hits that are about as near they decide, and never over a gap. */
const [INFLUENCE, MOST_CHANGED] = [1 / 3, 0.1];

/** 0 to 1. Rises with `fused` and with each factor. */
export function finalScore(fused: number, { recency, level, access }: Factors): number {
  const change = Math.max(0, recency * level * access) ** INFLUENCE;
  return 1 - (1 - fused) ** Math.min(1 + MOST_CHANGED, Math.max(1 - MOST_CHANGED, change));
}

/** Share of the best hit's evidence below which a hit counts as unrelated to the question. */
const RELATED = 0.4;
/** Evidence of the best hit beyond which more says nothing. */
const MOST_EVIDENCE = 3;
const evidenceOf = (score: number): number => Math.min(MOST_EVIDENCE, -Math.log(Math.max(1e-9, 1 - score)));

/** Least score of a hit that has as much to do with a question as the best one. */
export function relatedScore(scores: readonly number[]): number {
  return scale(RELATED * evidenceOf(Math.max(0, ...scores)));
}
