import { memo } from '../memo.js';
import type { TextLines } from '../text.js';
import { type Layout, layoutOf } from './layout.js';

/** Git's default marker size; recursive merges and the attribute `conflict-marker-size` write longer markers. */
const DEFAULT_SIZE = 7;
const MARKER = /^(<{7,}|={7,}|>{7,}|\|{7,})(?: |$)/;

/**
 * Lines that begin with a git conflict marker. A line of equals signs alone is a heading's underline, so it counts only
 * inside an open conflict; longer markers count only when the conflict is closed with the same length; markers inside a
 * code fence are an example.
 */
export const conflictLines = (lines: TextLines, { kinds }: Layout): number[] =>
  markersIn(lines, (line) => kinds[line] !== 'fence');

/**
 * Whether a file contains an unfinished merge, or a complete one in a code fence: that may be an example, but a merge
 * of a fence looks the same.
 */
export const mayContainConflict = memo((lines: TextLines): boolean => {
  if (!lines.text.includes('<<<<<<<') && !lines.text.includes('>>>>>>>')) return false;
  const layout = layoutOf(lines);
  if (conflictLines(lines, layout).length > 0) return true;
  const signs = new Set(
    markersIn(lines, (line) => layout.kinds[line] === 'fence').map((line) => lines.line(line).charAt(0)),
  );
  return ['<', '=', '>'].every((sign) => signs.has(sign));
});

function markersIn(lines: TextLines, counts: (line: number) => boolean): number[] {
  const signs: { readonly line: number; readonly sign: string; readonly length: number }[] = [];
  for (let line = 0; line < lines.count; line++) {
    const run = counts(line) ? MARKER.exec(lines.line(line))?.[1] : undefined;
    if (run !== undefined) signs.push({ line, sign: run.charAt(0), length: run.length });
  }
  const closed = new Set(signs.filter(({ sign }) => sign === '>').map(({ length }) => length));
  const open = new Set<number>();
  const result: number[] = [];
  for (const { line, sign, length } of signs) {
    if (sign === '<' && (length === DEFAULT_SIZE || closed.has(length))) open.add(length);
    else if (sign === '>' && (length === DEFAULT_SIZE || open.has(length))) open.delete(length);
    else if (!open.has(length) || sign === '<' || sign === '>' || (sign === '=' && lines.line(line).length > length))
      continue;
    result.push(line);
  }
  return result;
}
