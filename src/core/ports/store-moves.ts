import type { MoveCandidate, MovePlan, MoveReport, MoveRequest, MoveUndone } from '../results.js';

/** Moves what was remembered under a project's former place to where it is remembered now. */
export interface StoreMoves {
  /** Stores that may be memory of this folder from before it was renamed or moved, likeliest first. Absolute path. */
  candidates(folder: string): Promise<readonly MoveCandidate[]>;
  /** What moving would do; nothing is written. Rejects with `not-found` for what is no store, `bad-input` for one that cannot be moved. */
  plan(request: MoveRequest): Promise<MovePlan>;
  /** Moves as planned. Rejects with `changed-on-disk` when the plan would be another one now; then nothing was moved. */
  apply(plan: Pick<MovePlan, 'from' | 'folder' | 'digest'>): Promise<MoveReport>;
  /** Takes a move back, as far as nothing it made was changed since. Rejects with `not-found`. */
  undo(id: string): Promise<MoveUndone>;
}
