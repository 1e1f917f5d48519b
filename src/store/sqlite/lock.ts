/** A lock between processes that the system gives back by itself when its owner ends, however that comes about. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';

import { loadNative } from './native.js';

/**
 * Takes the lock that a file stands for, and answers how to give it back; undefined while somebody else has it, in this process or
 * another. The file stays empty. Rejects where it cannot be made, and where SQLite cannot run.
 */
export async function tryLock(file: string): Promise<(() => void) | undefined> {
  const native = await loadNative();
  // Only one that is not there: where this process has the lock, closing a handle of the file gives it back without SQLite knowing.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  try {
    return take(native, file);
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_NOTADB') throw error;
    // Somebody put something else there, so nobody has it.
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
