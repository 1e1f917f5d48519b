/** Entries that failed for good, one a line, until somebody has them tried again. */
import { isObject } from '../../core/json.js';
import { isGone } from '../paths.js';
import { appendLine } from './append-line.js';
import { readLines } from './line-reader.js';
import { statRegular } from './queue-files.js';

export interface DeadLetter {
  readonly version: 1;
  /** ISO 8601. */
  readonly at: string;
  /** For people. */
  readonly reason: string;
  readonly tries: number;
  /** Names the entry, so that it is put here once. */
  readonly entry: string;
  /** The line of the queue as it was; of a line that no memory can hold only the beginning. */
  readonly line: string;
}

/**
 * A worker that was killed may have put it here already; and when it was tried again before that worker's place was saved, it is in the queue twice,
 * under two names, with the same words.
 */
export async function addDeadLetter(file: string, letter: DeadLetter): Promise<void> {
  for await (const { entry, line } of deadLetters(file)) if (entry === letter.entry || line === letter.line) return;
  appendLine(file, JSON.stringify(letter), true);
}

export async function* deadLetters(file: string): AsyncGenerator<DeadLetter> {
  if ((await statRegular(file)) === undefined) return;
  for (let offset = 0; ;) {
    const { lines, end } = await readLines(file, offset).catch((error: unknown) => {
      // Somebody has them tried again.
      if (isGone(error)) return { lines: [], end: offset };
      throw error;
    });
    for (const { text } of lines) {
      const letter = asDeadLetter(parseJson(text));
      if (letter !== undefined) yield letter;
    }
    if (end === offset) return;
    offset = end;
  }
}

/** The dead letter that a value is: also in the queue, where those wait that are tried again. */
export const asDeadLetter = (value: unknown): DeadLetter | undefined =>
  isObject(value) &&
  typeof value['line'] === 'string' &&
  typeof value['reason'] === 'string' &&
  typeof value['entry'] === 'string'
    ? (value as unknown as DeadLetter)
    : undefined;

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Half a line of a process that was killed, or somebody else's.
    return undefined;
  }
}
