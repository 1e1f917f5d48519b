/** Headings of a text and how far their sections reach. */
import { layoutOf, type Layout } from '../../core/index/layout.js';
import type { TextLines } from '../../core/text.js';

export interface Heading {
  readonly line: number;
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** Last line of its section that is not blank. */
  readonly endLine: number;
}

/** `#` headings from a line on, outside front matter, comments and code fences. */
export function headingsOf(lines: TextLines, fromLine = 0, layout: Layout = layoutOf(lines)): Heading[] {
  const found: { line: number; level: number; text: string }[] = [];
  for (let line = fromLine; line < lines.count; line++) {
    if (layout.kinds[line] !== 'text') continue;
    const match = /^\uFEFF? {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(lines.line(line).slice(0, 1_000));
    if (match?.[1] !== undefined) found.push({ line, level: match[1].length, text: (match[2] ?? '').replace(/[ \t]+#+[ \t]*$/, '').trim() });
  }
  return found.map((heading, at) => ({ ...heading, endLine: lastFilled(lines, heading.line, endOf(found, at) ?? lines.count) }));
}

/** Line of the next heading of the same level or a higher one. */
function endOf(headings: readonly { readonly line: number; readonly level: number }[], at: number): number | undefined {
  const level = headings[at]?.level ?? 0;
  for (let next = at + 1; next < headings.length; next++) {
    const heading = headings[next];
    if (heading !== undefined && heading.level <= level) return heading.line;
  }
  return undefined;
}

/** The last line before `end` that is not blank, at least `first`. */
export function lastFilled(lines: TextLines, first: number, end: number): number {
  let last = end - 1;
  while (last > first && lines.line(last).trim() === '') last--;
  return Math.max(first, last);
}
