import { join } from 'node:path';

import type { MemoryFiles } from '../../core/ports/files.js';
import { fileOf, isPartPath } from '../../core/stores/task-groups.js';
import { mapLimited } from '../../service/async.js';
import { realPathOf } from '../paths.js';
import { createFilesIn } from './create-files.js';
import { listMarkdown, type ListOptions, stampOf } from './list-files.js';
import { withLock } from './lock.js';
import { leavesStore, readFileIn } from './read-file.js';
import { removeFileIn } from './remove-memory.js';
import { readGroup, stampOfGroup, withTaskGroups } from './task-groups.js';
import { changeFileIn, mayWriteIn, writeFileIn } from './write-file.js';

export interface FilesOptions {
  /** Absolute; locks are kept in `locks` below it. */
  readonly dataDir: string;
  /** Whether links that leave stores, or the one of a real path, are followed when reading. Never when writing. Default true. */
  readonly followOutside?: boolean | ((store: string) => Promise<boolean>);
  /** Whether the store of a real path came with a project. Default: none. */
  readonly isOfProject?: (store: string) => Promise<boolean>;
  /** Folders below `team` that are stores of their own. */
  readonly mounted?: readonly string[];
  /** Files and folders that belong to a store; undefined: everything in it. */
  readonly partsOf?: (store: string) => Promise<readonly string[] | undefined>;
  /** Whether the process is otherwise idle while stores are listed. Default false. */
  readonly blocking?: boolean;
}

/** Files whose real paths are looked up at once. */
const LINKS_AT_ONCE = 32;

/** Memory files on this machine's disk. */
export function createFiles(options: FilesOptions): MemoryFiles {
  const { followOutside = true, isOfProject = () => Promise.resolve(false), mounted = [], blocking = false } = options;
  const reading = async (store: string): Promise<ListOptions> => ({
    followOutside: typeof followOutside === 'boolean' ? followOutside : await followOutside(store),
    mounted,
    blocking,
    parts: await options.partsOf?.(store),
  });
  const { dataDir } = options;
  return {
    list: async (storePath, signal, known) => {
      const how = await reading(storePath);
      return await withTaskGroups(await listMarkdown(storePath, { ...how, known }, signal), storePath, how);
    },
    stamp: async (storePath, path) => {
      const how = await reading(storePath);
      const listed = await stampOf(storePath, fileOf(path), how);
      return isPartPath(path) ? await stampOfGroup(listed, path, storePath, how) : listed;
    },
    read: async (storePath, path) => {
      const how = await reading(storePath);
      return isPartPath(path) ? await readGroup(storePath, path, how) : await readFileIn(storePath, path, how);
    },
    linkedOut: async (storePath, paths) => {
      if (!(await isOfProject(storePath))) return new Set();
      const leaving = await mapLimited(paths, LINKS_AT_ONCE, (path) => leavesStore(storePath, path));
      return new Set(paths.filter((_, at) => leaving[at]));
    },
    withStoreLock: async (storePath, work) => withLock(join(dataDir, 'locks'), await realPathOf(storePath), work),
    mayWrite: mayWriteIn,
    change: (storePath, path, change, writing) => changeFileIn(dataDir, storePath, { path, change, ...writing }),
    createAll: (storePath, files) => createFilesIn(dataDir, storePath, files),
    remove: (storePath, path, expected) => removeFileIn(dataDir, storePath, path, expected),
    write: (storePath, path, text, expected, writing) =>
      writeFileIn(dataDir, storePath, { path, text, expected, ...writing }),
  };
}
