import { lstat, mkdir, realpath, stat, utimes } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { isInside } from '../../core/paths.js';
import { codeOf, isWritable, realPathOf } from '../paths.js';
import { writeAtomic } from './atomic-write.js';
import { acquireLock } from './lock.js';
import { readFileIn } from './read-file.js';

const READ_ONLY_CODES = ['EACCES', 'EPERM', 'EROFS'];

const readOnly = (message: string, cause?: unknown): MemdirError => new MemdirError('read-only', message, { cause });

const changed = (path: string): MemdirError =>
  new MemdirError(
    'changed-on-disk',
    `${path} changed on disk since it was read. Look at it again, then repeat the change.`,
  );

interface FileChange {
  /** Path in the store. */
  readonly path: string;
  readonly text: string;
  /** The present text of the file; undefined for a new one. */
  readonly expected: string | undefined;
  readonly keepTime?: boolean;
}

/** Replaces or creates one file of a store under the store's lock; see MemoryFiles.write. */
export async function writeFileIn(
  lockDir: string,
  storePath: string,
  { path, text, expected, keepTime = false }: FileChange,
): Promise<void> {
  const root = await realPathOf(storePath);
  const full = resolve(root, path);
  if (!isInside(full, root) || full === root)
    throw new MemdirError('bad-input', `${path} does not lie in the memory directory.`);
  const unlock = await acquireLock(lockDir, root, 'write');
  try {
    await (expected === undefined
      ? create(root, full, path, text)
      : replace(root, full, { path, text, expected, keepTime }));
  } catch (error) {
    throw asMemdirError(error, path);
  } finally {
    // Releasing fails when the lock was lost to another process after a sleep of the machine.
    await unlock().catch(() => undefined);
  }
}

/** See MemoryFiles.mayWrite. */
export async function mayWriteIn(storePath: string, path: string): Promise<boolean> {
  const full = await realPathOf(resolve(storePath, path));
  if ((await stat(full).catch(() => undefined)) !== undefined) return await isReplaceable(full);
  let folder = dirname(full);
  while ((await stat(folder).catch(() => undefined)) === undefined && dirname(folder) !== folder)
    folder = dirname(folder);
  return await isWritable(folder);
}

/** A file is replaced by a rename, so its folder must be writable as well. */
const isReplaceable = async (real: string): Promise<boolean> =>
  (await isWritable(real)) && (await isWritable(dirname(real)));

async function replace(root: string, full: string, { path, text, expected, keepTime }: FileChange): Promise<void> {
  const before = await readFileIn(root, path, { followOutside: true });
  if (before === undefined) throw changed(path);
  if (before.linkTarget !== undefined)
    throw readOnly(`${path} is a link that leaves the memory directory. Change the file it points to yourself.`);
  if (before.unreadable !== undefined) throw readOnly(`${path} cannot be changed. ${before.unreadable}`);
  if (before.encoding !== 'utf8')
    throw readOnly(`${path} is not valid UTF-8, so Memdir never rewrites it. Save it as UTF-8 first.`);
  if (before.text !== expected) throw changed(path);
  const real = await realpath(full);
  if (!(await isReplaceable(real))) throw readOnly(`${path} is read-only.`);
  const { mtime } = await stat(real);
  await writeAtomic(real, text);
  // The access time is restored as well: watchers treat a file that was read after its last change as unchanged.
  if (keepTime) await utimes(real, mtime, mtime);
}

async function create(root: string, full: string, path: string, text: string): Promise<void> {
  const there = await lstat(full).catch(() => undefined);
  if (there !== undefined) throw changed(path);
  const folder = dirname(full);
  if (!isInside(await realPathOf(folder), root))
    throw readOnly(`${path} lies behind a link that leaves the memory directory.`);
  await mkdir(folder, { recursive: true });
  if (!(await isWritable(folder))) throw readOnly(`${folder} is read-only.`);
  await writeAtomic(full, text);
}

function asMemdirError(error: unknown, path: string): MemdirError {
  if (error instanceof MemdirError) return error;
  if (READ_ONLY_CODES.includes(codeOf(error))) return readOnly(`${path} cannot be written: ${reasonOf(error)}.`, error);
  return new MemdirError('internal', `${path} was not written: ${reasonOf(error)}.`, { cause: error });
}
