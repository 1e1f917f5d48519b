import { renameSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import { errorCode } from './errors.js';
import { fileIdentity } from './file-identity.js';
import type { Db, Native } from './native.js';

export type AccessCounts = readonly { readonly id: string; readonly count: number }[];

/** How many replaced files are kept for people to look at. */
const KEPT = 2;
/** SQLite's write-ahead log and its shared index. */
const SIDE_FILES = ['-wal', '-shm'];

const stampOf = (date: Date): string => date.toISOString().replaceAll(/[-:]/g, '').replace('.', '-');

/** Access counts of an open connection, as far as they can be read. */
export function readAccessCounts(db: Db, log: Log): AccessCounts {
  try {
    return db.prepare('select id, count from access').all() as AccessCounts;
  } catch (error) {
    log.warn(`Access counts could not be saved from the old index: ${messageOf(error)}`);
    return [];
  }
}

/** The same from a file that cannot be used otherwise. */
export function salvageAccessCounts(native: Native, file: string, log: Log): AccessCounts {
  let db: Db | undefined;
  try {
    db = native.open(file, { readonly: true });
    return readAccessCounts(db, log);
  } catch (error) {
    log.warn(`The old index could not be read: ${messageOf(error)}`);
    return [];
  } finally {
    db?.close();
  }
}

/**
 * Moves a database file out of the way and returns its new path. Undefined when it is no longer the file that was looked at
 * (`identity`): another process has replaced it already. Call it under the lock of the place only, see place.ts.
 *
 * The side files go first: until the database itself is gone nobody makes another one, whose own log must never be moved.
 */
export async function quarantine(file: string, identity: string | undefined, now: Date): Promise<string | undefined> {
  const kept = `${file}.replaced-${stampOf(now)}-${process.pid}`;
  if (fileIdentity(file) !== identity) return undefined;
  for (const suffix of [...SIDE_FILES, '']) {
    if (!renamed(file + suffix, kept + suffix) && suffix === '') return undefined;
  }
  await forgetOldest(file);
  return kept;
}

/** False when there is nothing to rename. */
function renamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes the side files of a database that is not there, under the lock of the place; another process may still hold them open. */
export function removeSideFiles(file: string): void {
  for (const suffix of SIDE_FILES) rmSync(file + suffix, { force: true });
}

async function forgetOldest(file: string): Promise<void> {
  const prefix = `${basename(file)}.replaced-`;
  const names = (await readdir(dirname(file)))
    .filter((name) => name.startsWith(prefix) && !SIDE_FILES.some((suffix) => name.endsWith(suffix)))
    .sort();
  for (const name of names.slice(0, -KEPT)) {
    for (const suffix of [...SIDE_FILES, '']) await rm(join(dirname(file), name + suffix), { force: true });
  }
}
