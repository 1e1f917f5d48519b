/** Copies and moves single files: never over an existing file, never partially. */
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';

import { t } from '../../core/l10n.js';
import { tempFileFor } from '../files/atomic-write.js';
import { whileBusy } from '../files/busy.js';
import { linkOrCopy } from '../files/hard-links.js';
import { codeOf } from '../paths.js';
import { fileHash } from './file-tree.js';

/** Copies a file with its time and mode to a free path. False when the path is taken; rejects when the copy differs from the source. */
export async function copyNew(from: string, to: string, hash: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  const part = tempFileFor(to, 'copy');
  try {
    await copyFile(from, part, constants.COPYFILE_EXCL);
    const { atime, mtime, mode } = await stat(from);
    await utimes(part, atime, mtime);
    await chmod(part, mode & 0o777);
    if ((await fileHash(part)) !== hash) throw new Error(t('{path} changed while it was copied', { path: from }));
    return await linkOrCopy(part, to);
  } finally {
    await rm(part, { force: true });
  }
}

/** Moves a file with this hash to a free path; otherwise it does nothing and answers false. */
export async function moveAway(from: string, to: string, hash: string): Promise<boolean> {
  if ((await fileHash(from)) !== hash) return false;
  await mkdir(dirname(to), { recursive: true });
  if ((await stat(to).catch(() => undefined)) !== undefined) return false;
  try {
    await whileBusy(() => rename(from, to));
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    if (!(await copyNew(from, to, hash))) return false;
    await whileBusy(() => unlink(from));
  }
  return true;
}
