/** Logistic regression for the confidence of a result: small enough to be done here, in some milliseconds. */
import {
  type ConfidenceWeights,
  evidenceOf,
  probability,
  type SignalOptions,
  type Signals,
  signalsOf,
} from '../../../src/core/search/confidence.js';
import { queryTerms } from '../../../src/core/search/terms.js';
import type { Question } from './data.mjs';
import type { Answer } from './engine.mjs';

export interface Case {
  readonly signals: Signals;
  readonly answerable: boolean;
  /** How much the case counts. */
  readonly weight: number;
}

const byScore = ({ result }: Answer) =>
  result.hits.flatMap(({ explain }) => (explain ? [explain] : [])).sort((a, b) => b.fused - a.fused);

export const judged = (answer: Answer) => evidenceOf(byScore(answer));
export const signals = (answer: Answer, models?: SignalOptions['models']): Signals =>
  signalsOf(byScore(answer)[0], { terms: queryTerms(answer.result.query).length, models });

/** What is asked and whether the corpus answers it. */
export type Subject = 'answerable' | 'near' | 'off';
export const subjectOf = ({ kind, topic }: Pick<Question, 'kind' | 'topic'>): Subject =>
  kind !== 'none' ? 'answerable' : (topic ?? 'near');

/** Together as much as the questions with an answer; those near the topic are harder to tell from them. */
const SHARES: Readonly<Record<Subject, number>> = { answerable: 1, near: 0.6, off: 0.4 };

/**
 * Questions with hits, as the regression sees them.
 * @param share what these questions count beside those of other corpora
 * @param models by id, where there are others than the one that comes with Memdir
 */
export function casesOf(
  questions: readonly Question[],
  answers: ReadonlyMap<string, Answer>,
  share = 1,
  models?: SignalOptions['models'],
): Case[] {
  const found = questions.flatMap((question) => {
    const answer = answers.get(question.id);
    return answer && answer.result.hits.length > 0 ? [{ answer, subject: subjectOf(question) }] : [];
  });
  const counts = Map.groupBy(found, ({ subject }) => subject);
  return found.map(({ answer, subject }) => ({
    signals: signals(answer, models),
    answerable: subject === 'answerable',
    weight: (share * SHARES[subject]) / (counts.get(subject)?.length ?? 1),
  }));
}

const KEYS = ['coverage', 'words', 'cosine', 'late', 'terms'] as const;
/** How much weights are held down, beside cases that weigh 1 altogether for either answer. */
const RIDGE = 1e-3;
const STEPS = 30;

/** Weights under which the answers are likeliest, by Newton's method. Those of signals that are always 0 are 0, and none is negative. */
export function fit(cases: readonly Case[]): ConfidenceWeights {
  let used: readonly (typeof KEYS)[number][] = KEYS.filter((key) => cases.some(({ signals: of }) => of[key] > 0));
  for (;;) {
    const weights = newton(cases, used);
    const wrong = used.filter((key) => weights[key] < 0);
    if (wrong.length === 0) return weights;
    used = used.filter((key) => !wrong.includes(key));
  }
}

function newton(cases: readonly Case[], used: readonly (typeof KEYS)[number][]): ConfidenceWeights {
  let weights: ConfidenceWeights = { coverage: 0, words: 0, cosine: 0, late: 0, terms: 0, constant: 0 };
  const names = [...used, 'constant'] as const;
  for (let step = 0; step < STEPS; step++) {
    const slope = names.map((name) => -RIDGE * weights[name]);
    const curve: number[][] = names.map((_, row) => names.map((__, column) => (row === column ? RIDGE : 0)));
    for (const { signals: of, answerable, weight } of cases) {
      const likely = probability(of, weights);
      const values = [...used.map((key) => of[key]), 1];
      values.forEach((value, row) => {
        slope[row] = (slope[row] ?? 0) + weight * ((answerable ? 1 : 0) - likely) * value;
        values.forEach((other, column) => {
          const line = curve[row] ?? [];
          line[column] = (line[column] ?? 0) + weight * likely * (1 - likely) * value * other;
        });
      });
    }
    const moved = solve(curve, slope);
    weights = { ...weights, ...Object.fromEntries(names.map((name, at) => [name, weights[name] + (moved[at] ?? 0)])) };
  }
  return weights;
}

/** Gauss-Jordan with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let at = 0; at < rows.length; at++) {
    const largest = rows
      .slice(at)
      .reduce((best, row) => (Math.abs(row[at] ?? 0) > Math.abs(best[at] ?? 0) ? row : best));
    rows.splice(rows.indexOf(largest), 1);
    rows.splice(at, 0, largest);
    const pivot = largest[at] ?? 1;
    for (const row of rows) {
      if (row === largest) continue;
      const factor = (row[at] ?? 0) / pivot;
      for (let column = at; column < row.length; column++)
        row[column] = (row[column] ?? 0) - factor * (largest[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}
