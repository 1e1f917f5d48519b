/** What a result says of itself, against whether there was anything to find. */
import type { Corpus, Question } from './data.mjs';
import type { Answer } from './engine.mjs';
import { areaUnderCurve, markdown } from './measures.mjs';

const LEVELS = ['none', 'low', 'medium', 'high'] as const;

interface Group {
  readonly name: string;
  readonly has: (question: Question, answer: Answer) => boolean;
}

const answerable = (question: Question): boolean => question.kind !== 'none';
const GROUPS: readonly Group[] = [
  { name: 'answerable', has: answerable },
  { name: 'answerable, right answer first', has: (question, { ranking }) => answerable(question) && (question.answers[ranking[0] ?? ''] ?? 0) > 0 },
  { name: 'no answer in the corpus', has: (question) => !answerable(question) },
];

/** Shares of each confidence, and how well it and the best score tell the two sorts of question apart. */
export function confidenceTable(corpus: Corpus, answers: ReadonlyMap<string, Answer>): string {
  const given = corpus.questions.flatMap((question) => {
    const answer = answers.get(question.id);
    return answer ? [{ question, answer }] : [];
  });
  const rows = GROUPS.map(({ name, has }) => {
    const of = given.filter(({ question, answer }) => has(question, answer));
    const shares = LEVELS.map((level) => of.filter(({ answer }) => answer.result.confidence === level).length).map((count) => `${count} (${Math.round((count * 100) / Math.max(1, of.length))} %)`);
    return [name, ...shares];
  });
  const area = (value: (answer: Answer) => number): string =>
    areaUnderCurve(...([true, false].map((is) => given.filter(({ question }) => answerable(question) === is).map(({ answer }) => value(answer))) as [number[], number[]])).toFixed(3);
  return [
    markdown(['confidence', ...LEVELS], rows),
    '',
    `AUC between answerable and not: confidence ${area(({ result }) => LEVELS.indexOf(result.confidence))}, best fused score ${area(({ result }) => result.hits[0]?.explain?.fused ?? 0)}.`,
  ].join('\n');
}
