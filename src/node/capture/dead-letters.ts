/** Dead letters: entries that failed for good, one per line, until a retry is requested. */
import { isObject } from '../../core/json.js';
import { inEnglish } from '../../core/retell.js';
import { isGone } from '../paths.js';
import { appendLine } from './append-line.js';
import { readLines } from './line-reader.js';
import { statRegular } from './queue-files.js';

export interface DeadLetter {
  readonly version: 1;
  /** ISO 8601. */
  readonly at: string;
  /** For people, in English in the file. */
  readonly reason: string;
  readonly tries: number;
  /** Identifies the entry, so that it is added once. */
  readonly entry: string;
  /** The original line of the queue; of an oversized line only the beginning. */
  readonly line: string;
}

/**
 * Adds an entry once. A killed worker may have added it before; after a retry it may also be in the queue twice, under two ids with the same
 * text.
 */
export async function addDeadLetter(file: string, letter: DeadLetter): Promise<void> {
  for await (const { entry, line } of deadLetters(file)) if (entry === letter.entry || line === letter.line) return;
  appendLine(file, JSON.stringify({ ...letter, reason: inEnglish(letter.reason) }), true);
}

export async function* deadLetters(file: string): AsyncGenerator<DeadLetter> {
  if ((await statRegular(file)) === undefined) return;
  for (let offset = 0; ;) {
    const { lines, end } = await readLines(file, offset).catch((error: unknown) => {
      // Moved back into the queue by a retry.
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

/** The value as a dead letter; retried ones are entries of the queue as well. */
export const asDeadLetter = (value: unknown): DeadLetter | undefined =>
  isObject(value) &&
  typeof value['line'] === 'string' &&
  typeof value['reason'] === 'string' &&
  typeof value['entry'] === 'string'
    ? (value as unknown as DeadLetter)
    : undefined;

/** Undefined for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A partial line of a killed process, or of another program.
    return undefined;
  }
}
