/** How far two people who judged every question anew agree with each other, and with the labels; see the README beside this file. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Corpus, Question } from './data.mjs';

/** Grades by path of memory: 2 answers wholly, 1 in part or outdated. */
type Grades = Question['answers'];

export interface Assessment {
  /** Of the question. */
  readonly id: string;
  readonly first: Grades;
  readonly second: Grades;
  /** Who could not understand the question. */
  readonly unclear?: readonly ('first' | 'second')[];
  /** What was asked, where it was written anew since. */
  readonly text?: string;
}

export const assessments = (home: string): Assessment[] =>
  JSON.parse(readFileSync(path.join(home, 'assessments.json'), 'utf8')) as Assessment[];

/** Pairs of a question and a memory that somebody takes for an answer. */
const pairsOf = (all: readonly { readonly id: string; readonly grades: Grades }[], least = 1): ReadonlySet<string> =>
  new Set(
    all.flatMap(({ id, grades }) =>
      Object.entries(grades)
        .filter(([, grade]) => grade >= least)
        .map(([memory]) => `${id} ${memory}`),
    ),
  );

interface Agreement {
  /** Pairs that both name, of those that either does. */
  readonly overlap: number;
  /** Cohen's kappa over all pairs of a question and a memory. */
  readonly kappa: number;
}

export function agreement(a: ReadonlySet<string>, b: ReadonlySet<string>, pairs: number): Agreement {
  const both = [...a].filter((pair) => b.has(pair)).length;
  const either = a.size + b.size - both;
  const observed = 1 - (either - both) / pairs;
  const [shareA, shareB] = [a.size / pairs, b.size / pairs];
  const expected = shareA * shareB + (1 - shareA) * (1 - shareB);
  return { overlap: both / either, kappa: (observed - expected) / (1 - expected) };
}

/** One line for people, about the questions that were judged. */
export function agreementLine({ questions, passages }: Corpus, judged: readonly Assessment[]): string {
  const ids = new Set(judged.map(({ id }) => id));
  const labelled = questions.filter(({ id }) => ids.has(id));
  const pairs = labelled.length * passages.length;
  const [first, second] = (['first', 'second'] as const).map((who) =>
    pairsOf(judged.map((one) => ({ id: one.id, grades: one[who] }))),
  );
  const labels = pairsOf(labelled.map(({ id, answers }) => ({ id, grades: answers })));
  const told = ([name, a, b]: readonly [string, ReadonlySet<string>, ReadonlySet<string>]): string => {
    const { overlap, kappa } = agreement(a, b, pairs);
    return `${name} overlap ${(overlap * 100).toFixed(1)} %, kappa ${kappa.toFixed(3)}`;
  };
  const none = new Set<string>();
  return `Labels, judged anew: ${(
    [
      ['two assessors', first ?? none, second ?? none],
      ['labels and the first', labels, first ?? none],
      ['labels and the second', labels, second ?? none],
    ] as const
  )
    .map(told)
    .join('; ')}.`;
}
