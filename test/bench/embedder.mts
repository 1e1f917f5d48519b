/** A sentence model on its own, as the built process runs it. */
import path from 'node:path';

import type { Embedder } from '../../src/core/ports/embedder.js';
import type { Log } from '../../src/core/ports/log.js';
import { createOnnxEmbedder, type OnnxEmbedderOptions } from '../../src/embed/onnx/client.js';

export const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** @param modelDir default: the model that comes with Memdir */
export const openEmbedder = (
  modelDir = path.resolve('media/model'),
  runtime: OnnxEmbedderOptions['runtime'] = 'auto',
): Embedder => createOnnxEmbedder({ processFile: path.resolve('dist/embedder.js'), modelDir, runtime, log: quiet });
