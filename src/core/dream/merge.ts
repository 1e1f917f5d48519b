/** A memory that takes over what another one says. */
import type { ParsedFile } from '../lint/rule.js';
import { lineEnd } from '../text.js';
import { Said, unitsOf } from './said.js';

/** The text of `into` with the lines below it that only `from` has, behind a note; as it is when there are none. Every other byte stays. */
export function withAdded(into: ParsedFile, from: ParsedFile, note?: string): string {
  const there = new Said([into.memory.body]);
  const missing = [
    ...new Set(
      unitsOf(from.memory.body)
        .filter((unit) => !there.holds(unit))
        .map(({ line }) => line.trimEnd()),
    ),
  ];
  return missing.length === 0
    ? into.source.text
    : withLines(into.source.text, note === undefined ? missing : [note, '', ...missing]);
}

/** A text with lines below it, one blank line apart. */
export function withLines(
  text: string,
  lines: readonly string[],
  options: { readonly apart: boolean } = { apart: true },
): string {
  const end = lineEnd(text);
  const closed = /\n$/.test(text) || text === '' ? text : text + end;
  const gap = !options.apart || closed === '' || closed.endsWith(`${end}${end}`) ? '' : end;
  return closed + gap + lines.map((line) => line + end).join('');
}
