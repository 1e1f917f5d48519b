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

export interface Weights {
  /** Row by row, one for each label. */
  readonly features: ArrayLike<number>;
  /** From label to label, the last row from the beginning of a sentence. */
  readonly transitions: ArrayLike<number>;
}

/** The labels of best score, by dynamic programming (Viterbi).
 * @param rows of the features of each token
 * @param cost is added to a label of a token; training asks for the mistakes that are near */
export function bestLabels(
  rows: readonly (readonly number[])[],
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
      if (token === 0) return { score: score + (transitions[COUNT * COUNT + label] ?? 0), previous: 0 };
      const ways = scores.map((before, previous) => before + (transitions[previous * COUNT + label] ?? 0));
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
