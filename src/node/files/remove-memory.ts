import { rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { realPathOf } from '../paths.js';
import { runLocked } from './held-locks.js';
import { acquireLock } from './lock.js';
import { readRegular } from './regular-file.js';
import { removeFile } from './remove-file.js';
import { changedOnDisk, requireInside } from './write-file.js';

/** Removes one file of a store under the store's lock, and the folder that it leaves empty; see MemoryFiles.remove. */
export async function removeFileIn(dataDir: string, storePath: string, path: string, expected: string): Promise<void> {
  const root = await realPathOf(storePath);
  const full = await realPathOf(resolve(root, path));
  requireInside(root, full, path);
  const lock = await acquireLock(join(dataDir, 'locks'), root, 'write');
  await runLocked(lock, async () => {
    try {
      const isExpected = async (file: string): Promise<boolean> => (await readRegular(file)) === expected;
      if (!(await isExpected(full)) || !(await removeFile(full, isExpected))) throw changedOnDisk(path);
    } catch (error) {
      if (error instanceof MemdirError) throw error;
      throw new MemdirError(
        'read-only',
        t('{path} couldn’t be removed: {reason}.', { path, reason: reasonOf(error) }),
        { cause: error },
      );
    }
  });
  // One with other files in it stays.
  if (dirname(full) !== root) await rmdir(dirname(full)).catch(() => undefined);
}
