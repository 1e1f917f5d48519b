/** Arguments of commands: texts, given as they are or as `-` for standard input, and references to memories. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

import { MemdirError } from '../core/errors.js';
import { t } from '../core/l10n.js';
import { MEGABYTE } from '../core/units.js';
import type { Terminal } from './terminal.js';

/** Bytes read from standard input at most. */
const MOST_BYTES = 64 * MEGABYTE;

export async function readText(argument: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<string> {
  if (argument !== '-') return argument;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const part of stdin) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : (part as Buffer);
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new MemdirError('bad-input', t('Standard input is larger than 64 MB. Memories are much smaller.'));
    chunks.push(chunk);
  }
  return decodeUtf8(Buffer.concat(chunks), t('Standard input'));
}

/** Throws `bad-input` for bytes that are not UTF-8: decoded with replacement characters they would be saved as another text. `what` begins the sentence. */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new MemdirError('bad-input', t('{source} isn’t valid UTF-8. Convert it and try again.', { source: what }), {
      cause: error,
    });
  }
}

/** Makes a path relative to the working directory absolute, as shells complete it; ids and names are returned as they are. */
export async function resolveReference(cwd: string, reference: string): Promise<string> {
  if (!/[\\/]/.test(reference)) return reference;
  // There is no such file: it may still be an id or a name with a slash.
  return await realpath(resolve(cwd, reference)).catch(() => reference);
}
