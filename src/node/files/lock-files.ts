import fs, { type Stats } from 'node:fs';

import { codeOf } from '../error-codes.js';

/** Milliseconds that the time of a lock may be ahead: the package rounds up to the next second, and clocks of drives differ. */
const AHEAD_MS = 5_000;

/** Whether a time comes from a clock that was set back since, so that nothing can be concluded from it. */
export const isAhead = (timeMs: number): boolean => timeMs > Date.now() + AHEAD_MS;

type Callback<T = void> = (error: NodeJS.ErrnoException | null, result?: T) => void;

/**
 * Synchronous: locks are in the data folder, and in a process with much to do each wait for an answer lasts as long as a step of all the other
 * work, while others wait for the lock.
 */
function answer<T>(done: Callback<T>, work: () => T): void {
  let result: T;
  try {
    result = work();
  } catch (error) {
    return done(error as NodeJS.ErrnoException);
  }
  done(null, result);
}

/**
 * File operations of proper-lockfile for one lock, which is a folder that its owner touches. The package recognises its own lock by the
 * modification time it gave it last, but looks only every few seconds; here this is asked at any moment. A time from the future counts as stale,
 * and only a lock that is stale or this one's own is ever removed.
 */
export class LockFiles {
  #owned = false;
  #tookOver = false;
  /** Modification times that this process gave the lock: the last one, and the one that is being written. */
  #times: readonly number[] = [];

  readonly #staleMs: number;

  constructor(staleMs: number) {
    this.#staleMs = staleMs;
  }

  /** Whether a stale lock of another process was removed. */
  get tookOver(): boolean {
    return this.#tookOver;
  }

  /** Whether the lock is still this one's own. */
  isHeld(path: string): boolean {
    try {
      return this.#times.includes(fs.statSync(path).mtime.getTime());
    } catch {
      // Removed by the process that took it over, or out of reach.
      return false;
    }
  }

  readonly mkdir = (path: string, done: Callback): void =>
    answer(done, () => {
      fs.mkdirSync(path);
      this.#owned = true;
    });

  readonly stat = (path: string, done: Callback<Stats>): void =>
    answer(done, () => {
      const found = fs.statSync(path);
      if (this.#owned && this.#times.length === 0) this.#times = [found.mtime.getTime()];
      if (!this.#owned && isAhead(found.mtimeMs)) found.mtime = new Date(0);
      return found;
    });

  readonly utimes = (path: string, accessed: Date, modified: Date, done: Callback): void =>
    answer(done, () => {
      this.#times = [...this.#times.slice(-1), modified.getTime()];
      fs.utimesSync(path, accessed, modified);
    });

  readonly rmdir = (path: string, done: Callback): void => answer(done, () => this.rmdirSync(path));

  readonly rmdirSync = (path: string): void => {
    if (this.#owned ? !this.isHeld(path) : !this.#isStale(path)) return;
    fs.rmdirSync(path);
    if (!this.#owned) this.#tookOver = true;
  };

  /** Looked at again: meanwhile another process may have taken the stale lock over. */
  #isStale(path: string): boolean {
    try {
      const { mtimeMs } = fs.statSync(path);
      return mtimeMs < Date.now() - this.#staleMs || isAhead(mtimeMs);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }
}
