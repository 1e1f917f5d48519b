/** What a result says of itself, against whether there was anything to find. */
import { probability, type SignalOptions, WEIGHTS } from '../../../src/core/search/confidence.js';
import type { Row } from '../measure.mjs';
import type { Corpus, Question } from './data.mjs';
import type { Answer } from './engine.mjs';
import { casesOf, fit, judged, signals, type Subject, subjectOf } from './fit.mjs';
import { areaUnderCurve, atLeast, atMost, interval, markdown } from './measures.mjs';

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
  { name: 'no answer in the corpus, near its topics', has: ({ question }) => subjectOf(question) === 'near' },
  { name: 'no answer, off topic', has: ({ question }) => subjectOf(question) === 'off' },
];

const percent = (part: number, of: number): string => `${Math.round((part * 100) / Math.max(1, of))} %`;
/** The probability that the first hit answers the question. */
const likelyBy =
  (models: SignalOptions['models']) =>
  ({ answer }: Given): number =>
    answer.result.hits.length === 0 ? 0 : probability(signals(answer, models), WEIGHTS[judged(answer)]);

function givenOf(corpus: Corpus, half: Question['half'], answers: ReadonlyMap<string, Answer>): Given[] {
  return corpus.questions
    .filter((question) => question.half === half)
    .flatMap((question) => {
      const answer = answers.get(question.id);
      return answer ? [{ question, answer }] : [];
    });
}

/** Area under the curve with its 95 % interval. */
function area(given: readonly Given[], value: (one: Given) => number, without: readonly Subject[]): string {
  const groups = [
    given.filter(answerable).map(value),
    given.filter(({ question }) => without.includes(subjectOf(question))).map(value),
  ];
  const of = ([a = [], b = []]: readonly (readonly number[])[]): number => areaUnderCurve(a, b);
  const [low, high] = interval(groups, of);
  return `${of(groups).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

/** Shares of each confidence and of each likelihood, and how well they tell the two sorts of question apart. */
export function confidenceTable(
  corpus: Corpus,
  half: Question['half'],
  name: string,
  answers: ReadonlyMap<string, Answer>,
  models?: SignalOptions['models'],
): string {
  const likely = likelyBy(models);
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
    `AUC between answerable and not: likelihood ${area(given, likely, ['near', 'off'])}, near topics ${area(given, likely, ['near'])}, off topic ${area(given, likely, ['off'])}; confidence ${area(given, level, ['near', 'off'])}; best fused score ${area(given, ({ answer }) => answer.result.hits[0]?.explain?.fused ?? 0, ['near', 'off'])}.`,
  ].join('\n');
}

/** What is asked of the confidence: it tells the two sorts of question apart, and is high where there is an answer alone. */
export function confidenceRows(
  corpus: Corpus,
  half: Question['half'],
  name: string,
  answers: ReadonlyMap<string, Answer>,
  models?: SignalOptions['models'],
): Row[] {
  const given = givenOf(corpus, half, answers);
  const likely = likelyBy(models);
  const [has, none] = [given.filter(answerable), given.filter((one) => !answerable(one))];
  const high = (of: readonly Given[]): number =>
    of.filter(({ answer }) => answer.result.confidence === 'high').length / Math.max(1, of.length);
  const area = areaUnderCurve(has.map(likely), none.map(likely));
  const what = `confidence, ${name}, ${half} half`;
  return [
    { what: `${what}: area under the curve`, value: area.toFixed(3), target: '>= 0.85', met: area >= 0.85 },
    atLeast(`${what}: high on questions with an answer`, high(has), 50),
    atMost(`${what}: high on questions without an answer`, high(none), 3),
  ];
}

/** Weights as `core/search/confidence.ts` has them, made anew from the half to tune with. */
export function fittedWeights(
  corpus: Corpus,
  name: string,
  answers: ReadonlyMap<string, Answer>,
  models?: SignalOptions['models'],
): string {
  const weights = fit(
    casesOf(
      corpus.questions.filter(({ half }) => half === 'tune'),
      answers,
      1,
      models,
    ),
  );
  return `confidence, ${name}, weights from the tune half: ${Object.entries<number>({ ...weights })
    .map(([key, value]) => `${key} ${value.toFixed(2)}`)
    .join(', ')}`;
}
