/** Temporary files of atomic writes that killed processes left. The next process that lists a memory directory or opens the data folder removes them. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { HOUR_MS } from '../../core/units.js';
import { isRunning } from '../process-running.js';

const TEMP_FILE = /^\.memdir-(\d+)-[0-9a-f]{12}\.part$/;

export const isTempFile = (name: string): boolean => TEMP_FILE.test(name);

/** Removes temporary files of this user in a folder and below it, see {@link removeLeftovers}. */
export async function removeLeftoversBelow(folder: string): Promise<void> {
  const items = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  await removeLeftovers(
    items.filter((item) => item.isFile() && isTempFile(item.name)).map((item) => join(item.parentPath, item.name)),
  );
}

/**
 * Removes those whose process has ended, or that are older than an hour: a write takes seconds, and another process may have the number by then.
 * @param files absolute, with names of temporary files. What cannot be removed stays for the next time.
 */
export async function removeLeftovers(files: readonly string[]): Promise<void> {
  for (const file of files) if (await isLeftover(file)) await rm(file, { force: true }).catch(() => undefined);
}

async function isLeftover(file: string): Promise<boolean> {
  const pid = Number(TEMP_FILE.exec(basename(file))?.[1]);
  const stats = await lstat(file).catch(() => undefined);
  if (!stats?.isFile() || (process.getuid !== undefined && stats.uid !== process.getuid())) return false;
  return !isRunning(pid) || Date.now() - stats.mtimeMs > HOUR_MS;
}
