/**
 * Notes of lock owners in the data folder, written before the consolidation lock is acquired. The lock itself does not tell a killed process from
 * one that completed, because Claude Code leaves its process id in it.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import * as z from 'zod';

import { writeAtomic } from '../files/atomic-write.js';
import { readRegular } from '../files/regular-file.js';
import { isRunning } from '../process-running.js';

const LOCK_NOTE = z.object({
  version: z.literal(1),
  storePath: z.string(),
  /** Time of acquiring, milliseconds since the epoch. */
  atMs: z.number(),
  /** When the store was consolidated before; absent: never. */
  lastMs: z.number().optional(),
});
type LockNote = z.infer<typeof LOCK_NOTE>;

/** Largest difference in milliseconds between a note and the lock it belongs to. */
const APART_MS = 10_000;

/** Notes in a folder, one per store and process. */
export interface LockOwnerNotes {
  write(storePath: string, lastMs: number | undefined): Promise<void>;
  /** The note of an ended process `pid` about the lock that it acquired at `lockMs`; undefined when there is none, or it completed. */
  readAbandoned(storePath: string, pid: number, lockMs: number): Promise<Pick<LockNote, 'lastMs'> | undefined>;
  /** Removes a note after the work is complete or the lock released. */
  forget(storePath: string, pid: number): Promise<void>;
}

/** @param ownsLock whether this process owns the lock of a store: an earlier process may have had its id */
export function lockOwnerNotes(folder: string, ownsLock: (storePath: string) => boolean): LockOwnerNotes {
  const fileOf = (storePath: string, pid: number): string =>
    join(folder, `${createHash('sha256').update(storePath).digest('hex').slice(0, 16)}-${pid}.json`);
  const forget = async (storePath: string, pid: number): Promise<void> =>
    await rm(fileOf(storePath, pid), { force: true });
  return {
    write: async (storePath, lastMs) => {
      const file = fileOf(storePath, process.pid);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeAtomic(
        file,
        JSON.stringify({
          version: 1,
          storePath,
          atMs: Date.now(),
          ...(lastMs === undefined ? {} : { lastMs }),
        } satisfies LockNote),
        { mode: 0o600, durable: false },
      );
    },
    readAbandoned: async (storePath, pid, lockMs) => {
      if (pid === process.pid ? ownsLock(storePath) : isRunning(pid)) return undefined;
      const lockNote = await read(fileOf(storePath, pid));
      return lockNote?.storePath === storePath && Math.abs(lockMs - lockNote.atMs) < APART_MS ? lockNote : undefined;
    },
    forget,
  };
}

async function read(file: string): Promise<LockNote | undefined> {
  try {
    return LOCK_NOTE.parse(JSON.parse(await readRegular(file)));
  } catch {
    // Missing, or not written by Memdir.
    return undefined;
  }
}
