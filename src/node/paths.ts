/** Path functions that need the disk or the platform's spelling of paths. */
import { createHash } from 'node:crypto';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

export { codeOf, isGone, isNodeError } from './error-codes.js';

export async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

/** Real path of a path that may not exist yet: the nearest existing ancestor is resolved, the rest stays as written. */
export async function realPathOf(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch {
    // It does not exist or cannot be resolved: try its parent.
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(await realPathOf(parent), basename(absolute));
  }
}

export const toSlashes = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

/** 6 base-36 characters of the SHA-256 of a store's real path. */
export const storeKey = (realPath: string): string =>
  BigInt(`0x${createHash('sha256').update(realPath).digest('hex').slice(0, 16)}`)
    .toString(36)
    .padStart(6, '0')
    .slice(-6);

/** Whether a path is writable. Permission bits count as well, so that a superuser respects a file marked read-only. */
export async function isWritable(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    const { mode } = await stat(path);
    return (mode & 0o222) !== 0;
  } catch {
    // No access, or no such file.
    return false;
  }
}
