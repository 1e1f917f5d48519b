import type { ParsedFile } from '../parsed-file.js';
import type { TextEdit } from '../text.js';
import { removeLines, replace } from '../text-edits.js';
import type { IndexEntry, IndexFile } from './index-file.js';
import { type PointerLines, pointerLines } from './pointer.js';

export interface EntryRemoval {
  readonly edit: TextEdit;
  /** The lines that are removed; undefined when the line stays and its link becomes plain text. */
  readonly lines: PointerLines | undefined;
}

/**
 * Removes an entry: the lines of a mere pointer, otherwise the link alone, whose text stays.
 *
 * @param memory The memory that the entry leads to.
 */
export function entryRemoval(entry: IndexEntry, index: IndexFile, memory?: ParsedFile): EntryRemoval {
  const lines = pointerLines(entry, index, memory);
  return {
    edit: lines === undefined ? unlinking(entry, index) : removeLines(index.lines, lines.first, lines.last),
    lines,
  };
}

/** Turns a link into its text. */
export function unlinking(entry: IndexEntry, index: IndexFile): TextEdit {
  const { line, linkRange, targetRange, form, title } = entry;
  const text = index.lines.line(line);
  if (form === 'wiki' || form === 'code') return replace(linkRange, title);
  const close = text.lastIndexOf('](', targetRange.start.character);
  const said = text.slice(linkRange.start.character + 1, close) || entry.target;
  return replace(linkRange, startsBlock(text.slice(0, linkRange.start.character)) ? asText(said) : said);
}

const startsBlock = (before: string): boolean => /^\uFEFF?[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/.test(before);

/** Text that Markdown would read as a heading, list, fence and so on at the start of a line, with its mark escaped. */
const asText = (said: string): string =>
  /^\s*(?:#{1,6}(?:\s|$)|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|[>|<]|`{3}|~{3}|=+\s*$|[-*_](?:\s*[-*_]){2,}|\[[ xX]\])/.test(
    said,
  )
    ? said.replace(/[#\-+*.)>|<`~=_[]/, '\\$&')
    : said;
