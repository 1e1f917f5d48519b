/** How well memories are found across and within languages, with the multilingual model and without it, and what it costs English questions. */
import { realpathSync } from 'node:fs';
import path from 'node:path';

import type { Row } from '../measure.mjs';
import type { Question } from './data.mjs';
import { type Answer, askAll, fill, openCorpus } from './engine.mjs';
import { LANGUAGE_KINDS, type LanguageCorpus, languageCorpus, type LanguageQuestion } from './languages-data.mjs';
import { interval, markdown, mean, qualityOf } from './measures.mjs';
import { askMultilingual, multilingualModel } from './multilingual.mjs';

type Answers = ReadonlyMap<string, Answer>;
type Measure = 'r1' | 'r5' | 'ndcg10';
type Half = Question['half'];

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(LANGUAGE_KINDS.map((kind) => [kind, [kind]])),
  across: ['from-english', 'to-english'],
};

const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const hundredfold = (value: number): string => (value * 100).toFixed(1);

const inGroup = (corpus: LanguageCorpus, group: string, half: Half): LanguageQuestion[] =>
  corpus.questions.filter((question) => question.half === half && GROUPS[group]?.includes(question.kind));

const values = (questions: readonly LanguageQuestion[], answers: Answers, measure: Measure): number[] =>
  questions.map((question) => qualityOf(question, answers.get(question.id)?.ranking ?? [])[measure]);

const average = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** The mean with its interval, x100. */
function withInterval(numbers: readonly number[]): string {
  const [low, high] = interval([numbers], ([sample = []]) => average(sample));
  return `${hundredfold(average(numbers))} (${hundredfold(low)} to ${hundredfold(high)})`;
}

export function groupTable(corpus: LanguageCorpus, name: string, answers: Answers, half: Half): string {
  const rows = Object.keys(GROUPS).map((group) => {
    const questions = inGroup(corpus, group, half);
    const cells = (['r1', 'r5', 'ndcg10'] as const).map((measure) => withInterval(values(questions, answers, measure)));
    return [`${group} (${questions.length})`, ...cells];
  });
  return markdown([`${name}, ${half} half`, 'R@1', 'R@5', 'nDCG@10'], rows);
}

/** Both halves: ten questions of one half alone say little about one language. */
function byLanguage(corpus: LanguageCorpus, ways: Readonly<Record<string, Answers>>): string {
  const languages = [...new Set(corpus.questions.flatMap(({ language }) => language ?? []))].sort();
  const rows = languages.map((language) => [
    language,
    ...Object.values(ways).flatMap((answers) =>
      ['within', 'across'].map((group) => {
        const asked = corpus.questions.filter((one) => one.language === language && GROUPS[group]?.includes(one.kind));
        const found = mean(asked.map((one) => qualityOf(one, answers.get(one.id)?.ranking ?? [])));
        return `${hundredfold(found.r1)} / ${hundredfold(found.r5)}`;
      }),
    ),
  ]);
  const header = Object.keys(ways).flatMap((name) => [`within, ${name}`, `across, ${name}`]);
  return markdown(['R@1 / R@5, both halves', ...header], rows);
}

/** What English questions gain or lose by the second model, question by question. */
export const englishDifference = (
  corpus: LanguageCorpus,
  without: Answers,
  including: Answers,
  half: Half,
): number[] => {
  const questions = inGroup(corpus, 'english', half);
  const before = values(questions, without, 'ndcg10');
  return values(questions, including, 'ndcg10').map((value, at) => value - (before[at] ?? 0));
};

function targets(corpus: LanguageCorpus, without: Answers, including: Answers): Row[] {
  const atLeast = (group: string, measure: Measure, limit: number): Row => {
    const found = average(values(inGroup(corpus, group, 'report'), including, measure)) * 100;
    const label = measure.replace('r', 'R@');
    return {
      what: `with a multilingual model, ${group} languages, report half: ${label}`,
      value: found.toFixed(1),
      target: `>= ${limit}`,
      met: found >= limit,
    };
  };
  const loss = average(englishDifference(corpus, without, including, 'report')) * 100;
  return [
    atLeast('across', 'r5', 75),
    atLeast('across', 'r1', 45),
    atLeast('within', 'r5', 85),
    {
      what: 'what the multilingual model changes for English questions, report half: nDCG@10',
      value: loss.toFixed(2),
      target: '>= -0.5',
      met: loss >= -0.5,
    },
  ];
}

export async function askWithout(corpus: LanguageCorpus, dataDir: string): Promise<Answers> {
  const engine = await openCorpus(corpus, dataDir, {});
  const answers = await askAll(corpus, engine);
  await engine.close();
  return answers;
}

/** @param folder for the memories and the indexes */
export async function languageRows(folder: string): Promise<Row[]> {
  const corpus = languageCorpus(realpathSync(path.resolve('test/bench/recall')), path.join(folder, 'memories'));
  const dataDir = path.join(folder, 'data');
  await fill(corpus, dataDir);
  const without = await askWithout(corpus, dataDir);
  say(`\n${corpus.passages.length} memories, ${corpus.questions.length} questions, x100, with 95 % intervals:\n`);
  for (const half of ['report', 'tune'] as const) say(`${groupTable(corpus, 'without', without, half)}\n`);
  const model = multilingualModel();
  if (model === undefined) {
    say(`${byLanguage(corpus, { without })}\n`);
    say('The multilingual model is absent: name its folder in MEMDIR_BENCH_MULTILINGUAL.');
    return [];
  }
  const including = await askMultilingual(corpus, path.join(folder, 'multilingual'), model);
  for (const half of ['report', 'tune'] as const) {
    say(`${groupTable(corpus, 'with a multilingual model', including, half)}\n`);
    say(`English, ${half} half, nDCG@10: ${withInterval(englishDifference(corpus, without, including, half))}\n`);
  }
  say(`${byLanguage(corpus, { without, with: including })}\n`);
  return targets(corpus, without, including);
}
