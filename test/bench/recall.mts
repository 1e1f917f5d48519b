/** How well memories are found: Memdir beside what else could search the same files, on a corpus of this repository and, where it is there, on LoCoMo. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { mb, ms, quantile, type Row, timed } from './measure.mjs';
import { agreementLine, assessments } from './recall/agreement.mjs';
import { confidenceTable, fittedWeights } from './recall/confidence.mjs';
import { type Corpus, KINDS, ownCorpus, type Question } from './recall/data.mjs';
import { type Answer, askAll, fill, openCorpus, ownStores, type Vectors, vectorsOf } from './recall/engine.mjs';
import { lanceSearch } from './recall/lance.mjs';
import { languageRows } from './recall/languages.mjs';
import { LOCOMO, locomoCorpora, type LocomoSet, locomoThere } from './recall/locomo.mjs';
import { lookAlikeRows } from './recall/look-alikes.mjs';
import {
  atLeast,
  interval,
  markdown,
  mean,
  type Quality,
  QUALITY_HEADER,
  qualityCells,
  qualityOf,
  type Ranking,
} from './recall/measures.mjs';
import { askMultilingual, multilingualModel } from './recall/multilingual.mjs';
import { fts5Search, miniSearch, reciprocalRanks, type Search, substringSearch } from './recall/words.mjs';

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** One way of searching and what it answered. */
interface Way {
  readonly name: string;
  readonly rankings: ReadonlyMap<string, Ranking>;
  /** Milliseconds of each question, sorted. */
  readonly took: readonly number[];
}

async function way(
  name: string,
  corpus: Corpus,
  search: (question: Question) => Ranking | Promise<Ranking>,
): Promise<Way> {
  const rankings = new Map<string, Ranking>();
  const took: number[] = [];
  for (const question of corpus.questions) {
    const one = await timed(() => search(question));
    rankings.set(question.id, one.result);
    took.push(one.took);
  }
  return { name, rankings, took: took.sort((a, b) => a - b) };
}

const asWay = (name: string, answers: ReadonlyMap<string, Answer>): Way => ({
  name,
  rankings: new Map([...answers].map(([id, { ranking }]) => [id, ranking])),
  took: [...answers.values()].map(({ took }) => took).sort((a, b) => a - b),
});

/** Memdir as it is shipped, and with one thing changed. */
const VARIANTS = {
  'Memdir (coverage)': {},
  'Memdir, fusion rrf': { 'search.fusion': 'rrf' },
  'Memdir, no reranking': { 'search.rerank': 'none' },
  'Memdir, words only': { 'embedding.provider': 'none' },
} as const;

async function memdirWays(
  corpus: Corpus,
  dataDir: string,
): Promise<{ ways: Way[]; answers: ReadonlyMap<string, ReadonlyMap<string, Answer>>; rss: number }> {
  const ways: Way[] = [];
  const all = new Map<string, ReadonlyMap<string, Answer>>();
  let rss = 0;
  for (const [name, settings] of Object.entries(VARIANTS)) {
    const engine = await openCorpus(corpus, dataDir, settings);
    const answers = await askAll(corpus, engine, true);
    if (ways.length === 0) rss = process.memoryUsage().rss;
    all.set(name, answers);
    ways.push(asWay(name, answers));
    await engine.close();
  }
  return { ways, answers: all, rss };
}

const ONE_PROJECT = 'Memdir, one project at a time';

/** What users meet: each question asked of the memories of its project alone. */
async function oneProject(
  corpus: Corpus,
  dataDir: string,
  answers: ReadonlyMap<string, Answer>,
): Promise<ReadonlyMap<string, Answer>> {
  const engine = await openCorpus(corpus, dataDir, {});
  const found = await askAll(corpus, engine, true, await ownStores(corpus, engine, answers));
  await engine.close();
  return found;
}

/** nDCG@10 and R@5 of one search with their 95 % intervals. */
function intervals(corpus: Corpus, one: Way, half: Question['half']): string {
  const of = (questions: readonly Question[], key: 'ndcg10' | 'r5'): string => {
    const [low, high] = interval([questions], ([sample = []]) => quality(one, sample)[key]);
    return `${(quality(one, questions)[key] * 100).toFixed(1)} (${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)})`;
  };
  const all = answerable(corpus, half);
  const paraphrases = all.filter(({ kind }) => kind === 'paraphrase');
  return `${one.name}, ${half} half, with 95 % intervals: nDCG@10 ${of(all, 'ndcg10')}, R@5 ${of(all, 'r5')}; paraphrases: nDCG@10 ${of(paraphrases, 'ndcg10')}, R@5 ${of(paraphrases, 'r5')}.`;
}

async function multilingualWays(corpus: Corpus, dataDir: string): Promise<Way[]> {
  const model = multilingualModel();
  if (model !== undefined)
    return [asWay('Memdir with a multilingual model', await askMultilingual(corpus, dataDir, model))];
  say('Memdir with a multilingual model is left out: name its folder in MEMDIR_BENCH_MULTILINGUAL.');
  return [];
}

