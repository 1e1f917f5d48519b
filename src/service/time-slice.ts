/** Cooperative scheduling: long work yields to the event loop between slices, so that requests are answered. */
import { throwIfAborted } from '../core/errors.js';
import type { Clock } from '../core/ports/clock.js';

/** Milliseconds of work before it yields. */
const SLICE_MS = 8;

/** Yields to the event loop; resolves in a later task. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export class TimeSlice {
  #sinceMs: number;

  constructor(
    readonly clock: Clock,
    readonly signal?: AbortSignal,
  ) {
    this.#sinceMs = clock.now();
  }

  /** Yields when the slice is used up. To be called between steps of a few milliseconds. Rejects with `cancelled` when the signal is aborted. */
  async yieldIfDue(): Promise<void> {
    if (this.clock.now() - this.#sinceMs < SLICE_MS) return;
    await nextTask();
    throwIfAborted(this.signal);
    this.#sinceMs = this.clock.now();
  }
}
