import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import lockfile from 'proper-lockfile';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { codeOf, storeKey } from '../paths.js';

/** Milliseconds after which a lock that its owner does not refresh is stale. */
const STALE_MS = 10_000;
/** Longer in total than it takes for the lock of a killed process to become stale. */
const RETRIES = { retries: 80, minTimeout: 25, maxTimeout: 250 };

/** `write`: the writing of one file. `change`: a read-decide-write cycle on a store. */
export type LockKind = 'write' | 'change';

/** Locks a store across processes; resolves with the release function. Lock files are in the data folder, because a memory directory contains memories only. */
export async function acquireLock(lockDir: string, root: string, kind: LockKind): Promise<() => Promise<void>> {
  try {
    await mkdir(lockDir, { recursive: true });
    const lockfilePath = join(lockDir, `${storeKey(root)}${kind === 'write' ? '' : `.${kind}`}.lock`);
    // The lock is named by its lock file: the package knows one lock per name in a process, and a change needs both kinds.
    return await lockfile.lock(lockfilePath, {
      realpath: false,
      lockfilePath,
      stale: STALE_MS,
      retries: RETRIES,
      // After a sleep of the machine another process may own the lock. Every write compares the text by itself, so going on is safe.
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

/** Waiting changes of this process, by lock directory and store, so that they need not poll the lock file. */
const waiting = new Map<string, Promise<unknown>>();

/** Runs `work` under the change lock of a store, in this process and across processes. */
export async function withLock<T>(lockDir: string, root: string, work: () => Promise<T>): Promise<T> {
  const key = `${lockDir}\n${root}`;
  const before = waiting.get(key) ?? Promise.resolve();
  const turn = before.then(async () => {
    const unlock = await acquireLock(lockDir, root, 'change');
    try {
      return await work();
    } finally {
      // Releasing fails when the lock was lost to another process after a sleep of the machine.
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
