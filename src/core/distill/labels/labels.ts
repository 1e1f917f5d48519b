/**
 * Labels of tokens by a linear model of the sequence: the best path through the scores of features and of neighbouring labels
 * (M. Collins, Discriminative Training Methods for Hidden Markov Models, EMNLP 2002). Features are hashed into a table of fixed size
 * (K. Weinberger et al., Feature Hashing for Large Scale Multitask Learning, ICML 2009). The script train-labels makes the weights.
 */

/** What becomes of a token: it stays, it carries nothing, or it is the name of a person. */
export const LABELS = ['keep', 'noise', 'name'] as const;
export type Label = (typeof LABELS)[number];

/** Rows of the table of weights, a power of two. */
export const ROWS = 2 ** 15;
export const COUNT = LABELS.length;

/** FNV-1a. */
export function rowOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % ROWS;
}

/** What a token is to those after it: a word, a word that joins clauses, or a mark of punctuation. */
export const JOINTS = 3;
export const jointOf = (text: string): number =>
  /^(?:that|because|but|and|so|since|as|which|until|when)$/i.test(text) ? 1 : /^[\p{P}\p{S}]/u.test(text) ? 2 : 0;

export interface Sequence {
  /** Rows of the features of each token. */
  readonly rows: readonly (readonly number[])[];
  /** See {@link jointOf}. */
  readonly joints: readonly number[];
}

export interface Weights {
  /** Row by row, one for each label. */
  readonly features: ArrayLike<number>;
  /** See {@link transitionOf}. */
  readonly transitions: ArrayLike<number>;
}

/** Where the weight of a label after another is.
 * @param joint of the token before; undefined at the beginning of a sentence */
export const transitionOf = (joint: number | undefined, previous: number, label: number): number =>
  ((joint ?? JOINTS) * COUNT + (joint === undefined ? 0 : previous)) * COUNT + label;
export const TRANSITIONS = (JOINTS + 1) * COUNT * COUNT;

/** A sentence as the model reads it. */
export const sequenceOf = (features: readonly (readonly string[])[], words: readonly string[]): Sequence => ({
  rows: features.map((all) => all.map(rowOf)),
  joints: words.map(jointOf),
});

/** The labels of best score, by dynamic programming (Viterbi).
 * @param cost is added to a label of a token; training asks for the mistakes that are near */
export function bestLabels(
  { rows, joints }: Sequence,
  { features, transitions }: Weights,
  cost: (token: number, label: number) => number = () => 0,
): number[] {
  let scores: number[] = [];
  const from: number[][] = [];
  rows.forEach((active, token) => {
    const own = Array.from({ length: COUNT }, (_none, label) =>
      active.reduce((sum, row) => sum + (features[row * COUNT + label] ?? 0), cost(token, label)),
    );
    const best = own.map((score, label) => {
      const joint = joints[token - 1];
      if (token === 0) return { score: score + (transitions[transitionOf(joint, 0, label)] ?? 0), previous: 0 };
      const ways = scores.map((before, at) => before + (transitions[transitionOf(joint, at, label)] ?? 0));
      const most = Math.max(...ways);
      return { score: score + most, previous: ways.indexOf(most) };
    });
    scores = best.map(({ score }) => score);
    from.push(best.map(({ previous }) => previous));
  });
  let label = scores.indexOf(Math.max(...scores));
  return from
    .toReversed()
    .map((previous) => {
      const own = label;
      label = previous[label] ?? 0;
      return own;
    })
    .toReversed();
}
