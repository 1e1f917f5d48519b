/** Memdir with a second model for memories in other languages, where such a model is there: it does not come with Memdir. */
import { existsSync } from 'node:fs';
import path from 'node:path';

import type { Corpus } from './data.mjs';
import { type Answer, askAll, openCorpus } from './engine.mjs';

/** Folder of a model that reads all languages; undefined where there is none. */
export function multilingualModel(): string | undefined {
  const folder = path.resolve(process.env['MEMDIR_BENCH_MULTILINGUAL'] ?? '../shared/model-multilingual');
  return existsSync(folder) ? folder : undefined;
}

/** @param dataDir is not there yet */
export async function askMultilingual(
  corpus: Corpus,
  dataDir: string,
  model: string,
): Promise<ReadonlyMap<string, Answer>> {
  const before = await openCorpus(corpus, dataDir, { 'embedding.provider': 'none' });
  await before.memdir.models.add(model);
  await before.close();
  const engine = await openCorpus(corpus, dataDir, {});
  await engine.memdir.index({});
  const answers = await askAll(corpus, engine, true);
  await engine.close();
  return answers;
}
