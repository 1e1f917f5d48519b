/** Restarts are allowed until this many ends fall into this many milliseconds. */
const LIMIT = 3;
const WINDOW_MS = 3 * 60 * 1000;

/** Counts unexpected ends of the host and says whether it may be started again. */
export class RestartPolicy {
  #ends: number[] = [];

  /** Records an end at `now` (milliseconds) and answers after how many milliseconds to start again; undefined: not any more. */
  delayAfterCrash(now: number): number | undefined {
    this.#ends = [...this.#ends.filter((end) => now - end < WINDOW_MS), now];
    return this.#ends.length < LIMIT ? 250 * 4 ** (this.#ends.length - 1) : undefined;
  }

  reset(): void {
    this.#ends = [];
  }
}
