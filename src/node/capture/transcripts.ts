/** Transcripts on disk: read as a stream, with a saved offset of what was processed. */
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod';

import { MemdirError, messageOf, throwIfAborted } from '../../core/errors.js';
import { messageIds, messageMark } from '../../core/extract/transcript.js';
import { isObject } from '../../core/json.js';
import { t } from '../../core/l10n.js';
import type { Log } from '../../core/ports/log.js';
import type { TranscriptChunk, Transcripts } from '../../core/ports/transcripts.js';
import { MEGABYTE } from '../../core/units.js';
import { writeAtomic } from '../files/atomic-write.js';
import { type HeldLock, runLocked } from '../files/held-locks.js';
import { tryLock } from '../files/lock.js';
import { textHash } from '../hash.js';
import { isGone } from '../paths.js';
import { isLineStart } from './line-reader.js';

/** Bytes of a line that is parsed: longer ones contain images or files. */
const LONGEST_LINE = 4 * MEGABYTE;
/** Milliseconds after which the lock of a process that died is taken over. */
const STALE_MS = 10_000;
const LINE_END = 0x0a;

/** @param dataDir absolute; offsets are saved in `capture/transcripts` below it */
export function createTranscripts({ dataDir, log }: { readonly dataDir: string; readonly log: Log }): Transcripts {
  const folder = join(dataDir, 'capture', 'transcripts');
  const noteOf = (file: string): string => join(folder, `${textHash(file)}.json`);
  return {
    lines: (file, offset, signal) => linesOf(file, offset, signal),
    offset: async (file) => await savedOffset(noteOf(file), file, log),
    continuations: async (file) => await kinOf(folder, file),
    saveOffset: async (file, offset) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const first = await firstMessage(file);
        await writeAtomic(
          noteOf(file),
          JSON.stringify({ version: 1, file, offset, ...(first.length === 0 ? {} : { first }) }),
          { mode: 0o600 },
        );
      } catch (error) {
        throw new MemdirError(
          'unavailable',
          t('The progress in a session couldn’t be saved: {reason}', { reason: messageOf(error) }),
          { cause: error },
        );
      }
    },
    withLock: async (file, work) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const held = await lock(noteOf(file));
      return held === undefined ? undefined : await runLocked(held, work);
    },
  };
}

async function lock(note: string): Promise<HeldLock | undefined> {
  try {
    return await tryLock(`${note}.lock`, { staleMs: STALE_MS });
  } catch (error) {
    throw new MemdirError(
      'unavailable',
      t('The data folder can’t be written: {reason}', { reason: messageOf(error) }),
      { cause: error },
    );
  }
}

const stored = z.object({
  version: z.literal(1),
  file: z.string(),
  offset: z.int().nonnegative(),
  /** Names of the first message; in notes of former versions its id. */
  first: z.optional(z.union([z.array(z.string()), z.string().transform((id) => [id])])),
});
type Note = z.infer<typeof stored>;

async function savedOffset(path: string, file: string, log: Log): Promise<number> {
  const note = await readNote(path, log);
  if (note === undefined) return 0;
  // The path now belongs to another session, or the file was rewritten.
  const first = note.first === undefined ? [] : await firstMessage(file);
  return (first.length > 0 && !isSame(first, note.first)) || !(await isLineStart(file, note.offset)) ? 0 : note.offset;
}

async function readNote(path: string, log?: Log): Promise<Note | undefined> {
  try {
    const read = stored.safeParse(JSON.parse(await readFile(path, 'utf8')));
    if (read.success) return read.data;
    log?.warn('A note of how far a session was looked at cannot be read: it is looked at from its beginning.');
  } catch (error) {
    if (!isGone(error))
      log?.warn(
        `A note of how far a session was looked at cannot be read, so it is looked at from its beginning: ${messageOf(error)}`,
      );
  }
  return undefined;
}

/** Lines that are searched for the first message. */
const MOST_BEFORE = 200;

/** Identifies the session independent of its file name: copies share one of these ids. */
async function firstMessage(file: string): Promise<readonly string[]> {
  let lines = 0;
  for await (const { value } of linesOf(file, 0, undefined)) {
    const names =
      isObject(value) && (value['type'] === 'user' || value['type'] === 'assistant') ? messageIds(value) : [];
    if (names.length === 0 && ++lines <= MOST_BEFORE) continue;
    const mark = messageMark(value);
    return names.length === 0 || mark === undefined ? names : [...names, textHash(mark)];
  }
  return [];
}

const isSame = (names: readonly string[], others: readonly string[] = []): boolean =>
  names.some((name) => others.includes(name));

/** Finds them by their saved offsets; those of missing transcripts are removed. */
async function kinOf(folder: string, file: string): Promise<{ file: string; offset: number }[]> {
  const first = await firstMessage(file);
  const kin: { file: string; offset: number }[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const note = name.endsWith('.json') ? await readNote(path) : undefined;
    if (note === undefined || note.file === file) continue;
    if (!existsSync(note.file)) await rm(path, { force: true });
    else if (isSame(first, note.first)) kin.push({ file: note.file, offset: note.offset });
  }
  return kin;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw new MemdirError('unavailable', t('The data folder can’t be read: {reason}', { reason: messageOf(error) }), {
      cause: error,
    });
  }
}

async function* linesOf(
  file: string,
  offset: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<TranscriptChunk> {
  const size = await sizeOf(file);
  const start = offset > size ? 0 : offset;
  let end = start;
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(file, { start, highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    throwIfAborted(signal);
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, from)) {
      length += at - from;
      if (length <= LONGEST_LINE) parts.push(chunk.subarray(from, at));
      end += length + 1;
      yield { value: length <= LONGEST_LINE ? parsed(Buffer.concat(parts)) : undefined, end };
      parts = [];
      length = 0;
      from = at + 1;
    }
    length += chunk.length - from;
    // An incomplete last line is left for the next run.
    if (length <= LONGEST_LINE) parts.push(Buffer.from(chunk.subarray(from)));
    else parts = [];
  }
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    // Not a line of a transcript.
    return undefined;
  }
}

/** Rejects other files than JSON Lines, because the path comes from outside. */
async function sizeOf(file: string): Promise<number> {
  if (!file.endsWith('.jsonl'))
    throw new MemdirError('bad-input', t('{file} isn’t a transcript: its name doesn’t end in .jsonl.', { file }));
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new MemdirError('bad-input', t('{file} isn’t a file.', { file }));
    return found.size;
  } catch (error) {
    if (error instanceof MemdirError) throw error;
    throw new MemdirError('not-found', t('The transcript can’t be read: {reason}', { reason: messageOf(error) }), {
      cause: error,
    });
  }
}
