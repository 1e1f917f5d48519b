/**
 * What a model's description says of its similarities, measured:
 *
 *     npm run bench -- model-thresholds FOLDER…
 *
 * prints for each model folder the similarity of questions with all memories (`background`, `lateBackground`), and the `related` and `duplicate` that separate
 * pairs of memories as those of the model that comes with Memdir do: as few other pairs of one project above `related`, as many slightly changed copies above
 * `duplicate`.
 */
import path from 'node:path';

import type { Embedder } from '../../../src/core/ports/embedder.js';
import { cosine } from '../../../src/core/search/cosine.js';
import { maxSimScores, meanAndDeviation, prepareMaxSim, type Spread } from '../../../src/core/search/max-sim.js';
import { readModelFolder } from '../../../src/embed/model-folder.js';
import { openEmbedder } from '../embedder.mjs';
import { type Corpus, ownCorpus, type Passage } from './data.mjs';
import { languageCorpus } from './languages-data.mjs';
import { markdown } from './measures.mjs';

const SHIPPED = path.resolve('media/model');

/** Of a model with a corpus; numbers highest first. */
interface Measured {
  readonly id: string;
  /** Cosines of an older and a newer memory of one fact; of other pairs of one project; of a memory and itself without its last sentence. */
  readonly versions: readonly number[];
  readonly others: readonly number[];
  readonly copies: readonly number[];
  /** Of a question with all memories, on average. */
  readonly background: Spread;
  readonly lateBackground: Spread;
}

/** Texts embedded at once; so many memories besides the versions, copies of memories, and questions. */
const [BATCH, MEMORIES, COPIES, QUESTIONS] = [16, 70, 40, 40];
/** UTF-16 units up to which a memory is one chunk. */
const SHORT = 1_000;

export const textOf = ({ name, description, body }: Passage): string =>
  `${name.replace(/[_-]+/g, ' ')}. ${description}\n${body}`;
const withoutEnd = (text: string): string => text.replace(/(?<=[.。!?\n])[^.。!?\n]+[.。!?]?\s*$/, '').trim();
const descending = (numbers: number[]): number[] => numbers.sort((a, b) => b - a);
/** So many of them, evenly. */
const some = <T,>(all: readonly T[], count: number): T[] =>
  all.filter((_, at) => Math.floor((at * count) / all.length) !== Math.floor(((at + 1) * count) / all.length));
const average = (spreads: readonly Spread[]): Spread => {
  const of = (key: 'mean' | 'deviation'): number => spreads.reduce((sum, one) => sum + one[key], 0) / spreads.length;
  return { mean: of('mean'), deviation: of('deviation'), count: spreads.length };
};

const versionsOf = ({ questions }: Corpus): Set<string> =>
  new Set(
    questions.filter(({ kind }) => kind === 'superseded').map(({ answers }) => Object.keys(answers).sort().join(' ')),
  );

interface Embedded {
  readonly vector: Float32Array;
  readonly bits: Uint8Array;
}

async function embedAll({ tokens }: Embedder, texts: readonly string[]): Promise<Embedded[]> {
  const all: Embedded[] = [];
  for (let at = 0; at < texts.length; at += BATCH)
    for (const { vector, tokens: of } of (await tokens?.chunks(texts.slice(at, at + BATCH))) ?? [])
      all.push({ vector, bits: of.bits });
  return all;
}

