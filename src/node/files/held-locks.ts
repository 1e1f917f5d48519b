/** The locks under which code runs, so that every write can ask whether they are still held. */
import { AsyncLocalStorage } from 'node:async_hooks';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { type ReplacedFile, settle } from './replaced-file.js';

export interface HeldLock {
  /** Whether the lock is still held: a process that was stopped, or a machine that slept, may have lost it to another. Synchronous. */
  readonly isHeld: () => boolean;
  /** Whether the lock of another process, stopped or ended, was taken over. */
  readonly tookOver: boolean;
  /** Never rejects. */
  readonly release: () => Promise<void>;
}

interface Scope {
  readonly lock: HeldLock;
  readonly outer: Scope | undefined;
  /** False once the lock was released: timers that were set under it may run on. */
  live: boolean;
  /** Files that were replaced under the lock. */
  readonly replaced: ReplacedFile[];
}

const scopes = new AsyncLocalStorage<Scope>();

function* liveScopes(): Generator<Scope> {
  for (let scope = scopes.getStore(); scope !== undefined; scope = scope.outer) if (scope.live) yield scope;
}

const LOST = new Error('ELOCKLOST');

export const isLockLost = (error: unknown): boolean => error instanceof MemdirError && error.cause === LOST;

/** Throws an error with the code `unavailable` when a lock of this work was lost. Called right before each write. */
export function checkLocks(): void {
  for (const { lock } of liveScopes())
    if (!lock.isHeld())
      throw new MemdirError(
        'unavailable',
        t('Nothing was changed: another process took over while this one was paused. Review it and try again.'),
        { cause: LOST },
      );
}

/** Runs work under a lock, then looks again at the files it replaced, then releases the lock. */
export async function runLocked<T>(lock: HeldLock, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { lock, outer: scopes.getStore(), live: true, replaced: [] };
  try {
    return await scopes.run(scope, async () => {
      try {
        return await work();
      } finally {
        await settle(scope.replaced);
      }
    });
  } finally {
    scope.live = false;
    await lock.release();
  }
}

/** Brings over what was written into a replaced file until now, and looks again after the work under the present lock; without one soon. */
export async function settleLater(file: ReplacedFile): Promise<void> {
  const [scope] = liveScopes();
  if (scope === undefined) return await settle([file]);
  scope.replaced.push(file);
  if (file.hasGrown()) await file.bringOver();
}
