/** Places of the project that a memory names: paths in back-ticks, plain paths and links, each with the line it points at. */
import { layoutOf } from '../markdown/layout.js';
import type { Range, TextLines } from '../text.js';
import { impliesAbsence, statesAbsence } from './citation-context.js';
import { type CitedPath, readPath } from './cited-path.js';

/** UTF-16 units of a line that are looked at. */
const LONGEST_LINE = 10_000;
/** Paths of one memory that are looked at. */
const MOST_CITATIONS = 200;

export interface Citation extends CitedPath {
  readonly form: 'code' | 'plain' | 'link';
  /** Range of the path as written, without its line number. */
  readonly range: Range;
  /** As written, without its line number. */
  readonly cited: string;
  /** Range of path and line number. */
  readonly whole: Range;
  /** The line begins with a name in back-ticks, which may be what the path belongs to: another repository, a package. */
  readonly owned: boolean;
}

/**
 * Paths that the text from a line on states as fact, in order. Left out: what a line says is gone, planned or only an example, code
 * blocks, comments, URLs, globs, placeholders, home paths, build output. Linear in the length of the text; nothing is looked up.
 */
export function citationsOf(lines: TextLines, fromLine = 0): Citation[] {
  const found: Citation[] = [];
  if (!/[/\\.]/.test(lines.text)) return found;
  const { kinds } = layoutOf(lines);
  let [quietSection, quietList] = [false, false];
  for (let line = fromLine; line < lines.count && found.length < MOST_CITATIONS; line++) {
    const text = lines.line(line).slice(0, LONGEST_LINE);
    if (kinds[line] !== 'text') continue;
    if (/^ {0,3}#{1,6}\s/.test(text)) {
      quietSection = statesAbsence(text);
      quietList = false;
      continue;
    }
    const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(text);
    // What introduces a list speaks for its items.
    if (!item && text.trim() !== '') quietList = /:[*_\s]*$/.test(text) && impliesAbsence(text, text.length);
    if (!quietSection && !(item && quietList) && mayCite(text))
      found.push(...lineCitations(text, line).filter(({ range }) => !impliesAbsence(text, range.start.character)));
  }
  return found.slice(0, MOST_CITATIONS);
}

/** One look at what most lines lack. */
const mayCite = (text: string): boolean =>
  (text.includes('.') && (text.includes('/') || text.includes('`') || text.includes('](') || text.includes('\\'))) ||
  text.includes('/`');

const OWNER = /^[\s>|*+-]{0,12}`[\w-]+\/?`/;
const CODE = /(?<!`)(`{1,3})(?!`)([^`]{1,400})\1(?!`)/g;
const LINK = /\]\([ \t]{0,5}<?([^()\s<>]{1,400})>?(?:[ \t]+"[^"]{0,200}")?[ \t]{0,5}\)/g;
/** What holds no plain path: addresses, mail, wiki links, crossed-out text, tags, templates. */
const NO_PATH =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s)>\]]{1,2000}|\b(?:file|mailto|command|vscode|mem|data):[^\s)>\]]{1,2000}|\[\[[^\][]{1,500}\]\]|~~[^~]{1,500}~~|<[a-z/!][^<>]{0,500}>|\{\{[^{}]{0,200}\}\}/gi;
const MAY_BLANK = /:\/\/|\[\[|~~|<|\{\{|\b(?:file|mailto|command|vscode|mem|data):/i;
const PLAIN =
  /(?<![\w@.~/\\:$%*{<[(=#+"'-])\(?((?:\.\/)?[\w.-]{1,100}(?:\/[\w.+@-]{1,100}){1,20}(?::\d{1,7}(?:[-:]\d{1,7})?)?)/g;

function lineCitations(text: string, line: number): Citation[] {
  const found: Citation[] = [];
  const owned = OWNER.test(text);
  const add = (written: string, start: number, form: Citation['form']): void => {
    const path = readPath(written, form);
    if (path === undefined) return;
    const at = start + path.offset;
    const span = (length: number): Range => ({ start: { line, character: at }, end: { line, character: at + length } });
    found.push({
      ...path,
      form,
      cited: text.slice(at, at + path.length),
      range: span(path.length),
      whole: span(path.wholeLength),
      owned,
    });
  };
  // Crossed out, addresses and the like are blanked, so that places stay where they are.
  let rest = MAY_BLANK.test(text) ? text.replace(NO_PATH, blank) : text;
  rest = rest.replace(CODE, (whole: string, ticks: string, code: string, at: number) => {
    add(code, at + ticks.length, 'code');
    return blank(whole);
  });
  rest = rest.replace(LINK, (whole: string, target: string, at: number) => {
    add(target, at + whole.indexOf(target), 'link');
    return blank(whole);
  });
  if (rest.includes('/'))
    for (const match of rest.matchAll(PLAIN))
      add(match[1] ?? '', match.index + match[0].length - (match[1]?.length ?? 0), 'plain');
  return found.sort((a, b) => a.range.start.character - b.range.start.character);
}

/** A character that ends every path, so that what stood beside the blanked text is not taken for the rest of it. */
const blank = (text: string): string => '*'.repeat(text.length);
