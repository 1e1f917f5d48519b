import { renameSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import { errorCode } from './errors.js';
import { fileIdentity } from './file-identity.js';
import type { Db, Native } from './native.js';

export type AccessCounts = readonly { readonly id: string; readonly count: number }[];

/** Replaced files that stay for people to look at. */
const MAX_FILES = 2;
/** SQLite's write-ahead log and its shared index. */
const SIDE_FILES = ['-wal', '-shm'];

const stampOf = (date: Date): string => date.toISOString().replaceAll(/[-:]/g, '').replace('.', '-');

/** Access counts of an open connection; undefined when they cannot be read. */
export function readAccessCounts(db: Db, log: Log): AccessCounts | undefined {
  try {
    return db.prepare('select id, count from access').all() as AccessCounts;
  } catch (error) {
    log.warn(`Access counts could not be saved from the old index: ${messageOf(error)}`);
    return undefined;
  }
}

/** The same from a file that is no longer usable. */
export function salvageAccessCounts(native: Native, file: string, log: Log): AccessCounts | undefined {
  let db: Db | undefined;
  try {
    db = native.open(file, { readonly: true });
    return readAccessCounts(db, log);
  } catch (error) {
    log.warn(`The old index could not be read: ${messageOf(error)}`);
    return undefined;
  } finally {
    db?.close();
  }
}

/**
 * Renames a damaged or foreign database file and returns its new path. Undefined when the file is no longer the one of `identity`: another process has
 * replaced it already. Call it under the file lock only, see create-file.ts.
 *
 * The side files are renamed first: a new database, whose own log must stay, is created only once the old one is gone.
 */
export async function quarantine(file: string, identity: string | undefined, now: Date): Promise<string | undefined> {
  const target = `${file}.replaced-${stampOf(now)}-${process.pid}`;
  if (fileIdentity(file) !== identity) return undefined;
  for (const suffix of [...SIDE_FILES, '']) {
    if (!renameIfExists(file + suffix, target + suffix) && suffix === '') return undefined;
  }
  await removeOldest(file);
  return target;
}

/** False when there is no such file. */
function renameIfExists(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes the side files of a missing database, under the file lock; another process may still have them open. */
export function removeSideFiles(file: string): void {
  for (const suffix of SIDE_FILES) rmSync(file + suffix, { force: true });
}

async function removeOldest(file: string): Promise<void> {
  const prefix = `${basename(file)}.replaced-`;
  const names = (await readdir(dirname(file)))
    .filter((name) => name.startsWith(prefix) && !SIDE_FILES.some((suffix) => name.endsWith(suffix)))
    .sort();
  for (const name of names.slice(0, -MAX_FILES)) {
    for (const suffix of [...SIDE_FILES, '']) await rm(join(dirname(file), name + suffix), { force: true });
  }
}
