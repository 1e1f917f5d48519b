import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import lockfile from 'proper-lockfile';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { codeOf, storeKey } from '../paths.js';

/** Milliseconds after which a lock whose owner gives no sign of life is free. */
const STALE_MS = 10_000;
/** Longer in total than the lock of a process that was killed lasts. */
const RETRIES = { retries: 80, minTimeout: 25, maxTimeout: 250 };

/** What is locked: the writing of one file, or a change that reads the store, decides and writes. */
export type LockKind = 'write' | 'change';

/** One owner for a store across processes; resolves with how to give it back. The lock lies in the data folder: a memory directory holds memories alone. */
export async function acquireLock(lockDir: string, root: string, kind: LockKind): Promise<() => Promise<void>> {
  try {
    await mkdir(lockDir, { recursive: true });
    const lockfilePath = join(lockDir, `${storeKey(root)}${kind === 'write' ? '' : `.${kind}`}.lock`);
    // Named by its own path: within a process the package knows one lock a name, and a change writes under both.
    return await lockfile.lock(lockfilePath, {
      realpath: false,
      lockfilePath,
      stale: STALE_MS,
      retries: RETRIES,
      // A computer that slept lost it to another process. Every write compares by itself, so nothing is lost by going on.
      onCompromised: () => undefined,
    });
  } catch (error) {
    if (codeOf(error) === 'ELOCKED')
      throw new MemdirError('unavailable', `Another Memdir is writing to ${root}. Try again in a moment.`, {
        cause: error,
      });
    throw new MemdirError(
      'unavailable',
      `The data folder cannot be written (${reasonOf(error)}), so nothing was changed. Choose another with MEMDIR_DATA_DIR.`,
      { cause: error },
    );
  }
}

/** What waits in this process, by lock directory and store: it need not look again and again. */
const waiting = new Map<string, Promise<unknown>>();

/** Runs `work` when no other change of the store is under way, in this process or another. */
export async function withLock<T>(lockDir: string, root: string, work: () => Promise<T>): Promise<T> {
  const key = `${lockDir}\n${root}`;
  const before = waiting.get(key) ?? Promise.resolve();
  const turn = before.then(async () => {
    const unlock = await acquireLock(lockDir, root, 'change');
    try {
      return await work();
    } finally {
      // A lock that was lost meanwhile is not there to be given back.
      await unlock().catch(() => undefined);
    }
  });
  const settled = turn.then(
    () => undefined,
    () => undefined,
  );
  waiting.set(key, settled);
  try {
    return await turn;
  } finally {
    if (waiting.get(key) === settled) waiting.delete(key);
  }
}
