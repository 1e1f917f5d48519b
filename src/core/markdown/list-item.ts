import type { TextLines } from '../text.js';

/** Leading blank space of a line in units, without a byte order mark. */
export const indentOf = (text: string): number => /^\uFEFF?(\s*)/.exec(text)?.[1]?.length ?? 0;

/**
 * Last line of a list item: it continues on lines with a deeper indent, up to a blank one or one that `ends` the item.
 */
export function lastLineOfItem(line: number, lines: TextLines, ends: (text: string, line: number) => boolean): number {
  const indent = indentOf(lines.line(line));
  let last = line;
  while (last + 1 < lines.count) {
    const next = lines.line(last + 1);
    if (next.trim() === '' || indentOf(next) < indent + 2 || ends(next, last + 1)) break;
    last++;
  }
  return last;
}
