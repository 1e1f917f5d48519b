/**
 * What a process notes in the data folder before it takes the lock of consolidations. The lock itself cannot tell a process that was killed from
 * one that came through: Claude Code leaves its number in it, too.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import * as z from 'zod';

import { writeAtomic } from '../files/atomic-write.js';
import { readRegular } from '../files/regular-file.js';
import { isRunning } from '../process-running.js';

const HELD = z.object({
  version: z.literal(1),
  storePath: z.string(),
  /** When it was taken, milliseconds since the epoch. */
  atMs: z.number(),
  /** When the store was consolidated before; absent: never. */
  lastMs: z.number().optional(),
});
type Held = z.infer<typeof HELD>;

/** Milliseconds between a note and the lock that was taken behind it. */
const APART_MS = 10_000;

/** Notes of locks below a folder, one for each store and process. */
export interface LockOwnerNotes {
  write(storePath: string, lastMs: number | undefined): Promise<void>;
  /** What `pid`, which has ended, noted about the lock that it took at `lockMs`; undefined when it did not, or came through. */
  readAbandoned(storePath: string, pid: number, lockMs: number): Promise<Pick<Held, 'lastMs'> | undefined>;
  /** Whatever comes now, the consolidation took place, or the lock was given back. */
  forget(storePath: string, pid: number): Promise<void>;
}

/** @param holds whether this process holds the lock of a store now: one that ended before may have had its number. */
export function lockOwnerNotes(folder: string, holds: (storePath: string) => boolean): LockOwnerNotes {
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
        } satisfies Held),
        { mode: 0o600, durable: false },
      );
    },
    readAbandoned: async (storePath, pid, lockMs) => {
      if (pid === process.pid ? holds(storePath) : isRunning(pid)) return undefined;
      const held = await read(fileOf(storePath, pid));
      return held?.storePath === storePath && Math.abs(lockMs - held.atMs) < APART_MS ? held : undefined;
    },
    forget,
  };
}

async function read(file: string): Promise<Held | undefined> {
  try {
    return HELD.parse(JSON.parse(await readRegular(file)));
  } catch {
    // Not there, or not written by Memdir: nobody noted anything.
    return undefined;
  }
}
