import { constants } from 'node:fs';
import { copyFile, link } from 'node:fs/promises';

import { codeOf } from '../error-codes.js';

/** Error codes of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

export const hasNoLinks = (error: unknown): boolean => NO_LINKS.includes(codeOf(error));

/** Puts a finished file at a free path. False when the path is taken. */
export async function linkOrCopy(part: string, to: string): Promise<boolean> {
  try {
    await link(part, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!hasNoLinks(error)) throw error;
  }
  try {
    await copyFile(part, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
