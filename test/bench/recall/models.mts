/** Memdir as it comes, and with each of the models that are installed beside it: how well it finds memories of this benchmark, and how sure it is. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { SignalOptions } from '../../../src/core/search/confidence.js';
import { readModelFolder } from '../../../src/embed/model-folder.js';
import { installedFile } from '../../../src/node/models/installed-models.js';
import { DEFAULT_SETTINGS, type Settings } from '../../../src/protocol/settings.js';
import type { Row } from '../measure.mjs';
import { confidenceRows, confidenceTable, fittedWeights } from './confidence.mjs';
import { type Corpus, ownCorpus, type Question } from './data.mjs';
import { type Answer, askAll, openCorpus } from './engine.mjs';
import { LOCOMO, locomoCorpora, type LocomoSet, locomoThere } from './locomo.mjs';
import { atLeast, markdown, mean, type Quality, qualityOf } from './measures.mjs';
import { type PackagedModels, packagedModels } from './packaged.mjs';

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

/** All answers to a corpus with these models installed. */
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

const reported = (corpus: Corpus, half: Question['half'], answers: Answers, kind?: string): Quality =>
  mean(
    corpus.questions
      .filter((one) => one.kind !== 'none' && one.half === half && (kind === undefined || one.kind === kind))
      .map((one) => qualityOf(one, answers.get(one.id)?.ranking ?? [])),
  );

function qualityRow(corpus: Corpus, name: string, answers: Answers): string[] {
  const cells = (['report', 'tune'] as const).flatMap((half) => [
    reported(corpus, half, answers).ndcg10,
    reported(corpus, half, answers, 'paraphrase').r5,
    reported(corpus, half, answers, 'cross-language').r5,
  ]);
  return [name, ...cells.map((value) => (value * 100).toFixed(1))];
}

const NDCG_TARGETS: Readonly<Record<string, number>> = { large: 85, both: 86 };

function targetRows(corpus: Corpus, name: string, answers: Answers, models: Models): Row[] {
  const target = NDCG_TARGETS[name];
  const what = `recall, own memories, ${name}, report half`;
  return [
    ...(target === undefined ? [] : [atLeast(`${what}: nDCG@10`, reported(corpus, 'report', answers).ndcg10, target)]),
    ...(name === 'both'
      ? [atLeast(`${what}: paraphrase R@5`, reported(corpus, 'report', answers, 'paraphrase').r5, 75)]
      : []),
    ...confidenceRows(corpus, 'report', name, answers, models),
  ];
}

const variantsOf = ({ languages, large }: PackagedModels): Readonly<Record<string, Variant>> => ({
  'as it comes': { installed: [], settings: {} },
  languages: { installed: [languages], settings: {} },
  large: { installed: [large], settings: {} },
  both: { installed: [languages, large], settings: {} },
});

async function withModels(work: (models: PackagedModels, folder: string) => Promise<Row[]>): Promise<Row[]> {
  const models = packagedModels();
  if (!models) {
    say('The models of the weight packages are left out: their weights are not in ../shared.');
    return [];
  }
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'memdir-recall-models-')));
  try {
    return await work(models, folder);
  } finally {
    models.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const recallModelsRows = (): Promise<Row[]> =>
  withModels(async (models, folder) => {
    const corpus = ownCorpus(realpathSync(path.resolve('test/bench/recall')));
    const shipped = path.resolve('media/model');
    const variants = {
      'words only': { installed: [], settings: { 'embedding.provider': 'none' as const } },
      ...variantsOf(models),
    };
    const qualities: string[][] = [];
    const rows: Row[] = [];
    for (const [name, variant] of Object.entries(variants)) {
      const answers = await ask(corpus, path.join(folder, name), variant);
      const spreads = spreadsOf([shipped, models.languages, models.large], answers);
      qualities.push(qualityRow(corpus, name, answers));
      rows.push(...targetRows(corpus, name, answers, spreads));
      for (const half of ['report', 'tune'] as const) say(`${confidenceTable(corpus, half, name, answers, spreads)}\n`);
      say(`${fittedWeights(corpus, name, answers, spreads)}\n`);
    }
    const measures = ['nDCG@10', 'paraphrase R@5', 'across languages R@5'];
    const header = [
      'own memories, x100',
      ...['report', 'tune'].flatMap((half) => measures.map((one) => `${half}: ${one}`)),
    ];
    say(`${markdown(header, qualities)}\n`);
    return rows;
  });

/** LoCoMo with each of the models: none of them may be worse than the one that comes with Memdir. */
export const locomoModelsRows = (): Promise<Row[]> =>
  withModels(async (models, folder) => {
    if (!locomoThere()) {
      say('LoCoMo is left out: its data is not in ../shared/bench.');
      return [];
    }
    const rows: Row[] = [];
    for (const set of Object.keys(LOCOMO) as LocomoSet[]) {
      const found = new Map<string, Quality[]>();
      for (const corpus of locomoCorpora(set, folder))
        for (const [name, variant] of Object.entries(variantsOf(models))) {
          // One index for all of them: the vectors of each model are in it once.
          const answers = await ask(corpus, path.join(folder, 'data', set, path.basename(corpus.folder)), variant);
          const qualities = corpus.questions.map((one) => qualityOf(one, answers.get(one.id)?.ranking ?? []));
          found.set(name, [...(found.get(name) ?? []), ...qualities]);
        }
      const [first, ...others] = [...found].map(([name, qualities]) => ({ name, ...mean(qualities) }));
      if (first === undefined) continue;
      const asItComes = { r10: round(first.r10), ndcg10: round(first.ndcg10) };
      for (const { name, r10, ndcg10 } of others)
        rows.push(
          atLeast(`${LOCOMO[set].title}, ${name}: R@10`, r10, asItComes.r10),
          atLeast(`${LOCOMO[set].title}, ${name}: nDCG@10`, ndcg10, asItComes.ndcg10),
        );
    }
    return rows;
  });

/** As it is printed, x100. */
const round = (value: number): number => Math.round(value * 1000) / 10;
