/** Atomic writes: a temporary file in the same folder is written, then renamed. */
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { codeOf } from '../paths.js';
import { isRunning } from '../process-running.js';

const PART = /^\.memdir-(\d+)-[0-9a-f]{12}\.part$/;

/** Name of the temporary file for `file`. It is no memory by its name, and contains the process id. `key`: 12 hex digits or more. */
export const tempFileFor = (file: string, key: string): string =>
  join(dirname(file), `.memdir-${process.pid}-${key.slice(0, 12)}.part`);

export interface AtomicWriteOptions {
  /** Mode of a new file. */
  readonly mode?: number;
  /** Whether to fsync: without it a power failure may lose the text. */
  readonly durable?: boolean;
}

/**
 * Replaces or creates a file; readers see the old text or the new one, after a failure the old one. Mode and owner stay.
 * Rejects with the system's error.
 */
export async function writeAtomic(
  file: string,
  text: string,
  { mode = 0o666, durable = true }: AtomicWriteOptions = {},
): Promise<void> {
  await sweepOnce(dirname(file));
  const before = await stat(file).catch(() => undefined);
  const part = tempFileFor(file, randomBytes(6).toString('hex'));
  try {
    const handle = await open(part, 'wx', (before?.mode ?? mode) & 0o777);
    try {
      // `writeFile` repeats partial writes: a nearly full disk takes a part without an error.
      await handle.writeFile(text, 'utf8');
      if (before !== undefined) await resemble(handle, before);
      if (durable) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function resemble(handle: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  const now = await handle.stat();
  try {
    if (now.uid !== uid || now.gid !== gid) await handle.chown(uid, gid);
  } catch (error) {
    // Only a superuser may change the owner: then the file belongs to this user, as with any editor.
    if (!['EPERM', 'EINVAL', 'ENOSYS'].includes(codeOf(error))) throw error;
  }
  await handle.chmod(mode & 0o777);
}

const swept = new Set<string>();

/** Removes temporary files of killed processes in a folder, once per process. */
async function sweepOnce(folder: string): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  await sweepTempFiles(folder, false);
}

/** Removes temporary files whose process has ended. */
export async function sweepTempFiles(folder: string, recursive: boolean): Promise<void> {
  const items = await readdir(folder, { recursive, withFileTypes: true }).catch(() => []);
  for (const item of items) {
    const pid = PART.exec(item.name)?.[1];
    if (item.isFile() && pid !== undefined && !isRunning(Number(pid)))
      await rm(join(item.parentPath, item.name), { force: true });
  }
}
