import type { TextLines } from '../text.js';

/** Units of blank space before a line's text; a byte order mark is none. */
export const indentOf = (text: string): number => /^\uFEFF?(\s*)/.exec(text)?.[1]?.length ?? 0;

/** Last line of a list item: text spills over to lines that are indented further, up to a blank one or one that `ends` the item. */
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
