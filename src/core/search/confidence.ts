/**
 * Confidence of a result: the probability that it answers the question, from a few signals of the best hit by logistic
 * regression. The weights come from the half of the recall benchmark that is there to tune with, counting questions with and without an
 * answer as equally likely; `npm run bench -- --only recall-memories` prints them anew, and how they do on the other half.
 */
import type { Confidence, Explanation } from '../results.js';
import type { Fused } from './rank.js';

/** Deviations below which a memory that shares no word with the question is noise. */
export const NOISE_DEVIATIONS = 1.5;

/** Deviations that are no noise in any store. */
const CERTAIN_DEVIATIONS = 4.5;
/** Tokens per word from which on a language is unknown to the model: a tokenizer splits unknown words into many tokens. */
const UNKNOWN_TOKENS = 2.5;

/** Whether a model cannot read a question: it knows none of its characters, or spells its words letter by letter. */
export const isGibberish = (words: number, tokens: number): boolean =>
  tokens <= 0 || (words > 0 && tokens / words >= UNKNOWN_TOKENS);

/**
 * Deviations below which a vector is noise where no memory matches a word of the question: what the best of so many memories reaches by chance in nine of ten
 * questions of random words.
 */
export const chanceDeviations = (memories: number): number =>
  Math.min(CERTAIN_DEVIATIONS, Math.max(NOISE_DEVIATIONS, 0.4 + 0.57 * Math.log(Math.max(1, memories))));

/**
 * Whether a hit is related to the question: it matches one of its words, or its vector stands out.
 * @param noise deviations; more where no memory matches a word of the question, see {@link chanceDeviations}
 */
export const isRelevant = (hit: Fused, noise = NOISE_DEVIATIONS): boolean =>
  hit.keyword !== undefined || (hit.vector !== undefined && hit.vector.deviations >= noise);

export interface Signals {
  /** Share of the question's information that the words of the best hit cover, 0 to 1. */
  readonly coverage: number;
  /** How far its vector and its tokens stand out, in deviations; 0 to 10. */
  readonly vector: number;
  readonly late: number;
  /** How much of its score it is ahead of the second, 0 to 1. */
  readonly lead: number;
}

type Weights = Signals & { readonly constant: number };
export type EvidenceKind = 'words' | 'vectors' | 'late';

/** By the evidence that a result has. */
export const WEIGHTS: Readonly<Record<EvidenceKind, Weights>> = {
  words: { coverage: 6.17, vector: 0, late: 0, lead: 1.07, constant: -4.12 },
  vectors: { coverage: 3.31, vector: 0.12, late: 0, lead: 0.54, constant: -2.07 },
  late: { coverage: 2.76, vector: 0.14, late: 0, lead: 1.75, constant: -2.37 },
};

const MOST_DEVIATIONS = 10;
const within = (value: number | undefined, most: number): number => Math.min(most, Math.max(0, value ?? 0));

type Judgeable = Pick<Explanation, 'keyword' | 'vector' | 'late' | 'fused'> & Pick<Fused, 'byPart'>;

/** Weight of a word that was found only by another spelling. */
const FUZZY_WEIGHT = 0.5;

/**
 * @param hits best first
 * @param fuzzyShare share of the question's information that was found by another spelling alone, 0 to 1
 * @param rivals hits that the best one is compared with; more than `hits` where some were left out
 */
export function signalsOf<T extends Judgeable>(
  hits: readonly T[],
  fuzzyShare = 0,
  rivals: readonly T[] = hits,
): Signals {
  const [best] = hits;
  const second = rivals.find((hit) => hit !== best);
  // Part of a longer word brings a memory forward and makes nothing certain.
  const isWhole = best?.byPart === undefined;
  return {
    coverage: within(best?.keyword?.coverage, 1) * (1 - fuzzyShare * (1 - FUZZY_WEIGHT)),
    vector: within(best?.vector?.deviations, MOST_DEVIATIONS),
    late: within(best?.late?.deviations, MOST_DEVIATIONS),
    lead: best && isWhole && best.fused > 0 ? within((best.fused - (second?.fused ?? 0)) / best.fused, 1) : 0,
  };
}

export const evidenceOf = (hits: readonly Pick<Explanation, 'vector' | 'late'>[]): EvidenceKind =>
  hits.some(({ late }) => late) ? 'late' : hits.some(({ vector }) => vector) ? 'vectors' : 'words';

/** 0 to 1: the probability that the hits answer the question, if every second question has an answer. */
export function probability(signals: Signals, weights: Weights): number {
  const odds =
    weights.constant +
    weights.coverage * signals.coverage +
    weights.vector * signals.vector +
    weights.late * signals.late +
    weights.lead * signals.lead;
  return 1 / (1 + Math.exp(-odds));
}

export interface ConfidenceOptions {
  /** Whether the question has a content word; a question of stop words alone ("what is it about") is answered by chance. Default true. */
  readonly hasContentWord?: boolean;
  /** See {@link signalsOf}. */
  readonly fuzzyShare?: number;
  readonly rivals?: readonly Fused[];
}

const HIGH = 0.7;
const MEDIUM = 0.45;

/**
 * `none`: nothing was found. The limits come from the curve of the tune half: at most one in twenty-five questions without an answer is `high`, one in four
 * `medium` or `high`.
 * @param hits best first, those under the threshold already dropped
 */
export function confidenceOf(
  hits: readonly Fused[],
  { hasContentWord = true, fuzzyShare = 0, rivals = hits }: ConfidenceOptions = {},
): Confidence {
  if (hits.length === 0) return 'none';
  if (!hasContentWord) return 'low';
  const likely = probability(signalsOf(hits, fuzzyShare, rivals), WEIGHTS[evidenceOf(rivals)]);
  return likely >= HIGH ? 'high' : likely >= MEDIUM ? 'medium' : 'low';
}
