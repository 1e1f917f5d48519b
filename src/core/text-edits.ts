import { lineEnd, type Position, type Range, range, type TextEdit, type TextLines } from './text.js';

/** A whole line without its line end. */
export const wholeLine = (lines: TextLines, line: number): Range => range(line, 0, line, lines.line(line).length);

/** The first line of a file without a byte order mark: the range of problems of the whole file. */
export function firstLine(lines: TextLines): Range {
  const text = lines.line(0);
  return range(0, text.startsWith('\uFEFF') ? 1 : 0, 0, text.length);
}

export const replace = (at: Range, newText: string): TextEdit => ({ range: at, newText });

export const insert = (at: Position, newText: string): TextEdit => ({ range: { start: at, end: at }, newText });

/** Removes lines with one line end: their own, or the one before when the file ends without one. */
export function removeLines(lines: TextLines, first: number, last: number): TextEdit {
  if (last + 1 < lines.count) {
    const keep = first === 0 && lines.text.startsWith('\uFEFF') ? 1 : 0;
    return replace(range(first, keep, last + 1, 0), '');
  }
  const end = lines.line(last).length;
  return first === 0
    ? replace(range(0, 0, last, end), '')
    : replace(range(first - 1, lines.line(first - 1).length, last, end), '');
}

/** Inserts a line after a line, with the file's line end; a file without a final line end stays without one. */
export function insertLineAfter(lines: TextLines, line: number, text: string): TextEdit {
  const end = lineEnd(lines.text);
  if (line + 1 < lines.count) return insert({ line: line + 1, character: 0 }, text + end);
  return insert({ line, character: lines.line(line).length }, end + text);
}
