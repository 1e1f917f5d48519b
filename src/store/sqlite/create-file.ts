/** Creates a database file, opens it, and moves it to quarantine: one process at a time. */
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { FileReplaced, inUseError } from './errors.js';
import { fileIdentity } from './file-identity.js';
import { tryLock } from './lock.js';
import type { Db, Native } from './native.js';
import { quarantine, removeSideFiles } from './quarantine.js';

/** A lock is released within milliseconds. */
const LOCK_TRIES = 200;
const LOCK_PAUSE_MS = 25;

/** Rejects with `unavailable` when another process hangs with the lock, and with the system's error where no lock can be made. */
async function withFileLock<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= LOCK_TRIES; attempt++) {
    const release = await tryLock(`${file}.lock`);
    if (release === undefined) {
      await sleep(LOCK_PAUSE_MS);
      continue;
    }
    try {
      return await work();
    } finally {
      release();
    }
  }
  throw inUseError();
}

/** Creates an empty database where there is none. The log of a deleted database is removed. */
export async function createIfMissing(file: string): Promise<void> {
  if (fileIdentity(file) !== undefined) return;
  await withFileLock(file, () => {
    if (fileIdentity(file) !== undefined) return;
    removeSideFiles(file);
    closeSync(openSync(file, 'a', 0o600));
  });
}

/** Opens an existing file: SQLite itself would create a database without the lock. */
export function openExisting(native: Native, file: string): Db {
  try {
    return native.open(file, { fileMustExist: true });
  } catch (error) {
    if (fileIdentity(file) === undefined)
      throw new FileReplaced('The file was moved or deleted while it was opened.', { cause: error });
    throw error;
  }
}

/** See {@link quarantine}; waits for another process that found the same damage. */
export const quarantineLocked = async (file: string, identity: string | undefined): Promise<string | undefined> =>
  await withFileLock(file, () => quarantine(file, identity, new Date()));
