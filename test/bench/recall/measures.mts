/** How good an order of memories is for a question with known answers, and a table of it. */
import type { Row } from '../measure.mjs';
import type { Question } from './data.mjs';

/** Paths, best first. */
export type Ranking = readonly string[];

export interface Quality {
  readonly r1: number;
  readonly r5: number;
  readonly r10: number;
  readonly ndcg10: number;
  readonly mrr: number;
}

const gain = (grade: number): number => 2 ** grade - 1;
const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, at) => sum + gain(grade) / Math.log2(at + 2), 0);

/** Of a question with at least one answer. Recall and reciprocal rank ask for the best-graded answers alone: an outdated fact is no find. */
export function qualityOf(question: Question, ranking: Ranking): Quality {
  const grades = Object.values(question.answers);
  const best = Math.max(...grades);
  const wanted = new Set(Object.keys(question.answers).filter((path) => question.answers[path] === best));
  const recall = (k: number): number => ranking.slice(0, k).filter((path) => wanted.has(path)).length / wanted.size;
  const first = ranking.findIndex((path) => wanted.has(path));
  const ideal = discounted([...grades].sort((a, b) => b - a).slice(0, 10));
  return {
    r1: recall(1),
    r5: recall(5),
    r10: recall(10),
    ndcg10: discounted(ranking.slice(0, 10).map((path) => question.answers[path] ?? 0)) / ideal,
    mrr: first < 0 ? 0 : 1 / (first + 1),
  };
}

export function mean(all: readonly Quality[]): Quality {
  const of = (key: keyof Quality): number => all.reduce((sum, one) => sum + one[key], 0) / Math.max(1, all.length);
  return { r1: of('r1'), r5: of('r5'), r10: of('r10'), ndcg10: of('ndcg10'), mrr: of('mrr') };
}

/** Chance that a question with an answer scores higher than one without; equal scores count half. */
export function areaUnderCurve(answerable: readonly number[], unanswerable: readonly number[]): number {
  let wins = 0;
  for (const a of answerable) for (const b of unanswerable) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / Math.max(1, answerable.length * unanswerable.length);
}

/** Numbers between 0 and 1, the same on every run. */
function numbers(): () => number {
  let state = 20_261_129;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

const SAMPLES = 1_000;

/** Where a value lies in 95 of 100 samples with replacement of the questions. */
export function interval<T>(
  groups: readonly (readonly T[])[],
  value: (samples: readonly (readonly T[])[]) => number,
): readonly [number, number] {
  const next = numbers();
  const values = Array.from({ length: SAMPLES }, () =>
    value(groups.map((group) => group.map(() => group[Math.floor(next() * group.length)] as T))),
  ).sort((a, b) => a - b);
  return [values[Math.floor(SAMPLES * 0.025)] ?? 0, values[Math.floor(SAMPLES * 0.975)] ?? 0];
}

const hundredfold = (value: number): string => (value * 100).toFixed(1);

export function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), `|${header.map((_, at) => (at === 0 ? '---' : '---:')).join('|')}|`, ...rows.map(line)].join(
    '\n',
  );
}

export const QUALITY_HEADER = ['R@1', 'R@5', 'R@10', 'nDCG@10', 'MRR'];
export const qualityCells = ({ r1, r5, r10, ndcg10, mrr }: Quality): string[] =>
  [r1, r5, r10, ndcg10, mrr].map(hundredfold);

/** A row of a share x100 with a lower bound. */
export const atLeast = (what: string, share: number, limit: number): Row => ({
  what,
  value: (share * 100).toFixed(1),
  target: `>= ${limit}`,
  met: share * 100 >= limit,
});

/** A row of a share x100 with an upper bound. */
export const atMost = (what: string, share: number, limit: number): Row => ({
  what,
  value: (share * 100).toFixed(1),
  target: `<= ${limit}`,
  met: share * 100 <= limit,
});
