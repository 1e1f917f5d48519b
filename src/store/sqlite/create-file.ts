/** What is done to the place of a database file, by one process at a time: making it, and moving it out of the way. */
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { FileReplaced, inUseError } from './errors.js';
import { fileIdentity } from './file-identity.js';
import { tryLock } from './lock.js';
import type { Db, Native } from './native.js';
import { quarantine, removeSideFiles } from './quarantine.js';

/** Whoever has the lock gives it back within milliseconds. */
const LOCK_TRIES = 200;
const LOCK_PAUSE_MS = 25;

/** Rejects with `unavailable` when another process stands still with the lock, and with the system's error where no lock can be made. */
async function alone<T>(file: string, work: () => T | Promise<T>): Promise<T> {
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

/** Makes an empty database where there is none. A log left beside a deleted one is not its own. */
export async function createIfMissing(file: string): Promise<void> {
  if (fileIdentity(file) !== undefined) return;
  await alone(file, () => {
    if (fileIdentity(file) !== undefined) return;
    removeSideFiles(file);
    closeSync(openSync(file, 'a', 0o600));
  });
}

/** Opens what is there: made by SQLite itself, a database would come to be without the lock. */
export function openExisting(native: Native, file: string): Db {
  try {
    return native.open(file, { fileMustExist: true });
  } catch (error) {
    if (fileIdentity(file) === undefined)
      throw new FileReplaced('The file was moved or deleted while it was opened.', { cause: error });
    throw error;
  }
}

/** See {@link quarantine}; another process that found the same damage is waited for. */
export const quarantineLocked = async (file: string, identity: string | undefined): Promise<string | undefined> =>
  await alone(file, () => quarantine(file, identity, new Date()));
