/** Logistic regression for the confidence of a result: small enough to be done here, in some milliseconds. */
import { evidenceOf, probability, type Signals, signalsOf } from '../../../src/core/search/confidence.js';
import type { Question } from './data.mjs';
import type { Answer } from './engine.mjs';

export interface Case {
  readonly signals: Signals;
  readonly answerable: boolean;
}

export type Weights = Signals & { readonly constant: number };

const byScore = ({ result }: Answer) =>
  result.hits.flatMap(({ explain }) => (explain ? [explain] : [])).sort((a, b) => b.fused - a.fused);

/** Questions with hits, as the regression sees them. */
export const casesOf = (questions: readonly Question[], answers: ReadonlyMap<string, Answer>): Case[] =>
  questions.flatMap(({ id, kind }) => {
    const answer = answers.get(id);
    return answer && answer.result.hits.length > 0
      ? [{ signals: signalsOf(byScore(answer)), answerable: kind !== 'none' }]
      : [];
  });

export const judged = (answer: Answer) => evidenceOf(byScore(answer));
export const signals = (answer: Answer): Signals => signalsOf(byScore(answer));

/** How much weights are held down; of the sum over all cases, which weigh 1 altogether for either answer. */
const RIDGE = 1e-4;
const STEPS = 20_000;
const RATE = 0.05;

/** Weights under which both kinds of question, counted as equally many, are likeliest. Those of signals that are always 0 are 0, and none is negative. */
export function fit(cases: readonly Case[]): Weights {
  const share = (is: boolean): number => 1 / Math.max(1, cases.filter(({ answerable }) => answerable === is).length);
  const weight = { true: share(true), false: share(false) };
  let weights: Weights = { coverage: 0, vector: 0, late: 0, lead: 0, constant: 0 };
  for (let step = 0; step < STEPS; step++) {
    const slope = { coverage: 0, vector: 0, late: 0, lead: 0, constant: 0 };
    for (const { signals: of, answerable } of cases) {
      const error = ((answerable ? 1 : 0) - probability(of, weights)) * weight[`${answerable}`];
      for (const key of ['coverage', 'vector', 'late', 'lead'] as const) slope[key] += error * of[key];
      slope.constant += error;
    }
    const moved = (key: keyof Signals): number =>
      Math.max(0, weights[key] + RATE * (slope[key] - RIDGE * weights[key]));
    weights = {
      coverage: moved('coverage'),
      vector: moved('vector'),
      late: moved('late'),
      lead: moved('lead'),
      constant: weights.constant + RATE * slope.constant,
    };
  }
  return weights;
}
