/** At the third end of the host within the window it is not restarted any more. */
const LIMIT = 3;
const WINDOW_MS = 3 * 60 * 1000;

/** Counts unexpected ends of the host and decides whether it is restarted. */
export class RestartPolicy {
  #ends: number[] = [];

  /** Records an end at `now` (milliseconds). Returns the milliseconds until the restart; undefined: no further restart. */
  delayAfterCrash(now: number): number | undefined {
    this.#ends = [...this.#ends.filter((end) => now - end < WINDOW_MS), now];
    return this.#ends.length < LIMIT ? 250 * 4 ** (this.#ends.length - 1) : undefined;
  }

  reset(): void {
    this.#ends = [];
  }
}
