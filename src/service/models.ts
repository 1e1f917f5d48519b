/** Embedding models, as the service offers them. */
import { MemdirError } from '../core/errors.js';
import type { Embedder } from '../core/ports/embedder.js';
import type { EmbeddingModels } from '../core/ports/embedding-models.js';

export function modelsOf(models: EmbeddingModels | undefined): EmbeddingModels {
  const port = (): EmbeddingModels => {
    if (models === undefined) throw new MemdirError('unavailable', 'Models cannot be kept here.');
    return models;
  };
  return {
    list: async () => await port().list(),
    add: async (folder, signal) => await port().add(folder, signal),
    remove: async (id) => await port().remove(id),
    ollama: async (signal) => await port().ollama(signal),
    pull: async (progress, signal, use) => await port().pull(progress, signal, use),
  };
}

/**
 * Vectors count only under the id they were made for: throws `unavailable` when the embedder's model is another one by now.
 * To be called after embedding, before the vectors are compared or kept.
 */
export function requireModel(embedder: Pick<Embedder, 'model'>, id: string): void {
  if (embedder.model?.id !== id)
    throw new MemdirError(
      'unavailable',
      'The embedding model was just replaced by another one; its vectors are being made.',
    );
}
