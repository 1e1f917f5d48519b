/**
 * Where links can be: the one answer for entries of an index, links of memories and what the editor offers. Code and comments contain none, be they fenced,
 * indented, in an HTML block or in a span over several lines. Spans within a line are left to the link scanner.
 */
import type { TextLines } from '../text.js';
import { type Layout, layoutOf } from './layout.js';
import { codeSpans } from './link-scanner.js';
import { isInCodeSpan } from './prose.js';

/** Replaces each unit of code or comment, so that columns stay and no link is found across it. */
const MASK = '\uFFFC';
/** Columns that make code of a line, beyond those of the list item around it. */
const CODE_INDENT = 4;

/** HTML blocks that end with their tag alone, however many lines they have. */
const HTML = /^ {0,3}<(pre|script|style|textarea)(?=[\s>]|$)/i;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])([ \t]+)(?=\S)/;
/** Headings, rules and rows of a table are paragraphs by themselves. */
const ALONE = /^\s*(?:#{1,6}(?:\s|$)|\|)/;
const QUOTE = /^(?: {0,3}> ?)+/;

interface Work {
  readonly texts: (string | undefined)[];
  /** Columns at which the text of the open list items starts, innermost last. */
  items: number[];
  /** Lines of the open paragraph. */
  paragraph: number[];
  /** Closing tag of the open HTML block. */
  closing: string | undefined;
}

/** By line: its text with the parts masked that contain no link, unit for unit; undefined where there can be none. Linear. */
export function linkLines(
  lines: TextLines,
  { kinds, residue }: Layout = layoutOf(lines),
): readonly (string | undefined)[] {
  const work: Work = {
    texts: new Array<string | undefined>(lines.count).fill(undefined),
    items: [],
    paragraph: [],
    closing: undefined,
  };
  for (let line = 0; line < lines.count; line++) {
    const from = residue.get(line) ?? 0;
    const text = lines.line(line);
    // The end of a comment is no indent.
    if (kinds[line] === 'text') readLine(work, line, MASK.repeat(from) + text.slice(from));
    else {
      endParagraph(work);
      // A fence or comment left of an item's text ends its list: what is indented below is code.
      if (kinds[line - 1] === 'text') work.items = work.items.filter((column) => column <= columnsOf(text));
    }
  }
  endParagraph(work);
  return work.texts;
}

function readLine(work: Work, line: number, text: string): void {
  const { closing, paragraph } = work;
  if (closing !== undefined) {
    if (text.toLowerCase().includes(closing)) work.closing = undefined;
    return;
  }
  const content = text.replace(QUOTE, '');
  if (content.trim() === '') {
    work.texts[line] = text;
    return endParagraph(work);
  }
  const indent = columnsOf(content);
  const item = ITEM.exec(content);
  if (paragraph.length === 0) {
    work.items = work.items.filter((column) => column <= indent);
    // Agents indent whole lists, and read each item of them as an entry.
    if (item === null && indent >= (work.items.at(-1) ?? 0) + CODE_INDENT) return;
  }
  const html = HTML.exec(content);
  if (html?.[1] !== undefined) {
    endParagraph(work);
    const tag = `</${html[1].toLowerCase()}`;
    if (!content.toLowerCase().includes(tag)) work.closing = tag;
    return;
  }
  const isAlone = ALONE.test(content);
  if (item !== null || isAlone) endParagraph(work);
  if (item !== null && addItem(work, indent, item) === 'code') return;
  work.texts[line] = text;
  paragraph.push(line);
  if (isAlone) endParagraph(work);
}

/** Opens a list item. Blanks that are too many after its mark make code of what follows. */
function addItem(work: Work, indent: number, [, , mark = '', blanks = '']: RegExpExecArray): 'code' | undefined {
  const isCode = columnsOf(blanks) > CODE_INDENT;
  const column = indent + mark.length + (isCode ? 1 : blanks.length);
  work.items = [...work.items.filter((open) => open <= indent), column];
  return isCode ? 'code' : undefined;
}

/** Columns of the white space that a line begins with; a tab goes to the next fourth column. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const sign of text) {
    if (sign === '\t') columns += 4 - (columns % 4);
    else if (sign === ' ') columns += 1;
    else break;
  }
  return columns;
}

/** Masks what spans several lines of the paragraph. */
function endParagraph({ texts, paragraph }: Work): void {
  const numbers = paragraph.splice(0);
  if (numbers.length < 2) return;
  const text = numbers.map((line) => texts[line] ?? '').join('\n');
  if (text.includes('`') || text.includes('<!--'))
    maskSpans(text)
      .split('\n')
      .forEach((part, at) => (texts[numbers[at] as number] = part));
}

function maskSpans(text: string): string {
  const spans = codeSpans(text);
  let result = '';
  let kept = 0;
  let unclosed = false;
  for (let at = 0; at < text.length;) {
    const end = spanEnd(text, at, spans, unclosed);
    unclosed ||= end === undefined && text.startsWith('<!--', at);
    if (end === undefined) at += text[at] === '\\' ? 2 : text[at] === '`' ? ticksAt(text, at) : 1;
    else {
      const span = text.slice(at, end);
      if (span.includes('\n')) {
        result += text.slice(kept, at) + span.replace(/[^\n]/g, MASK);
        kept = end;
      }
      at = end;
    }
  }
  return result + text.slice(kept);
}

/** End of the code span or comment that begins at an offset. */
function spanEnd(text: string, at: number, spans: ReturnType<typeof codeSpans>, unclosed: boolean): number | undefined {
  if (text[at] === '`') return spans.get(at)?.end;
  if (unclosed || !text.startsWith('<!--', at)) return undefined;
  const close = text.indexOf('-->', at + 2);
  return close < 0 ? undefined : close + 3;
}

function ticksAt(text: string, at: number): number {
  let end = at;
  while (text[end] === '`') end++;
  return end - at;
}

/** Whether a place of a line's text from {@link linkLines} lies inside of code or a comment, with some of it on both sides. */
export const isMasked = (text: string | undefined, character: number): boolean =>
  text === undefined ||
  (text.charAt(character - 1) === MASK && text.charAt(character) === MASK) ||
  (isInCodeSpan(text, character - 1) && isInCodeSpan(text, character));