async function otherWays(corpus: Corpus, vectors: Vectors, folder: string): Promise<Way[]> {
  const deep = fts5Search(corpus.passages, 60);
  const words: Record<string, Search> = {
    'substrings, most words first (ripgrep)': substringSearch(corpus.passages),
    'FTS5 as it is': fts5Search(corpus.passages),
    'minisearch as it comes': miniSearch(corpus.passages, true),
    'minisearch, stems, no stop words': miniSearch(corpus.passages, false),
  };
  const ways: Way[] = [];
  for (const [name, search] of Object.entries(words)) ways.push(await way(name, corpus, ({ text }) => search(text)));
  ways.push({
    ...(await way('vectors alone', corpus, ({ id }) => (vectors.rankings.get(id) ?? []).slice(0, 10))),
    took: [],
  });
  ways.push({
    ...(await way('FTS5 and vectors, RRF k = 60', corpus, async ({ id, text }) =>
      reciprocalRanks([await deep(text), vectors.rankings.get(id) ?? []]),
    )),
    took: [],
  });
  const lance = await lanceSearch(vectors, folder);
  if (lance)
    ways.push(
      await way('LanceDB hybrid (RRF)', corpus, ({ id, text }) =>
        lance(text, vectors.questions.get(id) ?? new Float32Array()),
      ),
    );
  else say('LanceDB is left out: @lancedb/lancedb is not installed (see test/bench/recall/lance.mts).');
  return ways;
}

/**
 * For each question the best order that any of these searches gives, as if somebody who knows the answer chose between them: what no way of joining
 * their orders can be expected to pass.
 */
function ceiling(corpus: Corpus, ways: readonly Way[]): Way {
  const best = corpus.questions
    .filter(({ kind }) => kind !== 'none')
    .map((question) => {
      const rankings = ways.map(({ rankings: of }) => of.get(question.id) ?? []);
      const gains = rankings.map((ranking) => qualityOf(question, ranking).ndcg10);
      return [question.id, rankings[gains.indexOf(Math.max(...gains))] ?? []] as const;
    });
  return { name: 'the best of these for each question, by who knows the answer', rankings: new Map(best), took: [] };
}

const answerable = (corpus: Corpus, half: Question['half']): Question[] =>
  corpus.questions.filter((question) => question.half === half && question.kind !== 'none');
const quality = (of: Way, questions: readonly Question[]): Quality =>
  mean(questions.map((question) => qualityOf(question, of.rankings.get(question.id) ?? [])));
const speed = ({ took }: Way): string[] =>
  took.length === 0 ? ['', ''] : [ms(quantile(took, 0.5)), ms(quantile(took, 0.95))];

function overall(corpus: Corpus, ways: readonly Way[], half: Question['half']): string {
  const questions = answerable(corpus, half);
  const rows = ways.map((one) => [one.name, ...qualityCells(quality(one, questions)), ...speed(one)]);
  return markdown([`${half} half, ${questions.length} questions`, ...QUALITY_HEADER, 'p50', 'p95'], rows);
}

/** Every measure of one search for each kind of question. */
function byKind(corpus: Corpus, one: Way, half: Question['half']): string {
  const rows = kindsOf(corpus, half).map(({ kind, questions }) => [
    `${kind} (${questions.length})`,
    ...qualityCells(quality(one, questions)),
  ]);
  return markdown([`${one.name}, ${half} half`, ...QUALITY_HEADER], rows);
}

/** One measure of every search for each kind of question. */
function compare(corpus: Corpus, ways: readonly Way[], half: Question['half'], measure: 'ndcg10' | 'r5'): string {
  const kinds = kindsOf(corpus, half);
  const rows = ways.map((one) => [
    one.name,
    ...kinds.map(({ questions }) => (quality(one, questions)[measure] * 100).toFixed(1)),
  ]);
  return markdown([`${measure === 'r5' ? 'R@5' : 'nDCG@10'}, ${half} half`, ...kinds.map(({ kind }) => kind)], rows);
}

