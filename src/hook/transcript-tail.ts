/** The end of a session's transcript: what is in the agent's context, and which session a fork is a copy of. */
import { closeSync, fstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

import { expandHome } from '../core/home.js';
import { mayShowMemories, type TranscriptMemories, transcriptMemories } from '../core/inject/transcript-memories.js';
import { isObject } from '../core/json.js';
import { MEGABYTE } from '../core/units.js';

/** Bytes that are read, from the end: what was there before was looked at with earlier prompts. */
const MOST_BYTES = 4 * MEGABYTE;
/** Bytes in which the last answer of a transcript is looked for. */
const ANSWER_BYTES = MEGABYTE;
/** Transcripts that are compared with a fork, the last written first. */
const MOST_COMPARED = 12;
/** Seconds by which the age of an answer may differ: the client rounds it. */
const LEEWAY_S = 5;

/** Undefined where there is no such transcript, as with the first prompt of a session. */
export function memoriesInContext(transcript: string, cwd: string): TranscriptMemories | undefined {
  const lines = tailLines(transcript, MOST_BYTES);
  if (lines === undefined) return undefined;
  const { files, ids } = transcriptMemories(parsed(lines.filter(mayShowMemories)));
  return {
    files: [...new Set(files.flatMap((file) => pathsOf(resolve(cwd, expandHome(file, homedir())))))],
    ids,
  };
}

/**
 * Transcript of the session that a fork is a copy of: that whose last answer is as old, and was as long, as the client says of the fork. Undefined
 * where the client says neither, or none fits.
 */
export function parentTranscript(
  transcript: string,
  payload: Readonly<Record<string, unknown>>,
  nowMs: number,
): string | undefined {
  const { seconds_since_last_response: seconds, context_tokens: tokens } = payload;
  if (typeof seconds !== 'number' || typeof tokens !== 'number' || transcript === '') return undefined;
  return lastWritten(dirname(transcript))
    .filter((file) => file !== transcript)
    .find((file) => {
      const answer = lastAnswer(file);
      return answer?.tokens === tokens && Math.abs((nowMs - answer.atMs) / 1_000 - seconds) <= LEEWAY_S;
    });
}

/** Id of the session that a transcript is of. */
export const sessionOf = (transcript: string): string => basename(transcript, '.jsonl');

/** The path as it is and with its links resolved: stores are known by their real paths. */
function pathsOf(file: string): readonly string[] {
  try {
    return [file, realpathSync(file)];
  } catch {
    // Deleted since: no memory then.
    return [];
  }
}

function lastWritten(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => ({ file: join(folder, name), ms: statSync(join(folder, name)).mtimeMs }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, MOST_COMPARED)
      .map(({ file }) => file);
  } catch {
    // Without the folder the fork is a session like any other.
    return [];
  }
}

interface Answer {
  readonly atMs: number;
  /** Size of the context after it. */
  readonly tokens: number;
}

function lastAnswer(file: string): Answer | undefined {
  const lines = tailLines(file, ANSWER_BYTES) ?? [];
  for (const value of parsed(lines.filter((line) => line.includes('"usage"')).toReversed())) {
    if (!isObject(value) || value['type'] !== 'assistant' || value['isSidechain'] === true) continue;
    const usage = isObject(value['message']) ? value['message']['usage'] : undefined;
    if (!isObject(usage) || typeof value['timestamp'] !== 'string') continue;
    const tokens = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens', 'output_tokens'].reduce(
      (sum, key) => sum + (Number(usage[key]) || 0),
      0,
    );
    return { atMs: Date.parse(value['timestamp']), tokens };
  }
  return undefined;
}

function* parsed(lines: readonly string[]): Generator<unknown> {
  for (const line of lines) {
    try {
      yield JSON.parse(line);
    } catch {
      // The first line of a tail may be half a line, and so may the last one while the client writes.
    }
  }
}

/** Undefined for what is no transcript that can be read. */
function tailLines(file: string, most: number): readonly string[] | undefined {
  if (!file.endsWith('.jsonl')) return undefined;
  try {
    if (!statSync(file).isFile()) return undefined;
    const handle = openSync(file, 'r');
    try {
      const { size } = fstatSync(handle);
      const buffer = Buffer.alloc(Math.min(size, most));
      const bytes = readSync(handle, buffer, 0, buffer.length, size - buffer.length);
      return buffer.toString('utf8', 0, bytes).split('\n');
    } finally {
      closeSync(handle);
    }
  } catch {
    // Missing, or not readable.
    return undefined;
  }
}
