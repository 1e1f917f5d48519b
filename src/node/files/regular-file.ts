import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Opens a file for reading. Rejects for a pipe, socket or device: reading one can wait for ever. */
export async function openRegular(file: string): Promise<FileHandle> {
  // Without O_NONBLOCK (which Windows does not have) opening a pipe already waits for somebody to write to it.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is not a regular file`);
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
