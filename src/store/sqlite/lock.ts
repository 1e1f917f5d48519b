/** A lock between processes that the system releases when its owner ends, even by a crash. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';

import { loadNative } from './native.js';

/**
 * Takes the lock of a file and resolves with its release function; with undefined while it is taken, in this process or another. The file
 * stays empty. Rejects where it cannot be created, and where SQLite cannot run.
 */
export async function tryLock(file: string): Promise<(() => void) | undefined> {
  const native = await loadNative();
  // Only a missing file is created: closing a handle of a file that this process has locked releases the lock behind SQLite's back.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  try {
    return take(native, file);
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_NOTADB') throw error;
    // The file was replaced by something else, so the lock is free.
    rmSync(file);
    return take(native, file);
  }
}

function take(native: Awaited<ReturnType<typeof loadNative>>, file: string): (() => void) | undefined {
  const db = native.open(file);
  try {
    db.pragma('busy_timeout = 0');
    db.exec('BEGIN EXCLUSIVE');
    return () => db.close();
  } catch (error) {
    db.close();
    if (codeOf(error).startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
