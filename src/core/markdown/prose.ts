import type { Range, TextLines } from '../text.js';
import { range } from '../text.js';
import { layoutOf } from './layout.js';
import { codeSpans } from './link-scanner.js';

/** UTF-16 units of a line that wording rules read; bounds the work on lines of data. */
export const PROSE_CAP = 10_000;

/** Replaces each unit that is no prose, so that columns stay and no word is found across it. */
const MASK = '\uFFFC';

export interface ProseLine {
  /** Line of the file, from 0. */
  readonly line: number;
  /** The line with code, link targets, addresses and quotations masked, unit for unit. */
  readonly text: string;
}

/** Prose lines from a line on, without code blocks, comments and block quotes; optionally only some of them. */
export function* proseLines(
  lines: TextLines,
  fromLine: number,
  wanted: (text: string) => boolean,
): Generator<ProseLine> {
  const { kinds } = layoutOf(lines);
  for (let line = fromLine; line < lines.count; line++) {
    if (kinds[line] !== 'text') continue;
    const text = lines.line(line).slice(0, PROSE_CAP);
    if (wanted(text) && !/^\s{0,3}>/.test(text)) yield { line, text: maskedLine(text) };
  }
}

const MASKED: readonly RegExp[] = [
  /\bhttps?:\/\/[^\s)>\]]+/g,
  /\]\([^()]{0,1000}\)/g,
  /\[\[[^[\]]{0,300}\]\]/g,
  /"[^"]{1,200}"|\u201C[^\u201C\u201D]{1,200}\u201D|\u201E[^\u201E\u201C\u201D]{1,200}[\u201C\u201D]|\u00AB[^\u00AB\u00BB]{1,200}\u00BB/g,
];

/** A line with everything but prose masked; the length stays. */
export function maskedLine(text: string): string {
  let masked = text.includes('`') ? withoutCode(text) : text;
  for (const pattern of MASKED) masked = masked.replace(pattern, (found) => MASK.repeat(found.length));
  return masked;
}

function withoutCode(text: string): string {
  const spans = codeSpans(text);
  let result = '';
  let from = 0;
  for (const { index: at, 0: run } of text.matchAll(/`+/g)) {
    if (at < from) continue;
    const end = spans.get(at)?.end ?? at + run.length;
    result += text.slice(from, at) + MASK.repeat(end - at);
    from = end;
  }
  return result + text.slice(from);
}

/** Whether a column of a line lies in a code span. Lines are read up to {@link PROSE_CAP}. */
export const isInCodeSpan = (text: string, character: number): boolean =>
  character < PROSE_CAP && text.includes('`') && withoutCode(text.slice(0, PROSE_CAP)).charAt(character) === MASK;

/** A range within one line. */
export const onLine = (line: number, start: number, length: number): Range => range(line, start, line, start + length);
