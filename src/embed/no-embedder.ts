/** The embedder that is not there: keyword search goes on without it. */
import { MemdirError } from '../core/errors.js';
import type { Embedder } from '../core/ports/embedder.js';

/** `reason` gives a sentence: why there are no vectors and what to do. It is asked each time, because agents and people read it in different languages. */
export function createNoEmbedder(reason: () => string): Embedder {
  return {
    model: undefined,
    state: () => ({ state: 'off', reason: reason() }),
    embed: async () => {
      throw new MemdirError('unavailable', reason());
    },
    close: async () => {},
  };
}
