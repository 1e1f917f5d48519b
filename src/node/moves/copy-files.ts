/** Copies and moves single files: never over an existing file, never partially. */
import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';

import { tempFileFor } from '../files/atomic-write.js';
import { codeOf } from '../paths.js';
import { fileHash } from './file-tree.js';

/** File systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/** Copies a file with its time and mode to a free path. False when the path is taken; rejects when the copy differs from the source. */
export async function copyNew(from: string, to: string, hash: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  const part = tempFileFor(to, hash);
  try {
    await copyFile(from, part, constants.COPYFILE_EXCL);
    const { atime, mtime, mode } = await stat(from);
    await utimes(part, atime, mtime);
    await chmod(part, mode & 0o777);
    if ((await fileHash(part)) !== hash) throw new Error(`${from} changed while it was copied`);
    return await linkOrCopy(part, to);
  } finally {
    await rm(part, { force: true });
  }
}

async function linkOrCopy(part: string, to: string): Promise<boolean> {
  try {
    await link(part, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!NO_LINKS.includes(codeOf(error))) throw error;
  }
  try {
    await copyFile(part, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a file with this hash to a free path; otherwise it does nothing and answers false. */
export async function moveAway(from: string, to: string, hash: string): Promise<boolean> {
  if ((await fileHash(from)) !== hash) return false;
  await mkdir(dirname(to), { recursive: true });
  if ((await stat(to).catch(() => undefined)) !== undefined) return false;
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    if (!(await copyNew(from, to, hash))) return false;
    await unlink(from);
  }
  return true;
}
