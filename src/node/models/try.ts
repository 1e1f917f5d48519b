import { join } from 'node:path';

import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { measureBaseline, type SimilarityBaseline } from '../../embed/baseline.js';
import { createOnnxEmbedder } from '../../embed/onnx/client.js';
import type { EmbedderPlaces } from '../embedder.js';

/** Has the model embed some sentences: only answers prove that it works, and they tell what is usual for it where its description does not. Rejects with `bad-input` and its reason, or when cancelled. */
export async function tryModel(
  modelDir: string,
  { distDir, settings }: Pick<EmbedderPlaces, 'distDir' | 'settings'>,
  signal?: AbortSignal,
): Promise<SimilarityBaseline> {
  let reason = '';
  const note = (line: string): void => void (reason = line);
  const log = { info: () => undefined, warn: note, error: note };
  const embedder = createOnnxEmbedder({
    processFile: join(distDir, 'embedder.js'),
    modelDir,
    runtime: settings['embedding.runtime'],
    log,
  });
  try {
    await embedder.embed(['The backups run at night.'], 'passage', signal);
    return embedder.model?.background ? {} : await measureBaseline(embedder, signal);
  } catch (error) {
    throwIfAborted(signal);
    throw new MemdirError(
      'bad-input',
      `The model in ${modelDir} does not work, nothing was added: ${reason.replace(/ Search uses keywords only;.*$/, '')}`,
      { cause: error },
    );
  } finally {
    await embedder.close();
  }
}
