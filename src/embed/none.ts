/** The embedder that is not there: keyword search goes on without it. */
import { MemdirError } from '../core/errors.js';
import type { Embedder } from '../core/ports/embedder.js';

/** `reason` is a sentence for people: why there are no vectors and what to do. */
export function createNoEmbedder(reason: string): Embedder {
  return {
    model: undefined,
    state: () => ({ state: 'off', reason }),
    embed: async () => {
      throw new MemdirError('unavailable', reason);
    },
    close: async () => {},
  };
}
