import { join } from 'node:path';

import type { MemoryFiles } from '../../core/ports/files.js';
import { realPathOf } from '../paths.js';
import { listMarkdown, stampOf } from './list-files.js';
import { withLock } from './lock.js';
import { readFileIn } from './read-file.js';
import { changeFileIn, mayWriteIn, writeFileIn } from './write-file.js';

export interface FilesOptions {
  /** Absolute; locks are kept in `locks` below it. */
  readonly dataDir: string;
  /** Whether links that leave a store are followed when reading. Never when writing. Default true. */
  readonly followOutside?: boolean;
  /** Folders below `team` that are stores of their own. */
  readonly mounted?: readonly string[];
  /** Whether the process is otherwise idle while stores are listed. Default false. */
  readonly blocking?: boolean;
}

/** Memory files on this machine's disk. */
export function createFiles(options: FilesOptions): MemoryFiles {
  const reading = {
    followOutside: options.followOutside ?? true,
    mounted: options.mounted ?? [],
    blocking: options.blocking ?? false,
  };
  const { dataDir } = options;
  return {
    list: (storePath, signal) => listMarkdown(storePath, reading, signal),
    stamp: (storePath, path) => stampOf(storePath, path, reading),
    read: (storePath, path) => readFileIn(storePath, path, reading),
    withStoreLock: async (storePath, work) => withLock(join(dataDir, 'locks'), await realPathOf(storePath), work),
    mayWrite: mayWriteIn,
    change: (storePath, path, change, writing) => changeFileIn(dataDir, storePath, { path, change, ...writing }),
    write: (storePath, path, text, expected, writing) =>
      writeFileIn(dataDir, storePath, { path, text, expected, ...writing }),
  };
}
