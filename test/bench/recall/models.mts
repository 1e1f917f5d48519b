/** Memdir as it comes, and with each of the models that are installed beside it: how well it finds memories of this benchmark, and how sure it is. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { SignalOptions } from '../../../src/core/search/confidence.js';
import { readModelFolder } from '../../../src/embed/model-folder.js';
import { installedFile } from '../../../src/node/models/installed.js';
import { DEFAULT_SETTINGS, type Settings } from '../../../src/protocol/settings.js';
import type { Row } from '../measure.mjs';
import { confidenceTable, fittedWeights } from './confidence.mjs';
import { type Corpus, ownCorpus, type Question } from './data.mjs';
import { type Answer, askAll, openCorpus } from './engine.mjs';
import { markdown, mean, qualityOf } from './measures.mjs';
import { packagedModels } from './packaged.mjs';

type Answers = ReadonlyMap<string, Answer>;
type Models = NonNullable<SignalOptions['models']>;

interface Variant {
  readonly installed: readonly string[];
  readonly settings: Partial<Settings>;
}

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** By any id of one of these models. */
const spreadsOf = (folders: readonly string[], answers: Answers): Models => {
  const infos = folders.map((folder) => readModelFolder(folder).info);
  const ids = new Set(
    [...answers.values()].flatMap(({ result }) => result.hits.map(({ explain }) => explain?.vector?.model)),
  );
  return new Map(
    [...ids].flatMap((id) => {
      const info = infos.find((one) => id?.startsWith(one.id));
      return id !== undefined && info ? [[id, info] as const] : [];
    }),
  );
};

async function ask(corpus: Corpus, dataDir: string, { installed, settings }: Variant): Promise<Answers> {
  mkdirSync(path.dirname(installedFile(dataDir)), { recursive: true });
  writeFileSync(installedFile(dataDir), JSON.stringify(installed));
  const engine = await openCorpus(corpus, dataDir, { ...DEFAULT_SETTINGS, ...settings });
  await engine.memdir.index({});
  // Another main model answers from the next look on.
  await engine.memdir.index({});
  const answers = await askAll(corpus, engine, true);
  await engine.close();
  return answers;
}

function qualityRow(corpus: Corpus, name: string, answers: Answers): string[] {
  const of = (half: Question['half'], kind?: string) =>
    mean(
      corpus.questions
        .filter((one) => one.kind !== 'none' && one.half === half && (kind === undefined || one.kind === kind))
        .map((one) => qualityOf(one, answers.get(one.id)?.ranking ?? [])),
    );
  const cells = (['report', 'tune'] as const).flatMap((half) => [
    of(half).ndcg10,
    of(half, 'paraphrase').r5,
    of(half, 'cross-language').r5,
  ]);
  return [name, ...cells.map((value) => (value * 100).toFixed(1))];
}

export async function recallModelsRows(): Promise<Row[]> {
  const models = packagedModels();
  if (!models) {
    say('The models of the weight packages are left out: their weights are not in ../shared.');
    return [];
  }
  const corpus = ownCorpus(realpathSync(path.resolve('test/bench/recall')));
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'memdir-recall-models-')));
  const shipped = path.resolve('media/model');
  const variants: Readonly<Record<string, Variant>> = {
    'words only': { installed: [], settings: { 'embedding.provider': 'none' } },
    'as it comes': { installed: [], settings: {} },
    languages: { installed: [models.languages], settings: {} },
    large: { installed: [models.large], settings: {} },
    both: { installed: [models.languages, models.large], settings: {} },
  };
  const rows: string[][] = [];
  try {
    for (const [name, variant] of Object.entries(variants)) {
      const answers = await ask(corpus, path.join(base, name), variant);
      const spreads = spreadsOf([shipped, models.languages, models.large], answers);
      rows.push(qualityRow(corpus, name, answers));
      for (const half of ['report', 'tune'] as const) say(`${confidenceTable(corpus, half, name, answers, spreads)}\n`);
      say(`${fittedWeights(corpus, name, answers, spreads)}\n`);
    }
  } finally {
    models.remove();
    rmSync(base, { recursive: true, force: true });
  }
  const measures = ['nDCG@10', 'paraphrase R@5', 'across languages R@5'];
  const header = [
    'own memories, x100',
    ...['report', 'tune'].flatMap((half) => measures.map((one) => `${half}: ${one}`)),
  ];
  say(`${markdown(header, rows)}\n`);
  return [];
}
