/** Atomic writes: a temporary file in the same folder is written, then renamed. */
import { randomBytes } from 'node:crypto';
import { renameSync, type Stats } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { codeOf } from '../paths.js';
import { isRunning } from '../process-running.js';
import { whileBusy } from './busy.js';
import { checkLocks } from './held-locks.js';

const PART = /^\.memdir-(\d+)-([0-9a-f])[0-9a-f]{11}\.part$/;

/** What a temporary file is for: the first digit of its key. */
const PURPOSES = { copy: '0', next: '1', replaced: '2' } as const;

/**
 * Name of a temporary file beside `file`. It is no memory by its name, and contains the process id. `next` is the coming text of the file,
 * `replaced` a link to the file that was replaced.
 */
export const tempFileFor = (file: string, purpose: keyof typeof PURPOSES = 'next'): string =>
  join(dirname(file), `.memdir-${process.pid}-${PURPOSES[purpose]}${randomBytes(6).toString('hex').slice(1)}.part`);

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
  const part = tempFileFor(file);
  try {
    await writePart(part, text, { mode, durable, like: before });
    await whileBusy(() => {
      checkLocks();
      renameSync(part, file);
    });
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Writes a temporary file, with mode and owner of the file `like`. */
export async function writePart(
  part: string,
  text: string,
  { mode = 0o666, durable = true, like }: AtomicWriteOptions & { readonly like?: Stats | undefined },
): Promise<void> {
  const handle = await open(part, 'wx', (like?.mode ?? mode) & 0o777);
  try {
    // `writeFile` repeats partial writes: a nearly full disk takes a part without an error.
    await handle.writeFile(text, 'utf8');
    if (like !== undefined) await resemble(handle, like);
    if (durable) await handle.sync();
  } finally {
    await handle.close();
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
export async function sweepOnce(folder: string): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  await sweepTempFiles(folder, false);
}

/** Removes temporary files whose process has ended. */
export const sweepTempFiles = (folder: string, recursive: boolean): Promise<void> =>
  removeTempFiles(folder, recursive, (pid) => !isRunning(pid));

/**
 * Takes from processes that lost the lock of a folder what they were about to put in place, with everything below it: should one of them go on at
 * its very last step, that step fails.
 */
export const disarmOthers = (folder: string): Promise<void> =>
  removeTempFiles(folder, true, (pid, purpose) => pid !== process.pid && purpose === PURPOSES.next);

async function removeTempFiles(
  folder: string,
  recursive: boolean,
  isDue: (pid: number, purpose: string) => boolean,
): Promise<void> {
  const items = await readdir(folder, { recursive, withFileTypes: true }).catch(() => []);
  for (const item of items) {
    const [, pid, purpose = ''] = PART.exec(item.name) ?? [];
    if (item.isFile() && pid !== undefined && isDue(Number(pid), purpose))
      await rm(join(item.parentPath, item.name), { force: true });
  }
}
