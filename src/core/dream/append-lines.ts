/** Adds lines of one memory to another. */
import type { ParsedFile } from '../parsed-file.js';
import { lineEnd } from '../text.js';
import { StatementIndex, unitsOf } from './statement-coverage.js';

/**
 * The text of `into` with the lines that only `from` has appended, below an optional note; unchanged when there are
 * none. Every other byte stays.
 */
export function withMissingLines(into: ParsedFile, from: ParsedFile, note?: string): string {
  const there = new StatementIndex([into.memory.body]);
  const missing = [
    ...new Set(
      unitsOf(from.memory.body)
        .filter((unit) => !there.covers(unit))
        .map(({ line }) => line.trimEnd()),
    ),
  ];
  return missing.length === 0
    ? into.source.text
    : appendLines(into.source.text, note === undefined ? missing : [note, '', ...missing]);
}

/** Appends lines to a text, separated by one blank line. */
export function appendLines(
  text: string,
  lines: readonly string[],
  options: { readonly apart: boolean } = { apart: true },
): string {
  const end = lineEnd(text);
  const closed = /\n$/.test(text) || text === '' ? text : text + end;
  const gap = !options.apart || closed === '' || closed.endsWith(`${end}${end}`) ? '' : end;
  return closed + gap + lines.map((line) => line + end).join('');
}
