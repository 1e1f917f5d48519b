import type { MoveCandidate, MovePlan, MoveReport, MoveRequest, MoveUndone } from '../results.js';

/** Moves the store of a renamed project to where its memory is expected now. */
export interface StoreMoves {
  /** Stores that may belong to this folder (absolute) from before it was renamed or moved, likeliest first. */
  candidates(folder: string): Promise<readonly MoveCandidate[]>;
  /**
   * Plans a move; nothing is written. Rejects with `not-found` for a path that is no store, `bad-input` for a store
   * that cannot be moved.
   */
  plan(request: MoveRequest): Promise<MovePlan>;
  /** Moves as planned. Rejects with `changed-on-disk` when the plan has changed; then nothing was moved. */
  apply(plan: Pick<MovePlan, 'from' | 'folder' | 'digest'>): Promise<MoveReport>;
  /** Undoes a move, except for files that were changed since. Rejects with `not-found`. */
  undo(id: string): Promise<MoveUndone>;
}
