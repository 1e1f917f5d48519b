/**
 * Makes the weights of the confidence anew from the halves that are there to tune with, and writes src/core/search/confidence-weights.json.
 *
 *     npm run bench -- confidence-weights [FOLDER]
 *
 * FOLDER is kept from run to run with the corpora and their indexes, as that of `ranking-dump` is.
 */
import { existsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { EvidenceKind } from '../../../src/core/search/confidence.js';
import type { Settings } from '../../../src/protocol/settings.js';
import { type Corpus, ownCorpus, type Question } from './data.mjs';
import { askAll, fill, openCorpus, ownStores } from './engine.mjs';
import { type Case, casesOf, fit } from './fit.mjs';
import { locomoCorpora, locomoThere } from './locomo.mjs';

const FILE = 'src/core/search/confidence-weights.json';
const VARIANTS: Readonly<Record<EvidenceKind, Partial<Settings>>> = {
  words: { 'embedding.provider': 'none' },
  vectors: { 'search.rerank': 'none' },
  late: {},
};
/** What a chat of LoCoMo counts beside the benchmark's own memories. */
const LOCOMO_SHARE = 0.04;

const tuned = ({ questions }: Corpus): readonly Question[] => questions.filter(({ half }) => half === 'tune');

/** Each question asked of all memories and of those of its project. */
async function ownCases(corpus: Corpus, dataDir: string, settings: Partial<Settings>): Promise<Case[]> {
  const engine = await openCorpus(corpus, dataDir, settings);
  const all = await askAll(corpus, engine, true);
  const alone = await askAll(corpus, engine, true, await ownStores(corpus, engine, all));
  await engine.close();
  return [...casesOf(tuned(corpus), all), ...casesOf(tuned(corpus), alone)];
}

/** The questions of a chat, and those that have nothing to do with it. */
async function chatCases(
  chat: Corpus,
  dataDir: string,
  off: readonly Question[],
  settings: Partial<Settings>,
): Promise<Case[]> {
  const corpus = { ...chat, questions: [...tuned(chat), ...off] };
  const engine = await openCorpus(corpus, dataDir, settings);
  const answers = await askAll(corpus, engine, true);
  await engine.close();
  return casesOf(corpus.questions, answers, LOCOMO_SHARE);
}

async function filled(corpus: Corpus, dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, 'index.db'))) await fill(corpus, dataDir);
}

export async function trainConfidence(folder = path.join(os.tmpdir(), 'memdir-confidence')): Promise<void> {
  const own = ownCorpus(path.resolve('test/bench/recall'));
  const off = tuned(own).filter(({ topic }) => topic === 'off');
  const chats = locomoThere() ? locomoCorpora('locomo-obs', folder) : [];
  const data = (corpus: Corpus): string => path.join(folder, 'data', path.basename(corpus.folder));
  for (const corpus of [own, ...chats]) await filled(corpus, data(corpus));
  const weights: Record<string, unknown> = {};
  for (const [kind, settings] of Object.entries(VARIANTS)) {
    const cases = await ownCases(own, data(own), settings);
    if (kind !== 'vectors') for (const chat of chats) cases.push(...(await chatCases(chat, data(chat), off, settings)));
    const rounded = Object.entries<number>({ ...fit(cases) }).map(([key, value]) => [key, Number(value.toFixed(2))]);
    weights[kind] = Object.fromEntries(rounded);
    process.stdout.write(`${kind}, ${cases.length} cases: ${JSON.stringify(weights[kind])}\n`);
  }
  writeFileSync(FILE, `${JSON.stringify(weights, null, 2)}\n`);
}
