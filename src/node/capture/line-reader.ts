/** Reads lines of a file of any size, one buffer at a time. */
import { type FileHandle, open } from 'node:fs/promises';

import { MEGABYTE } from '../../core/units.js';
import { textHash } from '../hash.js';

export interface Line {
  readonly text: string;
  /** Byte offset of the line, and of the next one. */
  readonly start: number;
  readonly end: number;
  /** Whether only its beginning is given. */
  readonly cut: boolean;
}

const CHUNK = 256 * 1024;
/** Bytes of a line that is read completely; a longer one is cut. */
const LONGEST = 16 * MEGABYTE;
const BEGINNING = 64 * 1024;
const NEWLINE = 10;

export interface ReadOptions {
  /** Whether the file is no longer written: its last line counts without a line break. */
  readonly closed?: boolean;
}

/**
 * The lines in the buffer from an offset, at least one where there is one, without blank ones. `end`: the offset to continue at, after blank
 * lines as well.
 */
export async function readLines(
  file: string,
  offset: number,
  { closed = false }: ReadOptions = {},
): Promise<{ readonly lines: readonly Line[]; readonly end: number }> {
  const handle = await open(file, 'r');
  try {
    const first = await read(handle, offset, CHUNK);
    const last = first.lastIndexOf(NEWLINE);
    if (last >= 0) return split(first.subarray(0, last + 1), offset);
    if (first.length < CHUNK) return closed && first.length > 0 ? split(first, offset) : { lines: [], end: offset };
    return await longLine(handle, offset, closed);
  } finally {
    await handle.close();
  }
}

function split(bytes: Buffer, offset: number): { lines: Line[]; end: number } {
  const lines: Line[] = [];
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, at);
    const next = found < 0 ? bytes.length : found + 1;
    const text = clean(bytes.subarray(at, found < 0 ? next : found));
    if (text !== '') lines.push({ text, start: offset + at, end: offset + next, cut: false });
    at = next;
  }
  return { lines, end: offset + bytes.length };
}

/** A line that is longer than a chunk. */
async function longLine(handle: FileHandle, offset: number, closed: boolean): Promise<{ lines: Line[]; end: number }> {
  const parts: Buffer[] = [];
  for (let at = offset; ;) {
    const chunk = await read(handle, at, CHUNK);
    const found = chunk.indexOf(NEWLINE);
    const part = found < 0 ? chunk : chunk.subarray(0, found);
    if (at + part.length - offset <= LONGEST) parts.push(part);
    at += part.length;
    if (found < 0 && chunk.length === CHUNK) continue;
    if (found < 0 && !closed) return { lines: [], end: offset };
    const end = found < 0 ? at : at + 1;
    const cut = at - offset > LONGEST;
    const bytes = Buffer.concat(parts);
    const text = clean(cut ? bytes.subarray(0, BEGINNING) : bytes);
    return { lines: text === '' ? [] : [{ text, start: offset, end, cut }], end };
  }
}

/** Trims a line, and the zero bytes that a power failure leaves in place of lost data. */
function clean(bytes: Buffer): string {
  let start = 0;
  while (bytes[start] === 0) start++;
  return bytes.toString('utf8', start).trim();
}

async function read(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Identifies a queue file by the hash of its first line, independent of its name and length; undefined without a complete line. */
export async function fileIdentity(file: string, options?: ReadOptions): Promise<string | undefined> {
  let offset = 0;
  for (;;) {
    const { lines, end } = await readLines(file, offset, options);
    if (lines[0] !== undefined) return textHash(lines[0].text.slice(0, BEGINNING));
    if (end === offset) return undefined;
    offset = end;
  }
}

/** Whether an offset is at the start of a line. */
export async function isLineStart(file: string, offset: number): Promise<boolean> {
  if (offset === 0) return true;
  const handle = await open(file, 'r');
  try {
    const [byte] = await read(handle, offset - 1, 1);
    // The last line of a rotated file may have no line break.
    return byte === NEWLINE || (byte !== undefined && (await read(handle, offset, 1)).length === 0);
  } finally {
    await handle.close();
  }
}