const kindsOf = (corpus: Corpus, half: Question['half']): { kind: string; questions: Question[] }[] =>
  KINDS.map((kind) => ({
    kind,
    questions: answerable(corpus, half).filter((question) => question.kind === kind),
  })).filter(({ questions }) => questions.length > 0);

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'memdir-recall-')));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the tables of the corpus beside this file; the rows are what the issue sets targets for. */
export const recallRows = (): Promise<Row[]> =>
  inFolder(async (folder) => {
    const home = realpathSync(path.resolve('test/bench/recall'));
    const corpus = ownCorpus(home);
    const dataDir = path.join(folder, 'data');
    const indexed = await fill(corpus, dataDir);
    const memdir = await memdirWays(corpus, dataDir);
    const multilingual = await multilingualWays(corpus, path.join(folder, 'multilingual'));
    const alone = await oneProject(corpus, dataDir, memdir.answers.get('Memdir (coverage)') ?? new Map());
    const single = asWay(ONE_PROJECT, alone);
    const others = await otherWays(corpus, await vectorsOf(corpus, dataDir, 60), path.join(folder, 'lance'));
    // Of one model: what another one finds is not to be had by ranking.
    const ways = [...memdir.ways, ...multilingual, ...others, ceiling(corpus, [...memdir.ways, ...others])];
    say(`\n${corpus.passages.length} memories, ${corpus.questions.length} questions, x100:\n`);
    say(`${agreementLine(corpus, assessments(home))}\n`);
    for (const half of ['report', 'tune'] as const) say(`${overall(corpus, ways, half)}\n`);
    for (const half of ['report', 'tune'] as const)
      for (const one of [...ways.slice(0, 1), single]) say(`${byKind(corpus, one, half)}\n`);
    for (const half of ['report', 'tune'] as const)
      for (const one of [...ways.slice(0, 1), single]) say(`${intervals(corpus, one, half)}\n`);
    for (const measure of ['ndcg10', 'r5'] as const) say(`${compare(corpus, ways, 'report', measure)}\n`);
    for (const [name, answers] of [...memdir.answers, [ONE_PROJECT, alone] as const]) {
      if (name.includes('rrf')) continue;
      for (const half of ['report', 'tune'] as const) say(`${confidenceTable(corpus, half, name, answers)}\n`);
      say(`${fittedWeights(corpus, name, answers)}\n`);
    }
    const report = answerable(corpus, 'report');
    const first = ways[0];
    const [all, paraphrase] = [report, report.filter(({ kind }) => kind === 'paraphrase')].map((questions) =>
      first ? quality(first, questions) : mean([]),
    );
    return [
      atLeast('recall, own memories, report half: nDCG@10', all?.ndcg10 ?? 0, 86),
      atLeast('recall, own memories, report half: paraphrase R@5', paraphrase?.r5 ?? 0, 80),
      atLeast(
        'recall, own memories, one project at a time, report half: paraphrase R@5',
        quality(
          single,
          report.filter(({ kind }) => kind === 'paraphrase'),
        ).r5,
        75,
      ),
      {
        what: `index of ${corpus.passages.length} memories: words, vectors`,
        value: `${ms(indexed.words)}, ${ms(indexed.vectors)}`,
      },
      {
        what: 'index on disk; resident memory of the searching process',
        value: `${mb(indexed.bytes)}; ${mb(memdir.rss)}`,
      },
    ];
  });

/** Prints the tables of the memories in other languages. */
export const languagesRows = (): Promise<Row[]> => inFolder(languageRows);

/** Memories that differ in a few words alone. */
export const lookAlikesRows = (): Promise<Row[]> => inFolder(lookAlikeRows);

/** One set of LoCoMo: every question, as the published figures count. */
const locomoSet = (set: LocomoSet): Promise<Row[]> =>
  inFolder(async (folder) => {
    const { title, target, published } = LOCOMO[set];
    const of = new Map<string, { all: Quality[]; took: number[] }>();
    const halves: Record<Question['half'], Quality[]> = { report: [], tune: [] };
    for (const corpus of locomoCorpora(set, folder)) {
      const dataDir = path.join(folder, 'data', path.basename(corpus.folder));
      await fill(corpus, dataDir);
      const search = fts5Search(corpus.passages);
      const ways = [
        ...(await memdirWays(corpus, dataDir)).ways,
        await way('FTS5 as it is', corpus, ({ text }) => search(text)),
      ];
      for (const one of ways) {
        const sum = of.get(one.name) ?? { all: [], took: [] };
        of.set(one.name, sum);
        sum.all.push(...corpus.questions.map((question) => qualityOf(question, one.rankings.get(question.id) ?? [])));
        sum.took.push(...one.took);
      }
      for (const question of corpus.questions)
        halves[question.half].push(qualityOf(question, ways[0]?.rankings.get(question.id) ?? []));
    }
    const rows = [...of].map(([name, { all, took }]) => [
      name,
      ...qualityCells(mean(all)),
      ...speed({ name, rankings: new Map(), took: took.sort((a, b) => a - b) }),
    ]);
    const split = Object.entries(halves).map(([half, all]) => [
      `Memdir (coverage), ${half} half`,
      ...qualityCells(mean(all)),
      '',
      '',
    ]);
    const others = Object.entries(published).map(([name, value]) => [
      `published: ${name}`,
      '',
      '',
      '',
      String(value),
      '',
      '',
      '',
    ]);
    say(`${markdown([title, ...QUALITY_HEADER, 'p50', 'p95'], [...rows, ...split, ...others])}\n`);
    const first = mean([...of.values()][0]?.all ?? []);
    return [
      atLeast(`${title}: R@10`, first.r10, target.r10),
      atLeast(`${title}: nDCG@10`, first.ndcg10, target.ndcg10),
    ];
  });

/** Prints the LoCoMo tables where the data is there, else one line. */
export async function locomoRows(): Promise<Row[]> {
  if (!locomoThere()) {
    say('LoCoMo is left out: its data is not in ../shared/bench.');
    return [];
  }
  return [...(await locomoSet('locomo-obs')), ...(await locomoSet('locomo-turn'))];
}
