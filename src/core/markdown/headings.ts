/** Headings of a text and the ends of their sections. */
import type { TextLines } from '../text.js';
import { type Layout, layoutOf } from './layout.js';

export interface Heading {
  readonly line: number;
  /** 1 to 6. */
  readonly level: number;
  /** Without its marks; may be empty. */
  readonly text: string;
  /** Line of the next heading of its level or a higher one; the number of lines when there is none. */
  readonly end: number;
}

/** UTF-16 units of a line that are parsed. */
const LONGEST = 1_000;

/** `#` headings from a line on, outside front matter, comments and code fences. */
export function headingsOf(lines: TextLines, fromLine = 0, layout: Layout = layoutOf(lines)): Heading[] {
  const found: Omit<Heading, 'end'>[] = [];
  for (let line = fromLine; line < lines.count; line++) {
    if (layout.kinds[line] !== 'text') continue;
    const match = /^\uFEFF? {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(lines.line(line).slice(0, LONGEST));
    if (match?.[1] !== undefined)
      found.push({ line, level: match[1].length, text: (match[2] ?? '').replace(/(?:^|[ \t]+)#+[ \t]*$/, '').trim() });
  }
  return withEnds(found, lines.count);
}

/** One pass from the end. */
function withEnds(headings: readonly Omit<Heading, 'end'>[], count: number): Heading[] {
  const next = new Array<number>(7).fill(count);
  const found: Heading[] = [];
  for (const heading of [...headings].reverse()) {
    found.push({ ...heading, end: Math.min(...next.slice(1, heading.level + 1)) });
    next[heading.level] = heading.line;
  }
  return found.reverse();
}

/** The last line before `end` that is not blank, at least `first`. */
export function lastFilled(lines: TextLines, first: number, end: number): number {
  let last = end - 1;
  while (last > first && lines.line(last).trim() === '') last--;
  return Math.max(first, last);
}
