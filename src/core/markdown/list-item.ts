import { memo } from '../memo.js';
import type { TextLines } from '../text.js';
import { layoutOf } from './layout.js';

/** Columns of leading blank space of a line, without a byte order mark; a tab reaches the next multiple of four. */
export function indentOf(text: string): number {
  let width = 0;
  for (const mark of text.replace(/^\uFEFF/, '')) {
    if (mark === '\t') width += 4 - (width % 4);
    else if (/\s/.test(mark)) width++;
    else break;
  }
  return width;
}

/** Whether a line begins a block of its own, so that it does not continue the paragraph above it. */
export const beginsBlock = (text: string): boolean =>
  /^\s*(?:#{1,6}(?:\s|$)|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|`{3}|~{3}|<|>|\|)/.test(text);

const kindsOf = memo((lines: TextLines) => layoutOf(lines).kinds);

/**
 * Last line that belongs to the list item of a line: lines deeper than `indent`, also after blank ones, lines that
 * continue its paragraph, and what a fence or comment in it contains.
 */
export function lastLineOfItem(line: number, lines: TextLines, indent = indentOf(lines.line(line))): number {
  const kinds = kindsOf(lines);
  let last = line;
  for (let at = line + 1; at < lines.count; at++) {
    const text = lines.line(at);
    const inside = at - 1 === last && last > line && kinds[at] !== 'text' && kinds[at] === kinds[at - 1];
    if (text.trim() === '' && !inside) continue;
    const continues = at - 1 === last && !beginsBlock(text);
    if (indentOf(text) <= indent && !continues && !inside) break;
    last = at;
  }
  return last;
}
