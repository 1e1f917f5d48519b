/** The description of an index entry (the text after its link): its range, and where it can be cut. */
import { type Range, range } from '../text.js';
import type { IndexEntry, IndexFile } from './index-file.js';
import { linksOn } from './resolved-entries.js';

/**
 * UTF-16 units of an entry's line. In real indexes two entries in five are longer than 150, one in six is longer than
 * this.
 */
export const LONGEST_ENTRY = 200;

const LISTED = /^\uFEFF?\s*(?:[-*+]|\d{1,9}[.)])\s/;

/** Whether the line is a list item with this entry and no other link: only such lines are rewritten. */
export function isOnlyEntryOnLine(entry: IndexEntry, index: IndexFile): boolean {
  if (entry.mention || !LISTED.test(index.lines.line(entry.line))) return false;
  const { entries, outside } = linksOn(index, entry.line);
  return entries.every((other) => other === entry) && outside.length === 0;
}

/** From the first character of the description to the end of its line; undefined without a description. */
export function descriptionRange({ hook, line, linkRange }: IndexEntry, { lines }: IndexFile): Range | undefined {
  if (hook === '') return undefined;
  const text = lines.line(line);
  const start = text.indexOf(hook, linkRange.end.character);
  return start < 0 ? undefined : range(line, start, line, text.trimEnd().length);
}

/** Lower case without punctuation and markup, for finding a text in another one. */
export const foldPunctuation = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s*_`"'“”‘’()[\].,;:!?…—–-]+/g, ' ')
    .trim();

/**
 * The offset at which a text can be cut so that at most `most` units remain: after a sentence or clause in the second
 * half, else between words, in scripts without blanks between characters; never inside code, emphasis, brackets or
 * parentheses. Undefined when there is none.
 */
export function cutPoint(text: string, most: number): number | undefined {
  let clause: number | undefined;
  let word: number | undefined;
  let open = 0;
  let code = false;
  for (let at = 0; at < Math.min(text.length - 1, most); at++) {
    const mark = text.charAt(at);
    if (mark === '`') code = !code;
    else if ('([{'.includes(mark)) open++;
    else if (')]}'.includes(mark)) open = Math.max(0, open - 1);
    if (code || open > 0) continue;
    if (/[.;!?。；！？，、]/.test(mark) && (mark > '\u3000' || text.charAt(at + 1) === ' ') && at >= most / 2)
      clause = at + 1;
    if (text.charAt(at + 1) === ' ' || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(mark))
      word = at + 1;
  }
  const cut = clause ?? word;
  return cut === undefined || cut < most / 4 || /\*\*|__/.test(unpaired(text.slice(0, cut))) ? undefined : cut;
}

/** Emphasis marks without a closing one. */
const unpaired = (text: string): string => ['**', '__'].filter((mark) => text.split(mark).length % 2 === 0).join('');
