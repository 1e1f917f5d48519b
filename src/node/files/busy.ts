/** On Windows a file that a scanner, an indexer or an editor holds open can be neither replaced nor removed until it is closed. */
import { setTimeout } from 'node:timers/promises';

import { codeOf } from '../error-codes.js';

const BUSY_CODES = ['EBUSY', 'EPERM', 'EACCES'];
/** Milliseconds in all, and the longest pause between two tries. */
const PATIENCE_MS = 2_000;
const LONGEST_PAUSE_MS = 200;

export const isBusy = (error: unknown): boolean => process.platform === 'win32' && BUSY_CODES.includes(codeOf(error));

/** Repeats work for up to two seconds while the file is held. Rejects with the system's error. */
export async function whileBusy<T>(work: () => T | Promise<T>): Promise<T> {
  let waited = 0;
  for (let pause = 10; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || waited >= PATIENCE_MS) throw error;
    }
    await setTimeout(pause);
    waited += pause;
  }
}
