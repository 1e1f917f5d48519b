import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { MEGABYTE } from '../../core/units.js';
import { codeOf } from '../paths.js';

/** Limit of the queue file in bytes: a queue without a worker must not grow for ever. */
const MOST_BYTES = 64 * MEGABYTE;
/** O_NONBLOCK: a pipe in place of the file must not block an agent. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/**
 * Appends a line with a single write, so that lines of several processes do not mix. It starts with a line break, in case a kill or a full disk
 * left a partial line before. Synchronous, because it takes microseconds. Throws `unavailable` when the line was not written completely.
 * @param durable whether to call fsync
 */
export function appendLine(file: string, line: string, durable = false): void {
  try {
    const handle = openToAppend(file);
    try {
      if (fstatSync(handle).size > MOST_BYTES)
        throw new MemdirError(
          'unavailable',
          t('{file} reached 64 MB without being processed. Open VS Code with Memdir, or delete the file.', { file }),
        );
      const bytes = Buffer.from(`\n${line}\n`);
      if (writeSync(handle, bytes) < bytes.length)
        throw new MemdirError('unavailable', t('{file} was only partly written: the disk is full.', { file }));
      if (durable) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (error instanceof MemdirError) throw error;
    throw new MemdirError('unavailable', t('{file} can’t be written: {reason}.', { file, reason: reasonOf(error) }), {
      cause: error,
    });
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
