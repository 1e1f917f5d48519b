import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import lockfile from 'proper-lockfile';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { codeOf, storeKey } from '../paths.js';
import { type HeldLock, runLocked } from './held-locks.js';
import { LockFiles } from './lock-files.js';
import { isFree, Turn } from './lock-turn.js';

/** Milliseconds after which a lock that its owner does not refresh is stale. */
const STALE_MS = 10_000;
/** Milliseconds without any progress after which waiting ends: longer than it takes for the lock of a killed process to become stale. */
const PATIENCE_MS = 20_000;
/** Pauses between two looks at a lock, in milliseconds: of the one who is next, and of those behind. */
const PAUSE_MS = { first: 25, behind: 150 };

/** `write`: the writing of one file. `change`: a read-decide-write cycle on a store. */
export type LockKind = 'write' | 'change';

export interface TryOptions {
  /** Milliseconds after which a lock that its owner does not refresh is stale. */
  readonly staleMs: number;
  /** See the package `retry`; none by default. */
  readonly retries?: {
    readonly retries: number;
    readonly factor: number;
    readonly minTimeout: number;
    readonly maxTimeout: number;
  };
}

/**
 * Takes a lock between processes, a folder with this path that its owner touches. Undefined while another process has it. Rejects with the
 * system's error.
 */
export async function tryLock(lockfilePath: string, { staleMs, retries }: TryOptions): Promise<HeldLock | undefined> {
  const files = new LockFiles(staleMs);
  try {
    const release = await lockfile.lock(lockfilePath, {
      // The package knows locks by this name.
      lockfilePath,
      realpath: false,
      stale: staleMs,
      fs: files,
      ...(retries === undefined ? {} : { retries }),
      // Each write asks by itself.
      onCompromised: () => undefined,
    });
    return {
      isHeld: () => files.isHeld(lockfilePath),
      tookOver: files.tookOver,
      // Under this name the package may know the next lock by now.
      release: async () => {
        if (files.isHeld(lockfilePath)) await release().catch(() => undefined);
      },
    };
  } catch (error) {
    if (codeOf(error) === 'ELOCKED') return undefined;
    throw error;
  }
}

/** Locks a store across processes, in turn. Lock files are in the data folder, because a memory directory contains memories only. */
export async function acquireLock(lockDir: string, root: string, kind: LockKind): Promise<HeldLock> {
  const path = join(lockDir, `${storeKey(root)}${kind === 'write' ? '' : `.${kind}`}.lock`);
  try {
    mkdirSync(lockDir, { recursive: true });
    const lock =
      ((await isFree(path)) ? await tryLock(path, { staleMs: STALE_MS }) : undefined) ?? (await inTurn(path));
    if (lock !== undefined) return lock;
  } catch (error) {
    throw new MemdirError(
      'unavailable',
      t('Nothing was changed: the data folder can’t be written ({reason}). Choose another with MEMDIR_DATA_DIR.', {
        reason: reasonOf(error),
      }),
      { cause: error },
    );
  }
  throw new MemdirError(
    'unavailable',
    t(
      'Nothing was changed: another Memdir process has been writing to {folder} for {seconds} seconds. Try again in a moment.',
      { folder: root, seconds: PATIENCE_MS / 1000 },
    ),
  );
}

/** Undefined when the same process kept the lock, or the first place in the queue, for too long. */
async function inTurn(path: string): Promise<HeldLock | undefined> {
  const turn = new Turn(path);
  try {
    let [before, sinceMs] = [Infinity, performance.now()];
    for (;;) {
      const ahead = (await turn.ahead()).length;
      const lock = ahead === 0 ? await tryLock(path, { staleMs: STALE_MS }) : undefined;
      if (lock !== undefined) return lock;
      if (ahead < before) [before, sinceMs] = [ahead, performance.now()];
      if (performance.now() - sinceMs > PATIENCE_MS) return undefined;
      await setTimeout(ahead === 0 ? PAUSE_MS.first : PAUSE_MS.behind);
    }
  } finally {
    await turn.leave();
  }
}

/** Waiting changes of this process, by lock directory and store, so that they need not poll the lock file. */
const waiting = new Map<string, Promise<unknown>>();

/** Runs `work` under the change lock of a store, in this process and across processes. */
export async function withLock<T>(lockDir: string, root: string, work: () => Promise<T>): Promise<T> {
  const key = `${lockDir}\n${root}`;
  const before = waiting.get(key) ?? Promise.resolve();
  const turn = before.then(async () => await runLocked(await acquireLock(lockDir, root, 'change'), work));
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
