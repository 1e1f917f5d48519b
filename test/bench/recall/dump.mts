/**
 * Every hit, score and explanation of the benchmark's questions, to the last digit: two versions of Memdir rank alike when their dumps are equal.
 *
 *     npm run bench -- ranking-dump FILE [FOLDER]
 *
 * The clock stands still and files are dated by their number, so that a dump depends on code, texts and model alone. FOLDER is kept from run to run
 * with the corpora and their indexes; delete it to have them made again.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { SearchRequest, SearchResult } from '../../../src/core/results.js';
import { systemClock } from '../../../src/node/clock.js';
import type { OpenMemdir } from '../../../src/node/compose.js';
import type { Settings } from '../../../src/protocol/settings.js';
import { type Corpus, ownCorpus, type Question } from './data.mjs';
import { fill, openCorpus } from './engine.mjs';
import { locomoCorpora, locomoThere } from './locomo.mjs';
import { multilingualModel } from './multilingual.mjs';

const NOW = Date.UTC(2026, 5, 1, 12);
const TIMEOUT_MS = 60_000;

type Ask = (question: Question, at: number) => Omit<SearchRequest, 'vectorTimeoutMs'>;

const plainly: Ask = ({ text }) => ({ query: text, limit: 10, explain: true });

/** The two middle letters of the longest word change places. */
function misspelled(text: string): string {
  const longest = text.split(/\s+/).reduce((best, word) => (word.length > best.length ? word : best), '');
  const middle = Math.floor(longest.length / 2);
  const swapped =
    longest.slice(0, middle - 1) + longest.charAt(middle) + longest.charAt(middle - 1) + longest.slice(middle + 1);
  return text.replace(longest, swapped);
}

const quoted = (text: string): string => text.replace(/(\S+ \S+)$/, '"$1"');

/** What a question can be besides its words: filters, phrases, slips of the pen, output pasted beside it, other limits. */
const varied: Ask = ({ text }, at) => {
  const trace = Array.from(
    { length: 5 },
    (_, line) => `    at work${line} (/srv/app/src/file${line}.js:1${line}:7)`,
  ).join('\n');
  const requests: readonly Omit<SearchRequest, 'vectorTimeoutMs'>[] = [
    { query: misspelled(text), explain: true },
    { query: misspelled(text), skipRefresh: true, explain: true },
    { query: `${text} type:feedback`, limit: 3, explain: true },
    { query: text, limit: 100, explain: true },
    { query: quoted(text), explain: true },
    { query: `${text}\n\nError: it failed\n${trace}`, explain: true },
    { query: text, type: 'reference', level: 'long-term', explain: true },
    { query: `type:project path:${text.slice(0, 1)}`, explain: true },
    { query: `qqz${text.replace(/\s/g, '').slice(0, 6)} after:2026-04`, explain: true },
    { query: text.split(/\s+/).slice(0, 2).join(' '), idsOnly: true, limit: 1, explain: true },
  ];
  return requests[at % requests.length] ?? plainly({ text } as Question, at);
};

interface Variant {
  readonly settings: Partial<Settings>;
  readonly ask: Ask;
}

const OWN: Readonly<Record<string, Variant>> = {
  coverage: { settings: {}, ask: plainly },
  rrf: { settings: { 'search.fusion': 'rrf' }, ask: plainly },
  'no reranking': { settings: { 'search.rerank': 'none' }, ask: plainly },
  'words only': { settings: { 'embedding.provider': 'none' }, ask: plainly },
  varied: { settings: {}, ask: varied },
  'varied, words only': { settings: { 'embedding.provider': 'none' }, ask: varied },
};
const LOCOMO: Readonly<Record<string, Variant>> = {
  coverage: { settings: {}, ask: plainly },
  'words only': { settings: { 'embedding.provider': 'none' }, ask: plainly },
};
const MULTILINGUAL: Readonly<Record<string, Variant>> = {
  multilingual: { settings: {}, ask: plainly },
  'multilingual, varied': { settings: {}, ask: varied },
};

/** A line for each question. */
const lineOf = (corpus: Corpus, title: string, question: Question, result: SearchResult): string => {
  const inside = (file: string): string => path.relative(corpus.folder, file).split(path.sep).join('/');
  const hits = result.hits.map(({ id: _, ...hit }) => ({ ...hit, path: inside(hit.path) }));
  return JSON.stringify({ title, question: question.id, ...result, tookMs: 0, hits });
};

async function dump(
  corpus: Corpus,
  dataDir: string,
  name: string,
  variants: Readonly<Record<string, Variant>>,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [variant, { settings, ask }] of Object.entries(variants)) {
    const engine: OpenMemdir = await openCorpus(corpus, dataDir, settings);
    for (const [at, question] of corpus.questions.entries()) {
      const result = await engine.memdir.search({ ...ask(question, at), vectorTimeoutMs: TIMEOUT_MS });
      lines.push(lineOf(corpus, `${name}, ${variant}`, question, result));
    }
    await engine.close();
    process.stderr.write(`${name}, ${variant}: ${corpus.questions.length} questions\n`);
  }
  return lines;
}

/** Fills an index once; what was typed into other files a moment ago does not count, because the clock stands still. */
async function filled(corpus: Corpus, dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, 'index.db'))) await fill(corpus, dataDir);
}

/** A copy of the benchmark's own memories whose files are dated a day apart. */
function ownCopy(folder: string): Corpus {
  const home = path.join(folder, 'own');
  const source = path.resolve('test/bench/recall');
  if (!existsSync(home)) {
    mkdirSync(home, { recursive: true });
    cpSync(path.join(source, 'memories'), path.join(home, 'memories'), { recursive: true });
    cpSync(path.join(source, 'questions.json'), path.join(home, 'questions.json'));
    const files = readdirSync(path.join(home, 'memories'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    files
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .sort()
      .forEach((file, at) => utimesSync(file, (NOW - at * 86_400_000) / 1000, (NOW - at * 86_400_000) / 1000));
  }
  return ownCorpus(home);
}

async function multilingual(corpus: Corpus, dataDir: string): Promise<boolean> {
  const model = multilingualModel();
  if (model === undefined) return false;
  if (existsSync(path.join(dataDir, 'models'))) return true;
  const before = await openCorpus(corpus, dataDir, { 'embedding.provider': 'none' });
  await before.memdir.models.add(model);
  await before.close();
  const engine = await openCorpus(corpus, dataDir, {});
  await engine.memdir.index({});
  await engine.close();
  return true;
}

export async function rankingDump(file: string, folder = path.join(os.tmpdir(), 'memdir-ranking-dump')): Promise<void> {
  Object.assign(systemClock, { now: () => NOW });
  const own = ownCopy(folder);
  await filled(own, path.join(folder, 'own-data'));
  const lines = await dump(own, path.join(folder, 'own-data'), 'own', OWN);
  if (await multilingual(own, path.join(folder, 'multilingual-data')))
    lines.push(...(await dump(own, path.join(folder, 'multilingual-data'), 'own', MULTILINGUAL)));
  for (const set of locomoThere() ? (['locomo-obs', 'locomo-turn'] as const) : [])
    for (const corpus of locomoCorpora(set, folder)) {
      const dataDir = path.join(folder, `${set}-data`, path.basename(corpus.folder));
      await filled(corpus, dataDir);
      lines.push(...(await dump(corpus, dataDir, `${set} ${path.basename(corpus.folder)}`, LOCOMO)));
    }
  writeFileSync(file, `${lines.join('\n')}\n`);
  process.stdout.write(`${lines.length} answers written to ${file}.\n`);
}
