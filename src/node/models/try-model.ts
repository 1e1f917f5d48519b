import { join } from 'node:path';

import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { createOnnxEmbedder } from '../../embed/onnx/client.js';
import { type Usual, usualOf } from '../../embed/usual.js';
import type { EmbedderPaths } from './embedder.js';

/** Has the model embed some sentences: only answers prove that it works, and they tell what is usual for it where its description does not. Rejects with `bad-input` and its reason, or when cancelled. */
export async function tryModel(
  modelDir: string,
  { distDir, settings }: Pick<EmbedderPaths, 'distDir' | 'settings'>,
  signal?: AbortSignal,
): Promise<Usual> {
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
    return embedder.model?.background ? {} : await usualOf(embedder, signal);
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
