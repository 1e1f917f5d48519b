/**
 * Changes of a session whose file was locked for too long. Each is a file of its own, written without waiting, until the next holder of the lock
 * merges it into the session.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf } from '../../core/errors.js';
import { parseSessionChange, type SessionChange } from '../../core/inject/session.js';
import type { Log } from '../../core/ports/log.js';
import { writeAtomic } from '../files/atomic-write.js';
import { codeOf, isGone } from '../paths.js';

export interface PendingChange {
  /** Absolute. */
  readonly file: string;
  readonly change: SessionChange;
}

/** Attempts to write into a folder that other processes may remove in between. */
const TRIES = 10;

/** Writes a change into a folder. Rejects with the system's error. */
export async function addPendingChange(folder: string, change: SessionChange): Promise<void> {
  const file = join(folder, `${String(Date.now()).padStart(15, '0')}-${randomUUID()}.json`);
  for (let tried = 1; ; tried++) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await writeAtomic(file, JSON.stringify(change), { mode: 0o600, durable: false });
    } catch (error) {
      // The process that merges the last change removes the folder as well.
      if (tried === TRIES || codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/** The changes in a folder, the oldest first; unreadable ones are skipped. */
export async function listPendingChanges(folder: string, log: Log): Promise<PendingChange[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (!isGone(error)) log.warn(`What a session was given late cannot be read: ${messageOf(error)}`);
    return [];
  });
  const all = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map(async (name): Promise<PendingChange[]> => {
        const file = join(folder, name);
        try {
          const change = parseSessionChange(JSON.parse(await readFile(file, 'utf8')));
          return change === undefined ? [] : [{ file, change }];
        } catch (error) {
          // Merged by another process just now.
          if (!isGone(error)) log.warn(`What a session was given late cannot be read: ${messageOf(error)}`);
          return [];
        }
      }),
  );
  return all.flat();
}

/** Removes merged changes, and the folder with the last of them. A change that stays is merged again, which injects less, never twice. */
export async function removePendingChanges(folder: string, changes: readonly PendingChange[], log: Log): Promise<void> {
  if (changes.length === 0) return;
  try {
    await Promise.all(changes.map(({ file }) => rm(file, { force: true })));
  } catch (error) {
    log.warn(`What a session was given late cannot be put away: ${messageOf(error)}`);
  }
  // The folder is not empty when another change was added in between.
  await rmdir(folder).catch(() => undefined);
}
