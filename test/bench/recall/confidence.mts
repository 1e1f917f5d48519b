/** What a result says of itself, against whether there was anything to find. */
import { probability, WEIGHTS } from '../../../src/core/search/confidence.js';
import type { Corpus, Question } from './data.mjs';
import type { Answer } from './engine.mjs';
import { casesOf, fit, judged, signals } from './fit.mjs';
import { areaUnderCurve, markdown } from './measures.mjs';

const LEVELS = ['none', 'low', 'medium', 'high'] as const;
const LIMITS = [0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9];

interface Given {
  readonly question: Question;
  readonly answer: Answer;
}

interface Group {
  readonly name: string;
  readonly has: (given: Given) => boolean;
}

const answerable = ({ question }: Given): boolean => question.kind !== 'none';
const GROUPS: readonly Group[] = [
  { name: 'answerable', has: answerable },
  {
    name: 'answerable, right answer first',
    has: (given) => answerable(given) && (given.question.answers[given.answer.ranking[0] ?? ''] ?? 0) > 0,
  },
  { name: 'no answer in the corpus', has: (given) => !answerable(given) },
];

const percent = (part: number, of: number): string => `${Math.round((part * 100) / Math.max(1, of))} %`;
const likely = ({ answer }: Given): number =>
  answer.result.hits.length === 0 ? 0 : probability(signals(answer), WEIGHTS[judged(answer)]);

function givenOf(corpus: Corpus, half: Question['half'], answers: ReadonlyMap<string, Answer>): Given[] {
  return corpus.questions
    .filter((question) => question.half === half)
    .flatMap((question) => {
      const answer = answers.get(question.id);
      return answer ? [{ question, answer }] : [];
    });
}

function area(given: readonly Given[], value: (one: Given) => number): string {
  const [with_, without] = [given.filter(answerable), given.filter((one) => !answerable(one))];
  return areaUnderCurve(with_.map(value), without.map(value)).toFixed(3);
}

/** Shares of each confidence and of each likelihood, and how well they tell the two sorts of question apart. */
export function confidenceTable(
  corpus: Corpus,
  half: Question['half'],
  name: string,
  answers: ReadonlyMap<string, Answer>,
): string {
  const given = givenOf(corpus, half, answers);
  const rows = GROUPS.map((group) => {
    const of = given.filter(group.has);
    const shares = LEVELS.map((level) =>
      percent(of.filter(({ answer }) => answer.result.confidence === level).length, of.length),
    );
    return [
      `${group.name} (${of.length})`,
      ...shares,
      ...LIMITS.map((limit) => percent(of.filter((one) => likely(one) >= limit).length, of.length)),
    ];
  });
  const level = ({ answer }: Given): number => LEVELS.indexOf(answer.result.confidence);
  return [
    markdown([`confidence, ${name}, ${half} half`, ...LEVELS, ...LIMITS.map((limit) => `likely >= ${limit}`)], rows),
    '',
    `AUC between answerable and not: likelihood ${area(given, likely)}, confidence ${area(given, level)}, best fused score ${area(given, ({ answer }) => answer.result.hits[0]?.explain?.fused ?? 0)}.`,
  ].join('\n');
}

/** Weights as `core/search/confidence.ts` has them, made anew from the half to tune with. */
export function fittedWeights(corpus: Corpus, name: string, answers: ReadonlyMap<string, Answer>): string {
  const weights = fit(
    casesOf(
      corpus.questions.filter(({ half }) => half === 'tune'),
      answers,
    ),
  );
  return `confidence, ${name}, weights from the tune half: ${Object.entries<number>({ ...weights })
    .map(([key, value]) => `${key} ${value.toFixed(2)}`)
    .join(', ')}`;
}
