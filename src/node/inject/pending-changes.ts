/**
 * Changes of a session that others had locked for too long: each a file of its own, which nobody has to wait for, until somebody makes
 * them part of the session.
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

/** Times a folder is made again that others take away between its making and the writing. */
const TRIES = 10;

/** Keeps a change in a folder. Rejects with the system's error. */
export async function addPendingChange(folder: string, change: SessionChange): Promise<void> {
  const file = join(folder, `${String(Date.now()).padStart(15, '0')}-${randomUUID()}.json`);
  for (let tried = 1; ; tried++) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await writeAtomic(file, JSON.stringify(change), { mode: 0o600, durable: false });
    } catch (error) {
      // Whoever makes the last change part of the session takes the folder away as well.
      if (tried === TRIES || codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/** The changes in a folder, the oldest first; what cannot be read is left out. */
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
          // Somebody made it part of the session just now.
          if (!isGone(error)) log.warn(`What a session was given late cannot be read: ${messageOf(error)}`);
          return [];
        }
      }),
  );
  return all.flat();
}

/** Removes changes that are part of the session now, and their folder with the last of them. What stays counts again: that gives less, never twice. */
export async function removePendingChanges(folder: string, changes: readonly PendingChange[], log: Log): Promise<void> {
  if (changes.length === 0) return;
  try {
    await Promise.all(changes.map(({ file }) => rm(file, { force: true })));
  } catch (error) {
    log.warn(`What a session was given late cannot be put away: ${messageOf(error)}`);
  }
  // Another one may have come meanwhile.
  await rmdir(folder).catch(() => undefined);
}