/** @param isAsked which questions are compared with all memories */
async function measure(embedder: Embedder, corpus: Corpus, isAsked: (kind: string) => boolean): Promise<Measured> {
  const versions = versionsOf(corpus);
  const isVersion = ({ path: file }: Passage): boolean => [...versions].some((pair) => pair.split(' ').includes(file));
  const short = corpus.passages.filter((one) => textOf(one).length < SHORT);
  const passages = [
    ...short.filter(isVersion),
    ...some(
      short.filter((one) => !isVersion(one)),
      MEMORIES,
    ),
  ];
  const embedded = await embedAll(embedder, passages.map(textOf));
  const chosen = some([...passages.keys()], COPIES);
  const shorter = await embedAll(
    embedder,
    chosen.map((at) => withoutEnd(textOf(passages[at] as Passage))),
  );
  const vectorAt = (at: number): Float32Array => (embedded[at] as Embedded).vector;
  const [same, others]: [number[], number[]] = [[], []];
  for (const [at, a] of passages.entries())
    for (const [further, b] of passages.slice(at + 1).entries()) {
      if (path.dirname(a.path) !== path.dirname(b.path)) continue;
      const isSame = versions.has([a.path, b.path].sort().join(' '));
      (isSame ? same : others).push(cosine(vectorAt(at), vectorAt(at + 1 + further)));
    }
  const [near, late]: [Spread[], Spread[]] = [[], []];
  const asked = corpus.questions.filter(({ kind }) => isAsked(kind));
  for (const { text } of some(asked, QUESTIONS)) {
    const question = await embedder.tokens?.question(text);
    if (!question) continue;
    near.push(meanAndDeviation(embedded.map(({ vector }) => cosine(question.vector, vector))));
    const prepared = prepareMaxSim(question.tokens, () => 1);
    late.push(
      meanAndDeviation(
        maxSimScores(
          prepared,
          embedded.map(({ bits }) => [bits]),
        ),
      ),
    );
  }
  return {
    id: embedder.model?.id ?? '',
    versions: descending(same),
    others: descending(others),
    copies: descending(chosen.map((at, of) => cosine(vectorAt(at), (shorter[of] as Embedded).vector))),
    background: average(near),
    lateBackground: average(late),
  };
}

async function measured(folder: string, corpus: Corpus, isAsked: (kind: string) => boolean): Promise<Measured> {
  const embedder = openEmbedder(folder);
  try {
    return await measure(embedder, corpus, isAsked);
  } finally {
    await embedder.close();
  }
}

const share = (numbers: readonly number[], limit: number): number =>
  numbers.filter((one) => one >= limit).length / Math.max(1, numbers.length);
const atShare = (numbers: readonly number[], part: number): number =>
  numbers[Math.min(numbers.length - 1, Math.round(part * numbers.length))] ?? Number.NaN;
const cells = (numbers: readonly number[], parts: readonly number[]): string =>
  parts.map((part) => atShare(numbers, part).toFixed(3)).join(' / ');
const spread = ({ mean, deviation }: Spread): string => `${mean.toFixed(3)}, ${deviation.toFixed(3)}`;

const HEADER = [
  'related',
  'duplicate',
  'versions from related',
  'versions, 5 / 50 / 95 %',
  'other pairs, 0.1 / 1 / 50 %',
  'copies, 50 / 90 / 95 %',
  'background',
  'late background',
];

/** @param corpora folder for the memories in many languages */
export async function modelThresholds(folders: readonly string[], corpora: string): Promise<void> {
  const home = path.resolve('test/bench/recall');
  const english = ownCorpus(home);
  const known = await measured(SHIPPED, english, isEnglish);
  const limits = readModelFolder(SHIPPED).info;
  const [others, copies] = [share(known.others, limits.related), share(known.copies, limits.duplicate)];
  const row = (one: Measured): string[] => {
    const related = atShare(one.others, others);
    return [
      one.id,
      related.toFixed(3),
      atShare(one.copies, copies).toFixed(3),
      `${(share(one.versions, related) * 100).toFixed(0)} %`,
      cells(one.versions, [0.05, 0.5, 0.95]),
      cells(one.others, [0.001, 0.01, 0.5]),
      cells(one.copies, [0.5, 0.9, 0.95]),
      spread(one.background),
      spread(one.lateBackground),
    ];
  };
  const rows = [row(known)];
  for (const folder of folders) rows.push(row(await measured(path.resolve(folder), english, isEnglish)));
  process.stdout.write(`${markdown(['memories in English', ...HEADER], rows)}\n\n`);
  const many = languageCorpus(home, corpora);
  const foreign = { ...many, passages: many.passages.filter((one) => one.path.startsWith('in-')) };
  const reading = folders.filter((folder) => readModelFolder(path.resolve(folder)).info.languages.includes('*'));
  for (const [name, kind] of Object.entries({
    'in other languages, asked in them': 'within',
    'asked in English': 'from-english',
  })) {
    const found = await Promise.all(
      reading.map((folder) => measured(path.resolve(folder), foreign, (one) => one === kind)),
    );
    process.stdout.write(`${markdown([`memories ${name}`, ...HEADER], found.map(row))}\n\n`);
  }
}

const isEnglish = (kind: string): boolean => !['language', 'cross-language', 'none'].includes(kind);
