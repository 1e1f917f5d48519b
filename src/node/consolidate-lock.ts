/**
 * The lock that consolidations share with Claude Code's own: `.consolidate-lock` in the memory directory. Its time is that of the last
 * consolidation, its content the process that holds it. It is taken by writing the own process and reading it back: of two who write at once the
 * later one has it.
 */
import { mkdir, open, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MemdirError, reasonOf } from '../core/errors.js';
import { isGone } from './paths.js';
import { isRunning } from './running.js';

export const LOCK_NAME = '.consolidate-lock';
/** Milliseconds after which a lock is free whatever process it names: numbers of processes come again. */
const STALE_MS = 3_600_000;
/** Milliseconds between writing and reading back: whoever looked just before has written by then. */
const SETTLE_MS = 40;

export interface LockState {
  /** When the store was last consolidated, milliseconds since the epoch; undefined: never. */
  readonly lastMs?: number;
  /** The process that holds it. */
  readonly heldBy?: number;
}

export async function readLock(storePath: string): Promise<LockState> {
  const file = join(storePath, LOCK_NAME);
  try {
    const { mtimeMs } = await stat(file);
    const pid = Number(/^\s*(\d{1,10})\s*$/.exec(await readFile(file, 'utf8'))?.[1]);
    // A time in the future is a clock that was wrong: it does not make a lock that lasts.
    const fresh = Math.abs(Date.now() - mtimeMs) < STALE_MS;
    return { lastMs: mtimeMs, ...(fresh && pid > 0 && isRunning(pid) ? { heldBy: pid } : {}) };
  } catch (error) {
    if (isGone(error)) return {};
    throw new MemdirError('unavailable', `${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Locks that this process holds: the file cannot tell two pieces of its work apart. */
const held = new Set<string>();

export interface LockOptions {
  /** Whether the store counts as consolidated when the work is done. */
  readonly counts: boolean;
  /** Hears that the lock could not be given back. */
  readonly warn: (message: string) => void;
}

/**
 * Runs `work` under the lock. With `counts`, and when it resolves, the time of the file becomes now; else it is set back. Rejects with
 * `unavailable` while somebody else holds it.
 */
export async function withLock<T>(storePath: string, work: () => Promise<T>, { counts, warn }: LockOptions): Promise<T> {
  const file = join(storePath, LOCK_NAME);
  if (held.has(file)) throw busy(process.pid);
  held.add(file);
  try {
    const lastMs = await acquire(storePath, file);
    let done = false;
    try {
      const result = await work();
      done = counts;
      return result;
    } finally {
      await release(file, done ? Date.now() : lastMs, warn);
    }
  } finally {
    held.delete(file);
  }
}

const busy = (pid: number): MemdirError => new MemdirError('unavailable', `Process ${pid} is consolidating this memory now. Nothing was changed; try again when it is done.`);

async function acquire(storePath: string, file: string): Promise<number | undefined> {
  const { lastMs, heldBy } = await readLock(storePath);
  if (heldBy !== undefined) throw busy(heldBy);
  try {
    await mkdir(storePath, { recursive: true });
    await writeFile(file, String(process.pid));
    await setTimeout(SETTLE_MS);
    const winner = (await readFile(file, 'utf8')).trim();
    if (winner !== String(process.pid)) throw busy(Number(winner));
  } catch (error) {
    throw error instanceof MemdirError ? error : new MemdirError('unavailable', `${file} cannot be written: ${reasonOf(error)}. Nothing was changed.`, { cause: error });
  }
  return lastMs;
}

/** Held by nobody, with the time it is to tell; without one the file goes. A lock that somebody else has taken by now is left alone. */
async function release(file: string, timeMs: number | undefined, warn: LockOptions['warn']): Promise<void> {
  try {
    if ((await readFile(file, 'utf8')).trim() !== String(process.pid)) return;
    if (timeMs === undefined) return await rm(file, { force: true });
    const handle = await open(file, 'w');
    await handle.close();
    await utimes(file, timeMs / 1000, timeMs / 1000);
  } catch (error) {
    if (!isGone(error)) warn(`${file} could not be given back: ${reasonOf(error)}. Another consolidation may wait for up to an hour.`);
  }
}
