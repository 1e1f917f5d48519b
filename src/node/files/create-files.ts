/** Creates many files of a store under one lock, several at a time: most of the time of one is waiting for the disk. */
import { join, resolve } from 'node:path';

import type { NewFile } from '../../core/ports/files.js';
import { mapLimited } from '../../service/async.js';
import { realPathOf } from '../paths.js';
import { disarmOthers } from './atomic-write.js';
import { runLocked } from './held-locks.js';
import { acquireLock } from './lock.js';
import { asMemdirError, createFile, requireInside } from './write-file.js';

const AT_ONCE = 16;

/** See MemoryFiles.createAll. */
export async function createFilesIn(
  dataDir: string,
  storePath: string,
  files: readonly NewFile[],
): Promise<ReadonlySet<string>> {
  const root = await realPathOf(storePath);
  const lock = await acquireLock(join(dataDir, 'locks'), root, 'write');
  return await runLocked(lock, async () => {
    if (lock.tookOver) await disarmOthers(root);
    const created = await mapLimited(files, AT_ONCE, async (file) => {
      const full = resolve(root, file.path);
      requireInside(root, full, file.path);
      try {
        return await createFile(root, full, file, file.text);
      } catch (error) {
        throw asMemdirError(error, file.path);
      }
    });
    return new Set(files.filter((_, at) => created[at]).map(({ path }) => path));
  });
}
