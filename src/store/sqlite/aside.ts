import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports.js';
import { codeOf } from './failures.js';
import { fileIdentity } from './identity.js';
import type { Db, Native } from './native.js';

export type AccessCounts = readonly { readonly id: string; readonly count: number }[];

/** How many replaced files are kept for people to look at. */
const KEPT = 2;

const stampOf = (date: Date): string => date.toISOString().replaceAll(/[-:]/g, '').replace('.', '-');

/** Access counts of an open connection, as far as they can be read. */
export function readAccess(db: Db, log: Log): AccessCounts {
  try {
    return db.prepare('select id, count from access').all() as AccessCounts;
  } catch (error) {
    log.warn(`Access counts could not be saved from the old index: ${messageOf(error)}`);
    return [];
  }
}

/** The same from a file that cannot be used otherwise. */
export function rescueAccess(native: Native, file: string, log: Log): AccessCounts {
  let db: Db | undefined;
  try {
    db = native.open(file, { readonly: true });
    return readAccess(db, log);
  } catch (error) {
    log.warn(`The old index could not be read: ${messageOf(error)}`);
    return [];
  } finally {
    db?.close();
  }
}

/**
 * Moves a database file out of the way and returns its new path. Undefined when it is no longer the file that was looked at
 * (`identity`): another process has replaced it already.
 */
export async function setAside(file: string, identity: string | undefined, now: Date): Promise<string | undefined> {
  if (fileIdentity(file) !== identity) return undefined;
  const kept = `${file}.replaced-${stampOf(now)}-${process.pid}`;
  try {
    await rename(file, kept);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  await rename(`${file}-wal`, `${kept}-wal`).catch(ignoreMissing);
  await rm(`${file}-shm`, { force: true });
  await forgetOldest(file);
  return kept;
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

async function forgetOldest(file: string): Promise<void> {
  const prefix = `${basename(file)}.replaced-`;
  const names = (await readdir(dirname(file))).filter((name) => name.startsWith(prefix) && !name.endsWith('-wal')).sort();
  for (const name of names.slice(0, -KEPT)) {
    for (const suffix of ['', '-wal', '-shm']) await rm(join(dirname(file), name + suffix), { force: true });
  }
}
