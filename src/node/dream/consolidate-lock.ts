/**
 * The lock that consolidations share with Claude Code's own: `.consolidate-lock` in the memory directory. Its time is that of the last
 * consolidation, its content the process that holds it. It is taken by writing the own process and reading it back: of two who write at once the
 * later one has it. A process of Memdir that was killed while it held it is no consolidation: whoever looks next sets the time back, as who held it
 * would have. Of Claude Code's own nobody can tell, and it counts them all the same.
 */
import { mkdir, open, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { MemdirError, reasonOf } from '../../core/errors.js';
import type { LockedStore } from '../../core/ports/consolidation.js';
import { HOUR_MS } from '../../core/units.js';
import { isGone } from '../paths.js';
import { isRunning } from '../process-running.js';
import { lockOwnerNotes, type LockOwnerNotes } from './lock-owner-note.js';

export const LOCK_NAME = '.consolidate-lock';
/** Milliseconds after which a lock is free whatever process it names: numbers of processes come again. */
const STALE_MS = HOUR_MS;
/** Milliseconds between writing and reading back: whoever looked just before has written by then. */
const SETTLE_MS = 40;

export interface LockState {
  /** When the store was last consolidated, milliseconds since the epoch; undefined: never. */
  readonly lastMs?: number;
  /** The process that holds it. */
  readonly heldBy?: number;
}

export interface LockOptions {
  /** Absolute folder for notes about locks that this machine's processes hold. */
  readonly notes: string;
  /** Hears that a lock could not be given back, or a note not be written. */
  readonly warn: (message: string) => void;
}

export interface ConsolidateLocks {
  /** Gives back the lock of a process that was killed. */
  readonly state: (storePath: string) => Promise<LockState>;
  /**
   * Runs `work` under the lock. With `counts`, and when it resolves, the time of the file becomes that of the taking; else it is set back. Rejects with
   * `unavailable` while somebody else holds it.
   */
  readonly withLock: <T>(
    storePath: string,
    work: (held: LockedStore) => Promise<T>,
    options: { readonly counts: boolean },
  ) => Promise<T>;
  /** The work under the lock is done: even if this process is killed before it gives it back. */
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
        `That ${fileOf(storePath)} is held was not noted: ${reasonOf(error)}. If Memdir is ended now, it counts as a consolidation.`,
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
      return await givenBack(
        () => work({ ...(lastMs === undefined ? {} : { lastMs }), atMs, restoreTime }),
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
    // A time in the future is a clock that was wrong: it does not make a lock that lasts.
    const fresh = Math.abs(Date.now() - mtimeMs) < STALE_MS;
    return {
      lastMs: Math.round(mtimeMs),
      ...(pid > 0 ? { pid, ...(fresh && isHeld(file, pid) ? { heldBy: pid } : {}) } : {}),
    };
  } catch (error) {
    if (isGone(error)) return {};
    throw new MemdirError('unavailable', `${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/** This process knows what it holds: whoever had its number before has ended. */
const isHeld = (file: string, pid: number): boolean => (pid === process.pid ? ownLocks.has(file) : isRunning(pid));

const busy = (pid: number | undefined): MemdirError =>
  new MemdirError(
    'unavailable',
    `${pid === undefined ? 'Another process' : `Process ${pid}`} is consolidating this memory now. Nothing was changed; try again when it is done.`,
  );

/** @param undo gives the file its time again when it could not be written as a whole: an empty one would count as a consolidation. */
async function acquire(storePath: string, file: string, undo: () => Promise<void>): Promise<void> {
  try {
    await mkdir(storePath, { recursive: true });
    await writeFile(file, String(process.pid));
  } catch (error) {
    await undo();
    throw new MemdirError(
      'unavailable',
      `${file} cannot be written: ${reasonOf(error)}. Nothing was changed; make it writable and repeat.`,
      { cause: error },
    );
  }
  await setTimeout(SETTLE_MS);
  const winner = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (winner !== String(process.pid)) throw busy(Number(winner) || undefined);
}

async function givenBack<T>(work: () => Promise<T>, give: (done: boolean) => Promise<void>): Promise<T> {
  let done = false;
  try {
    const result = await work();
    done = true;
    return result;
  } finally {
    await give(done);
  }
}

/** Held by nobody, with the time it is to tell; without one the file goes. A lock that somebody else has taken by now is left alone. */
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
