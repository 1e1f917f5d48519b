/**
 * What a model's description says of its similarities, measured:
 *
 *     npm run bench -- model-thresholds FOLDER…
 *
 * prints for each model folder the similarity of texts that have nothing to do with each other, and the `related` and `duplicate` that separate pairs of
 * memories as those of the model that comes with Memdir do: as few other pairs of one project above `related`, as many slightly changed copies above `duplicate`.
 */
import path from 'node:path';

import type { Embedder } from '../../../src/core/ports/embedder.js';
import { measureBaseline } from '../../../src/embed/baseline.js';
import { readModelFolder } from '../../../src/embed/model-folder.js';
import { createOnnxEmbedder } from '../../../src/embed/onnx/client.js';
import { type Corpus, ownCorpus, type Passage } from './data.mjs';
import { languageCorpus } from './languages-data.mjs';
import { markdown } from './measures.mjs';

const SHIPPED = path.resolve('media/model');
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Cosines, highest first. */
interface Pairs {
  /** An older and a newer memory of one fact. */
  readonly versions: readonly number[];
  /** Other pairs of one project. */
  readonly others: readonly number[];
  /** A memory and itself without its last sentence. */
  readonly copies: readonly number[];
}

const textOf = ({ name, description, body }: Passage): string =>
  `${name.replace(/[_-]+/g, ' ')}. ${description}\n${body}`;
const withoutEnd = (text: string): string => text.replace(/(?<=[.。!?\n])[^.。!?\n]+[.。!?]?\s*$/, '').trim();
const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
const descending = (numbers: number[]): number[] => numbers.sort((a, b) => b - a);

const versionsOf = ({ questions }: Corpus): Set<string> =>
  new Set(
    questions.filter(({ kind }) => kind === 'superseded').map(({ answers }) => Object.keys(answers).sort().join(' ')),
  );

async function pairsOf(corpus: Corpus, embed: (texts: readonly string[]) => Promise<Float32Array[]>): Promise<Pairs> {
  const passages = corpus.passages.filter(({ body }) => body.length < 1_500);
  const vectors = await embed(passages.map(textOf));
  const shorter = await embed(passages.map((one) => withoutEnd(textOf(one))));
  const versions = versionsOf(corpus);
  const [same, others]: [number[], number[]] = [[], []];
  for (const [at, a] of passages.entries())
    for (const [further, b] of passages.slice(at + 1).entries()) {
      if (path.dirname(a.path) !== path.dirname(b.path)) continue;
      const near = cosine(vectors[at] as Float32Array, vectors[at + 1 + further] as Float32Array);
      (versions.has([a.path, b.path].sort().join(' ')) ? same : others).push(near);
    }
  const copies = vectors.map((vector, at) => cosine(vector, shorter[at] as Float32Array));
  return { versions: descending(same), others: descending(others), copies: descending(copies) };
}

/** Texts embedded at once. */
const BATCH = 16;

async function inBatches(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH)
    vectors.push(...(await embedder.embed(texts.slice(at, at + BATCH), 'passage')));
  return vectors;
}

const share = (numbers: readonly number[], limit: number): number =>
  numbers.filter((one) => one >= limit).length / Math.max(1, numbers.length);
const atShare = (numbers: readonly number[], part: number): number =>
  numbers[Math.min(numbers.length - 1, Math.round(part * numbers.length))] ?? Number.NaN;
const three = (value: number): string => value.toFixed(3);

interface Measured {
  readonly id: string;
  readonly pairs: Pairs;
  readonly baseline: string;
}

async function measured(folder: string, corpus: Corpus): Promise<Measured> {
  const embedder = createOnnxEmbedder({
    processFile: path.resolve('dist/embedder.js'),
    modelDir: folder,
    runtime: 'auto',
    log: quiet,
  });
  try {
    const pairs = await pairsOf(corpus, (texts) => inBatches(embedder, texts));
    return { id: embedder.model?.id ?? folder, pairs, baseline: JSON.stringify(await measureBaseline(embedder)) };
  } finally {
    await embedder.close();
  }
}

/** @param corpora folder for the memories in many languages */
export async function modelThresholds(folders: readonly string[], corpora: string): Promise<void> {
  const home = path.resolve('test/bench/recall');
  const sets = { English: ownCorpus(home), 'many languages': languageCorpus(home, corpora) };
  for (const [name, corpus] of Object.entries(sets)) {
    const known = await measured(SHIPPED, corpus);
    const { related, duplicate } = readModelFolder(SHIPPED).info;
    const [others, copies] = [share(known.pairs.others, related), share(known.pairs.copies, duplicate)];
    const rows: string[][] = [];
    for (const folder of [SHIPPED, ...folders]) {
      const one = folder === SHIPPED ? known : await measured(path.resolve(folder), corpus);
      const limits = [atShare(one.pairs.others, others), atShare(one.pairs.copies, copies)] as const;
      rows.push([
        one.id,
        ...limits.map(three),
        [0.05, 0.5, 0.95].map((part) => three(atShare(one.pairs.versions, part))).join(' / '),
        [0.001, 0.01, 0.5].map((part) => three(atShare(one.pairs.others, part))).join(' / '),
        [0.5, 0.9, 0.95].map((part) => three(atShare(one.pairs.copies, part))).join(' / '),
        `${(share(one.pairs.versions, limits[0]) * 100).toFixed(0)} %`,
        one.baseline,
      ]);
    }
    const header = [
      name,
      'related',
      'duplicate',
      'versions, 5 / 50 / 95 %',
      'other pairs, 0.1 / 1 / 50 %',
      'copies, 50 / 90 / 95 %',
      'versions from related',
      'background',
    ];
    process.stdout.write(`${markdown(header, rows)}\n\n`);
  }
}
