/** Moving stores, as the service offers it: the index follows at the next look. */
import { MemdirError } from '../core/errors.js';
import type { StoreMoves } from '../core/ports/store-moves.js';
import type { IndexSync } from './index/index-sync.js';

export function movesOf(moves: StoreMoves | undefined, { indexSync }: { readonly indexSync: IndexSync }): StoreMoves {
  const port = (): StoreMoves => {
    if (moves === undefined) throw new MemdirError('unavailable', 'Memory cannot be moved here.');
    return moves;
  };
  /** Both stores hold other files afterwards, even when only part of the work was done. */
  const followed = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      for (const { key } of await indexSync.findStores()) indexSync.snapshots.invalidate(key);
      indexSync.hint();
    }
  };
  return {
    candidates: async (folder) => await port().candidates(folder),
    plan: async (request) => await port().plan(request),
    apply: async (plan) => await followed(port().apply(plan)),
    undo: async (id) => await followed(port().undo(id)),
  };
}
