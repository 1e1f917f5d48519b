import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { MEGABYTE } from '../../core/units.js';
import { codeOf } from '../paths.js';

/** Bytes of a queue that nobody works off: then nothing is added. */
const MOST_BYTES = 64 * MEGABYTE;
/** A pipe in place of the file must not keep an agent waiting. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/**
 * Adds one line by one write, so that lines of several processes stay whole. Each begins on a line of its own, whatever was left half
 * written before by a process that was killed or a disk that was full. Synchronous: it takes microseconds, and nothing can come between.
 * Throws `unavailable` when it was not kept as a whole.
 * @param durable whether it waits until the disk has it
 */
export function appendLine(file: string, line: string, durable = false): void {
  try {
    const handle = openToAppend(file);
    try {
      if (fstatSync(handle).size > MOST_BYTES)
        throw new MemdirError(
          'unavailable',
          `${file} holds 64 MB that nobody works off. Open VS Code with Memdir, or delete it.`,
        );
      const bytes = Buffer.from(`\n${line}\n`);
      if (writeSync(handle, bytes) < bytes.length)
        throw new MemdirError('unavailable', `${file} took only part of an entry: the disk is full.`);
      if (durable) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (error instanceof MemdirError) throw error;
    throw new MemdirError('unavailable', `${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}

function openToAppend(file: string): number {
  try {
    return openSync(file, FLAGS, 0o600);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return openSync(file, FLAGS, 0o600);
  }
}
