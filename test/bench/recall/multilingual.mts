/** Memdir with a second model for memories in other languages, where such a model is there: it does not come with Memdir. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { Corpus } from './data.mjs';
import { type Answer, askAll, openCorpus } from './engine.mjs';

/** Folder of a model that reads all languages; undefined where there is none. */
export function multilingualModel(): string | undefined {
  const folder = path.resolve(process.env['MEMDIR_BENCH_MULTILINGUAL'] ?? '../shared/model-multilingual');
  return existsSync(folder) ? folder : undefined;
}

/** What is said of the model in the package that Memdir offers: its weights are chosen for Memdir. */
const PACKAGED = path.resolve('extensions/languages/model/memdir-model.json');

/** A copy of the model with the weights of the package. */
function asPackaged(model: string, copy: string): string {
  if (!existsSync(PACKAGED)) return model;
  cpSync(model, copy, { recursive: true });
  rmSync(path.join(copy, 'memdir-model.json'), { force: true });
  cpSync(PACKAGED, path.join(copy, 'memdir-model.json'));
  return copy;
}

/** @param dataDir is not there yet */
export async function askMultilingual(
  corpus: Corpus,
  dataDir: string,
  model: string,
): Promise<ReadonlyMap<string, Answer>> {
  const before = await openCorpus(corpus, dataDir, { 'embedding.provider': 'none' });
  await before.memdir.models.add(asPackaged(model, `${dataDir}-model`));
  await before.close();
  const engine = await openCorpus(corpus, dataDir, {});
  await engine.memdir.index({});
  const answers = await askAll(corpus, engine, true);
  await engine.close();
  return answers;
}
