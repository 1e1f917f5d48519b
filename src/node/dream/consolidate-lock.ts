/**
 * The lock that Memdir shares with Claude Code's own consolidation: `.consolidate-lock` in the memory directory. Its modification time is the time
 * of the last consolidation, its content the id of the owning process. It is acquired by writing the own process id and reading it back: of two
 * concurrent writers the later one owns it. When a process of Memdir is killed under the lock, the next one to read the lock restores its time. A
 * killed process of Claude Code cannot be recognised, and counts as a consolidation there too.
 */
import { readFileSync } from 'node:fs';
import { mkdir, open, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { LockedStore } from '../../core/ports/consolidation.js';
import { HOUR_MS } from '../../core/units.js';
import { type HeldLock, runLocked } from '../files/held-locks.js';
import { isAhead } from '../files/lock-files.js';
import { isGone } from '../paths.js';
import { isRunning } from '../process-running.js';
import { type LockOwnerNotes, lockOwnerNotes } from './lock-owner-note.js';

export const LOCK_NAME = '.consolidate-lock';
/** Milliseconds after which a lock is stale, even if its process exists: process ids are reused. */
const STALE_MS = HOUR_MS;
/** Milliseconds between writing and reading back, in which a concurrent writer finishes. */
const SETTLE_MS = 40;

export interface LockState {
  /** When the store was last consolidated, milliseconds since the epoch; undefined: never. */
  readonly lastMs?: number;
  /** Id of the owning process. */
  readonly heldBy?: number;
}

export interface LockOptions {
  /** Absolute folder for notes about the owners of locks on this machine. */
  readonly notes: string;
  /** Called when a lock could not be released, or a note not be written. */
  readonly warn: (message: string) => void;
}

export interface ConsolidateLocks {
  /** Reads the lock, and releases that of a killed process. */
  readonly state: (storePath: string) => Promise<LockState>;
  /**
   * Runs `work` under the lock. With `counts`, and when `work` resolves, the time of the file becomes that of acquiring; else it is restored. Rejects
   * with `unavailable` while another process owns the lock.
   */
  readonly withLock: <T>(
    storePath: string,
    work: (held: LockedStore) => Promise<T>,
    options: { readonly counts: boolean },
  ) => Promise<T>;
  /** Notes that the work is complete: it counts even if this process is killed before it releases the lock. */
  readonly done: (storePath: string) => Promise<void>;
}

/** Locks of this process: the file alone cannot tell two consolidations of one process apart. */
const ownLocks = new Set<string>();

const fileOf = (storePath: string): string => join(storePath, LOCK_NAME);

export function consolidateLocks({ notes: folder, warn }: LockOptions): ConsolidateLocks {
  const notes = lockOwnerNotes(folder, (storePath) => ownLocks.has(fileOf(storePath)));
  const note = async (storePath: string, lastMs: number | undefined): Promise<void> => {
    try {
      await notes.write(storePath, lastMs);
    } catch (error) {
      warn(
        `The lock of ${fileOf(storePath)} was not noted: ${reasonOf(error)}. If Memdir is ended now, it counts as a consolidation.`,
      );
    }
  };
  const withLock: ConsolidateLocks['withLock'] = async (storePath, work, { counts }) => {
    const file = fileOf(storePath);
    if (ownLocks.has(file)) throw busy(process.pid);
    ownLocks.add(file);
    try {
      const { lastMs, heldBy } = await readOwnedLock(notes, storePath);
      if (heldBy !== undefined && heldBy !== process.pid) throw busy(heldBy);
      await note(storePath, lastMs);
      const atMs = Date.now();
      await acquire(storePath, file, async () => await release(file, lastMs, warn, ['', String(process.pid)]));
      let releaseMs = lastMs;
      const restoreTime = async (backMs: number | undefined): Promise<void> => {
        await note(storePath, backMs);
        releaseMs = backMs;
      };
      return await releasing(
        () =>
          runLocked(asHeldLock(file), () => work({ ...(lastMs === undefined ? {} : { lastMs }), atMs, restoreTime })),
        async (done) => await release(file, done && counts ? atMs : releaseMs, warn),
      );
    } finally {
      await notes
        .forget(storePath, process.pid)
        .catch((error: unknown) => warn(`A note about ${file} was not removed: ${reasonOf(error)}.`));
      ownLocks.delete(file);
    }
  };
  const state = async (storePath: string): Promise<LockState> => {
    const { abandonedBy, ...lock } = await readOwnedLock(notes, storePath);
    if (abandonedBy === undefined) return lock;
    try {
      await withLock(storePath, () => Promise.resolve(), { counts: false });
      await notes.forget(storePath, abandonedBy);
    } catch (error) {
      warn(
        `A consolidation was ended before it was done, and ${fileOf(storePath)} could not be set back: ${reasonOf(error)}.`,
      );
    }
    return lock;
  };
  return { state, withLock, done: (storePath) => notes.forget(storePath, process.pid) };
}

/** The lock; `abandonedBy`: the process that was killed while it owned it. */
async function readOwnedLock(
  notes: LockOwnerNotes,
  storePath: string,
): Promise<LockState & { readonly abandonedBy?: number }> {
  const { pid, ...lock } = await readLock(storePath);
  if (pid === undefined || lock.lastMs === undefined) return lock;
  const abandoned = await notes.readAbandoned(storePath, pid, lock.lastMs);
  if (abandoned === undefined) return lock;
  return { abandonedBy: pid, ...(abandoned.lastMs === undefined ? {} : { lastMs: abandoned.lastMs }) };
}

async function readLock(storePath: string): Promise<LockState & { readonly pid?: number }> {
  const file = fileOf(storePath);
  try {
    const { mtimeMs } = await stat(file);
    const pid = Number(/^\s*(\d{1,10})\s*$/.exec(await readFile(file, 'utf8'))?.[1]);
    // A time in the future comes from a wrong clock, and must not make the lock last.
    const fresh = Date.now() - mtimeMs < STALE_MS && !isAhead(mtimeMs);
    return {
      lastMs: Math.round(mtimeMs),
      ...(pid > 0 ? { pid, ...(fresh && isOwned(file, pid) ? { heldBy: pid } : {}) } : {}),
    };
  } catch (error) {
    if (isGone(error)) return {};
    throw new MemdirError('unavailable', t('{file} can’t be read: {reason}.', { file, reason: reasonOf(error) }), {
      cause: error,
    });
  }
}

/** For its own id a process checks its own locks: an earlier process with the same id has ended. */
const isOwned = (file: string, pid: number): boolean => (pid === process.pid ? ownLocks.has(file) : isRunning(pid));

const busy = (pid: number | undefined): MemdirError =>
  new MemdirError(
    'unavailable',
    pid === undefined
      ? t('Another process is consolidating these memories. Nothing was changed; try again when it is done.')
      : t('Process {pid} is consolidating these memories. Nothing was changed; try again when it is done.', { pid }),
  );

/** @param undo restores the time of the file when it was not written completely: an empty lock would count as a consolidation */
async function acquire(storePath: string, file: string, undo: () => Promise<void>): Promise<void> {
  try {
    await mkdir(storePath, { recursive: true });
    await writeFile(file, String(process.pid));
  } catch (error) {
    await undo();
    throw new MemdirError(
      'unavailable',
      t('{file} can’t be written: {reason}. Nothing was changed: make it writable and try again.', {
        file,
        reason: reasonOf(error),
      }),
      { cause: error },
    );
  }
  await setTimeout(SETTLE_MS);
  const winner = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (winner !== String(process.pid)) throw busy(Number(winner) || undefined);
}

/** For the writes under the lock: they ask whether it still names this process. */
const asHeldLock = (file: string): HeldLock => ({
  isHeld: () => {
    try {
      return readFileSync(file, 'utf8').trim() === String(process.pid);
    } catch {
      // Removed, or out of reach.
      return false;
    }
  },
  tookOver: false,
  release: () => Promise.resolve(),
});

async function releasing<T>(work: () => Promise<T>, give: (done: boolean) => Promise<void>): Promise<T> {
  let done = false;
  try {
    const result = await work();
    done = true;
    return result;
  } finally {
    await give(done);
  }
}

/** Releases the lock with the given time; without one the file is removed. A lock that another process acquired by now stays. */
async function release(
  file: string,
  timeMs: number | undefined,
  warn: LockOptions['warn'],
  own = [String(process.pid)],
): Promise<void> {
  try {
    if (!own.includes((await readFile(file, 'utf8')).trim())) return;
    if (timeMs === undefined) return await rm(file, { force: true });
    const handle = await open(file, 'w');
    await handle.close();
    await utimes(file, timeMs / 1000, timeMs / 1000);
  } catch (error) {
    if (!isGone(error))
      warn(`${file} could not be given back: ${reasonOf(error)}. Another consolidation may wait for up to an hour.`);
  }
}
