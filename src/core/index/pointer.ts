/** What an entry says beyond pointing to its memory: only a mere pointer may be removed with its line. */
import { beginsBlock, indentOf, lastLineOfItem } from '../markdown/list-item.js';
import { memo } from '../memo.js';
import type { ParsedFile } from '../parsed-file.js';
import type { TextLines } from '../text.js';
import { foldPunctuation } from './entry-description.js';
import { type IndexEntry, type IndexFile, LINE_CAP } from './index-file.js';
import { linksOn } from './resolved-entries.js';

/** The lines of a pointer; `last` includes lines on which its description continues. */
export interface PointerLines {
  readonly first: number;
  readonly last: number;
}

/** Bullet, number or bar before a pointer's link, with task box and emphasis. */
const LEAD = /^\uFEFF?\s*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?|\|\s*)[*_~]{0,3}$/;
/** The rest of its line: closing emphasis, the type in parentheses, a separator and the description. */
const REST = /^[*_~]{0,3}(?:\s*\([\w-]{1,40}\))?\s*(?:(?:—|–|--|-|:|\|)\s*(.*))?$/s;
const ITEM = /^\uFEFF?\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const ROW = /^\uFEFF?\s*\|/;
const UNDERLINE = /^\s*(?:-+|=+)\s*$/;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|cf|ca|approx)\./gi;

/**
 * The lines of an entry that only points to its memory: a list item or table row of one link with a description, which
 * is one sentence or occurs in the memory, and nothing below it. Undefined for an entry that says more, whose text must
 * stay.
 *
 * @param memory The memory that the entry leads to.
 */
export function pointerLines(entry: IndexEntry, index: IndexFile, memory?: ParsedFile): PointerLines | undefined {
  const { line, linkRange, mention } = entry;
  const text = index.lines.line(line);
  const { entries, outside } = linksOn(index, line);
  const rest = REST.exec(text.slice(linkRange.end.character));
  if (mention || entries.length !== 1 || outside.length > 0 || text.length > LINE_CAP) return undefined;
  if (rest === null || !LEAD.test(text.slice(0, linkRange.start.character)) || holdsList(line, index)) return undefined;
  const last = ROW.test(text) ? line : lastLineOfItem(line, index.lines);
  // The bar that closes a row is no part of what it says.
  const begun = ROW.test(text) ? (rest[1] ?? '').replace(/\s*\|\s*$/, '') : (rest[1] ?? '');
  if (last > line && (begun === '' || !isOneParagraph(line, last, index))) return undefined;
  const description = [begun, ...linesBetween(index.lines, line + 1, last)].join('\n');
  if (description.includes('<!--')) return undefined;
  if (joinsLineEnds(index.lines, line, last)) return undefined;
  return isOneSentence(description) || (memory !== undefined && containsText(description, memory))
    ? { first: line, last }
    : undefined;
}

const linesBetween = (lines: TextLines, first: number, last: number): string[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => lines.line(first + at));

/** Whether CR and LF around the lines would become one line end. */
const joinsLineEnds = (lines: TextLines, first: number, last: number): boolean =>
  lines.text.charAt(lines.offset({ line: first, character: 0 }) - 1) === '\r' &&
  last + 1 < lines.count &&
  lines.text.charAt(lines.offset({ line: last + 1, character: 0 })) === '\n';

/** One sentence, which may go on below in small letters, and for a table row one cell. */
function isOneSentence(description: string): boolean {
  const cells = description.split('|').filter((cell) => cell.trim() !== '');
  const text = description.replace(ABBREVIATION, '');
  return cells.length <= 1 && !/[.!?]["'”’)\]*_`]*\s+\S|[。！？]\s*[^\s。！？]|\n\s*[^\s\p{Ll}]/u.test(text);
}

/** Whether lines after the removed one would lose their list or table, or become the underline of a heading. */
function holdsList(line: number, { lines }: IndexFile): boolean {
  const [above, text, below] = [line > 0 ? lines.line(line - 1) : '', lines.line(line), lines.line(line + 1)];
  if (ROW.test(text)) return /^[\s|:-]*-[\s|:-]*$/.test(below);
  if (UNDERLINE.test(below)) return true;
  // Only a list that begins with 1 may follow a paragraph without a blank line.
  return /^\uFEFF?\s*\d/.test(text) && ITEM.test(below) && above.trim() !== '' && !beginsBlock(above);
}

/** Whether the lines below an item's first one continue its sentence: deeper lines without a list, link or block. */
function isOneParagraph(line: number, last: number, index: IndexFile): boolean {
  const indent = indentOf(index.lines.line(line));
  return linesBetween(index.lines, line + 1, last).every((text, at) => {
    const { entries, outside } = linksOn(index, line + 1 + at);
    return indentOf(text) > indent && text.trim() !== '' && !beginsBlock(text) && entries.length + outside.length === 0;
  });
}

/** UTF-16 units of a memory in which a description is searched for. */
const SEARCHED = 100_000;

/** The words of a memory between blanks, cached. */
const memoryWords = memo(
  ({ memory }: ParsedFile): string => ` ${foldPunctuation(`${memory.description} ${memory.body.slice(0, SEARCHED)}`)} `,
);

/** Whether the memory's description or body contains every clause of a text. */
export function containsText(text: string, file: ParsedFile): boolean {
  const said = memoryWords(file);
  return text
    .split(/[.;!?。；！？]\s*(?=\s|$)| [—–] /)
    .map(foldPunctuation)
    .every((clause) => clause === '' || said.includes(` ${clause} `));
}
