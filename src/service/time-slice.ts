/** Long work in slices: between two of them whoever asked for something meanwhile is answered. */
import { throwIfAborted } from '../core/errors.js';
import type { Clock } from '../core/ports/clock.js';

/** Milliseconds of work after which others get their turn. */
const SLICE_MS = 8;

/** Lets others have the thread; resolves when they had their turn. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export class TimeSlice {
  #sinceMs: number;

  constructor(
    readonly clock: Clock,
    readonly signal?: AbortSignal,
  ) {
    this.#sinceMs = clock.now();
  }

  /** To be called between pieces that take a few milliseconds at most. Rejects when the work is no longer wanted. */
  async yieldIfDue(): Promise<void> {
    if (this.clock.now() - this.#sinceMs < SLICE_MS) return;
    await nextTask();
    throwIfAborted(this.signal);
    this.#sinceMs = this.clock.now();
  }
}
