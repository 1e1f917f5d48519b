import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { reasonOf } from '../../core/errors.js';
import { isIndexName } from '../../core/index/index-file.js';
import { forAgents, t } from '../../core/l10n.js';
import type { SourceFile } from '../../core/memory.js';
import { isInside } from '../../core/paths.js';
import { MEGABYTE } from '../../core/units.js';
import { shortHash } from '../hash.js';
import { isGone } from '../paths.js';
import { inCloudReason, isInCloud } from './cloud-stub.js';
import { decode, decodeIndex } from './decode.js';
import { isSettled, versionOf } from './file-version.js';
import { openRegular } from './regular-file.js';

/** Larger files are not memories. */
const MAX_BYTES = 4 * MEGABYTE;

export interface ReadOptions {
  /** Whether files behind a link that leaves the store are read. */
  readonly followOutside: boolean;
  /** Larger files are reported and not read. Default: 4 MB. */
  readonly maxBytes?: number;
}

/** `reason` is asked each time: the file stays in memory, and agents and people read it in different languages. */
const unreadable = (path: string, reason: () => string, more: Partial<SourceFile> = {}): SourceFile => ({
  path,
  stamp: { modifiedMs: 0, size: 0, hash: shortHash(Buffer.from(forAgents(reason))) },
  text: '',
  encoding: 'utf8',
  ...more,
  get unreadable() {
    return reason();
  },
});

/** One file of a store; undefined when it is gone (or the path does not lie in the store). Never rejects. */
export async function readFileIn(
  storePath: string,
  path: string,
  options: ReadOptions,
): Promise<SourceFile | undefined> {
  const full = resolve(storePath, path);
  return isInside(full, resolve(storePath)) ? await readExisting(storePath, path, full, options) : undefined;
}

/** A store is identified by its real path; it is resolved again only when it became a link since. */
const staysInside = async (storePath: string, real: string): Promise<boolean> =>
  isInside(real, resolve(storePath)) || isInside(real, await realpath(storePath).catch(() => resolve(storePath)));

/** Whether a link puts a file outside of its store; a file that is gone, or a link that leads nowhere, is outside of nothing. */
export async function leavesStore(storePath: string, path: string): Promise<boolean> {
  const real = await realpath(resolve(storePath, path)).catch(() => undefined);
  return real !== undefined && !(await staysInside(storePath, real));
}

async function readExisting(
  storePath: string,
  path: string,
  full: string,
  options: ReadOptions,
): Promise<SourceFile | undefined> {
  let real: string;
  try {
    real = await realpath(full);
  } catch (error) {
    return isGone(error)
      ? await danglingLink(path, full)
      : unreadable(path, () => t('The file can’t be read: {reason}.', { reason: reasonOf(error) }));
  }
  const leaves = (await staysInside(storePath, real)) ? {} : { linkTarget: real };
  try {
    const readMs = Date.now();
    const info = await stat(real);
    const version = isSettled(info, readMs) ? versionOf(info) : undefined;
    const stamp = { modifiedMs: Math.floor(info.mtimeMs), size: info.size, version, hash: '' };
    if (leaves.linkTarget !== undefined && !options.followOutside) {
      return unreadable(
        path,
        () => t('The link points outside the memory directory and isn’t followed, because the folder isn’t trusted.'),
        { ...leaves, stamp: { ...stamp, hash: 'link' } },
      );
    }
    if (!info.isFile()) return unreadable(path, () => t('It isn’t a regular file.'), leaves);
    const { maxBytes = MAX_BYTES } = options;
    const bytes = await firstBytes(real, info.size, maxBytes);
    const read = { path, stamp: { ...stamp, hash: shortHash(bytes) }, ...leaves };
    if (info.size > maxBytes)
      return {
        ...read,
        text: '',
        encoding: 'utf8',
        get unreadable() {
          return t('The file is larger than {n} MB and isn’t read.', { n: maxBytes / MEGABYTE });
        },
      };
    return { ...read, ...(isIndexName(path) ? decodeIndex(bytes) : decode(bytes)) };
  } catch (error) {
    return isGone(error)
      ? undefined
      : unreadable(path, () => t('The file can’t be read: {reason}.', { reason: reasonOf(error) }), leaves);
  }
}

/** A link to nothing, or a file that is in the cloud only; undefined when the file was removed in between. */
async function danglingLink(path: string, full: string): Promise<SourceFile | undefined> {
  const target = await readlink(full).catch(() => undefined);
  if (target === undefined) return (await isInCloud(full)) ? unreadable(path, inCloudReason) : undefined;
  return unreadable(path, () => t('It is a link to {target}, which doesn’t exist.', { target }), {
    linkTarget: join(dirname(full), target),
  });
}

/** Reads at most so many bytes. `size`: the expected size; one byte more is read to see whether the file grew. */
async function firstBytes(file: string, size: number, maxBytes: number): Promise<Uint8Array> {
  const handle = await openRegular(file);
  try {
    let bytes = Buffer.alloc(Math.min(size + 1, maxBytes));
    let filled = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled);
      filled += bytesRead;
      // Exactly the expected size: the extra byte was not there.
      if (bytesRead === 0 || filled === maxBytes || (filled === size && filled < bytes.length))
        return bytes.subarray(0, filled);
      if (filled === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * filled, maxBytes));
    }
  } finally {
    await handle.close();
  }
}
