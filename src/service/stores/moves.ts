import type { StoreMoves } from '../../core/ports/store-moves.js';
import type { IndexSync } from '../index/index-sync.js';

/** Moves of stores. Both stores contain other files afterwards, even when only part of the work was done: the index follows at the next look. */
export function createMoves(moves: StoreMoves, indexSync: IndexSync): StoreMoves {
  const followed = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      for (const { key } of await indexSync.findStores()) indexSync.snapshots.invalidate(key);
      indexSync.hint();
    }
  };
  return {
    candidates: (folder) => moves.candidates(folder),
    plan: (request) => moves.plan(request),
    apply: (plan) => followed(moves.apply(plan)),
    undo: (id) => followed(moves.undo(id)),
  };
}
