/** Text for a command: given as an argument, or `-` for standard input. */
import { MemdirError } from '../core/errors.js';
import { MEGABYTE } from '../core/units.js';
import type { Terminal } from './terminal.js';

/** Bytes of standard input that are read; more is no memory. */
const MOST_BYTES = 64 * MEGABYTE;

export async function textOf(argument: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<string> {
  if (argument !== '-') return argument;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stdin) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : (part as Buffer);
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new MemdirError('bad-input', 'Standard input holds more than 64 MB. That is no memory.');
    parts.push(chunk);
  }
  return decoded(Buffer.concat(parts), 'Standard input');
}

/** Text of bytes. Rejects with `bad-input` for what is not UTF-8: written down, it would be another text. */
export function decoded(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new MemdirError('bad-input', `${what} is not valid UTF-8. Convert it and repeat.`, { cause: error });
  }
}
