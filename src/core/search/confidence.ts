/**
 * Confidence of a result: the probability that it answers the question, from a few signals of the best hit by logistic regression. The weights come from the
 * halves of the recall benchmark and of LoCoMo that are there to tune with; `npm run bench -- confidence-weights` makes them anew.
 */
import type { SimilaritySpread } from '../ports/embedder.js';
import type { Confidence, Explanation } from '../results.js';
import WEIGHTS_FILE from './confidence-weights.json' with { type: 'json' };
import { NOISE_DEVIATIONS } from './noise-baseline.js';
import type { Fused } from './rank.js';

/** Tokens per word from which on a language is unknown to the model: a tokenizer splits unknown words into many tokens. */
const UNKNOWN_TOKENS = 2.5;

/** Whether a model cannot read a question: it knows none of its characters, or spells its words letter by letter. */
export const isGibberish = (words: number, tokens: number): boolean =>
  tokens <= 0 || (words > 0 && tokens / words >= UNKNOWN_TOKENS);

/**
 * Whether a hit is related to the question: it matches one of its words, or its vector stands out.
 * @param noise deviations; more where no memory matches a word of the question, see {@link chanceDeviations}
 */
export const isRelevant = (hit: Fused, noise = NOISE_DEVIATIONS): boolean =>
  hit.keyword !== undefined || (hit.vector !== undefined && hit.vector.deviations >= noise);

/** What a probability is worked out from. */
export interface Signals {
  /** Share of the question's information that the words of the best hit cover, and the keyword score; 0 to 1. */
  readonly coverage: number;
  readonly words: number;
  /** Its cosine with the question, and the mean similarity of the question's tokens with its own, as they are: how far they stand out says less. */
  readonly cosine: number;
  readonly late: number;
  /** ln(1 + terms of the question): a long question is covered by chance less often. */
  readonly terms: number;
}

/** Terms that a question counts as having at least and at most: the benchmark has hardly any shorter or longer ones. */
const [FEWEST_TERMS, MOST_TERMS] = [3, 16];

export type ConfidenceWeights = Signals & { readonly constant: number };
export type EvidenceKind = 'words' | 'vectors' | 'late';

/** By the evidence that a result has. */
export const WEIGHTS: Readonly<Record<EvidenceKind, ConfidenceWeights>> = WEIGHTS_FILE;

const within = (value: number | undefined): number => Math.min(1, Math.max(0, value ?? 0));

type Judgeable = Pick<Explanation, 'keyword' | 'vector' | 'late' | 'fused'> & Pick<Fused, 'byPart'>;

/** Weight of a word that was found only by another spelling. */
const FUZZY_WEIGHT = 0.5;

/** What the similarities of a model come to with texts that have nothing to do with each other. */
export interface ModelSpreads {
  readonly background?: SimilaritySpread | undefined;
  readonly lateBackground?: SimilaritySpread | undefined;
}

/** Those of the model that the weights are of. */
const KNOWN = {
  background: { mean: 0.07, deviation: 0.09 },
  lateBackground: { mean: 0.15, deviation: 0.045 },
} satisfies ModelSpreads;

/** A similarity of another model as the known one would give it. */
const onKnownScale = (
  value: number | undefined,
  spread: SimilaritySpread | undefined,
  known: SimilaritySpread,
): number =>
  within(
    value === undefined || !spread || !(spread.deviation > 0)
      ? value
      : known.mean + ((value - spread.mean) / spread.deviation) * known.deviation,
  );

export interface SignalOptions {
  /** Number of terms of the question. */
  readonly terms: number;
  /** Share of the question's information that was found by another spelling alone, 0 to 1. */
  readonly fuzzyShare?: number;
  /** Spread of similarities of each model whose vectors found a hit, by the model's id. */
  readonly models?: ReadonlyMap<string, ModelSpreads> | undefined;
}

/** @param best the first hit */
export function signalsOf(best: Judgeable | undefined, { terms, fuzzyShare = 0, models }: SignalOptions): Signals {
  const model = models?.get(best?.vector?.model ?? '');
  const spelled = 1 - fuzzyShare * (1 - FUZZY_WEIGHT);
  return {
    coverage: within(best?.keyword?.coverage) * spelled,
    // Part of a longer word brings a memory forward and makes nothing certain.
    words: best?.byPart === undefined ? within(best?.keyword?.score) * spelled : 0,
    cosine: onKnownScale(best?.vector?.cosine, model?.background, KNOWN.background),
    late: onKnownScale(best?.late?.similarity, model?.lateBackground, KNOWN.lateBackground),
    terms: Math.log1p(Math.min(MOST_TERMS, Math.max(FEWEST_TERMS, terms))),
  };
}

export const evidenceOf = (hits: readonly Pick<Explanation, 'vector' | 'late'>[]): EvidenceKind =>
  hits.some(({ late }) => late) ? 'late' : hits.some(({ vector }) => vector) ? 'vectors' : 'words';

/** 0 to 1: the probability that the hits answer the question, if every second question has an answer. */
export function probability(signals: Signals, weights: ConfidenceWeights): number {
  const odds =
    weights.constant +
    weights.coverage * signals.coverage +
    weights.words * signals.words +
    weights.cosine * signals.cosine +
    weights.late * signals.late +
    weights.terms * signals.terms;
  return 1 / (1 + Math.exp(-odds));
}

export interface ConfidenceOptions extends SignalOptions {
  /** All hits, where some are not shown: they tell what the question was compared by. */
  readonly all?: readonly Fused[];
  /** Whether the question has a content word; a question of stop words alone ("what is it about") is answered by chance. Default true. */
  readonly hasContentWord?: boolean;
}

/** By evidence: the probabilities from which a result is `high` and `medium`. Chosen on the tune halves; see docs/ranking.md. */
export const LIMITS: Readonly<Record<EvidenceKind, { readonly high: number; readonly medium: number }>> = {
  words: { high: 0.9, medium: 0.6 },
  vectors: { high: 0.85, medium: 0.6 },
  late: { high: 0.85, medium: 0.6 },
};

/**
 * `none`: nothing was found.
 * @param hits best first, those under the threshold already dropped
 */
export function confidenceOf(hits: readonly Fused[], options: ConfidenceOptions): Confidence {
  if (hits.length === 0) return 'none';
  if (options.hasContentWord === false) return 'low';
  const evidence = evidenceOf(options.all ?? hits);
  const likely = probability(signalsOf(hits[0], options), WEIGHTS[evidence]);
  return likely >= LIMITS[evidence].high ? 'high' : likely >= LIMITS[evidence].medium ? 'medium' : 'low';
}
