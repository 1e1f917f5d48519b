/** Adds to the end of a file in place: nothing is replaced, so nothing that others write can be lost. */
import { constants, fstatSync, ftruncateSync, statSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

import { isGone } from '../error-codes.js';
import { checkLocks } from './held-locks.js';

/** Bytes that are added in one call, of which readers see all or nothing. Longer additions replace the file. */
const LONGEST = 4_096;

/** The bytes to be added, where a new text is the old one with little more at its end. */
export function addedBytes(before: string, after: string): Buffer | undefined {
  const added = after.startsWith(before) ? Buffer.from(after.slice(before.length)) : undefined;
  return added !== undefined && added.length <= LONGEST ? added : undefined;
}

/**
 * Appends with one call, synced. `again`: the file no longer has the bytes `before`. `replaced`: another program put another file in its place at that
 * moment, which may lack what was added.
 */
export async function appendToFile(
  file: string,
  before: Buffer,
  added: Buffer,
): Promise<'appended' | 'again' | 'replaced'> {
  const handle = await open(file, constants.O_RDWR | constants.O_APPEND);
  try {
    if (!(await allBytes(handle, before.length)).equals(before)) return 'again';
    checkLocks();
    if (!isAt(file, handle)) return 'again';
    writeWhole(handle, added);
    await handle.sync();
    return isAt(file, handle) ? 'appended' : 'replaced';
  } finally {
    await handle.close();
  }
}

/** One byte more than expected is read, to see whether the file grew. */
async function allBytes(handle: FileHandle, expected: number): Promise<Buffer> {
  const bytes = Buffer.alloc(expected + 1);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === bytes.length) return bytes.subarray(0, filled);
  }
}

function isAt(file: string, { fd }: FileHandle): boolean {
  try {
    const [there, open] = [statSync(file, { bigint: true }), fstatSync(fd, { bigint: true })];
    return there.dev === open.dev && there.ino === open.ino;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** On a full disk a part of the line may be taken: it is removed again, unless another program has added something by then. */
function writeWhole({ fd }: FileHandle, added: Buffer): void {
  const first = writeSync(fd, added);
  if (first === added.length) return;
  const start = fstatSync(fd).size - first;
  let written = first;
  try {
    while (written < added.length) written += writeSync(fd, added, written);
  } catch (error) {
    if (fstatSync(fd).size === start + written) ftruncateSync(fd, start);
    throw error;
  }
}
