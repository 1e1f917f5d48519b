import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

import { t } from '../../core/l10n.js';

/** Opens a file for reading. Rejects for a pipe, socket or device, because reading one can block for ever. */
export async function openRegular(file: string): Promise<FileHandle> {
  // Without O_NONBLOCK (missing on Windows) opening a pipe already blocks until it has a writer.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) throw new Error(t('{path} isn’t a regular file', { path: file }));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The whole text of a regular file. */
export async function readRegular(file: string): Promise<string> {
  const handle = await openRegular(file);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
