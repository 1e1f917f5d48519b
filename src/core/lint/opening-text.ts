import { type Range, range } from '../text.js';
import { firstLine } from '../text-edits.js';
import type { ParsedFile } from './rule.js';

/** The first line of a memory's text, without blank space around it. */
export function openingText({ lines, memory }: ParsedFile): Range {
  for (let line = memory.bodyLine; line < lines.count; line++) {
    const text = lines.line(line);
    const start = text.length - text.trimStart().length;
    if (start < text.length) return range(line, start, line, text.trimEnd().length);
  }
  return firstLine(lines);
}
