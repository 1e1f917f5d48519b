import { lastLineOfItem } from '../markdown/list-item.js';
import type { TextEdit } from '../text.js';
import { removeLines, replace } from '../text-edits.js';
import type { IndexEntry, IndexFile } from './index-file.js';
import { linksOn } from './resolved-entries.js';

export interface EntryRemoval {
  readonly edit: TextEdit;
  /** First and last line that are removed; undefined when the line stays and its link becomes plain text. */
  readonly lines: { readonly first: number; readonly last: number } | undefined;
}

/** Removes the whole line of an entry when it contains no other link; otherwise the link becomes plain text. */
export function entryRemoval(entry: IndexEntry, index: IndexFile): EntryRemoval {
  const { lines } = index;
  const here = linksOn(index, entry.line);
  const onLine = here.entries.filter((other) => !other.mention);
  const listed = /^\uFEFF?\s*(?:[-*+]|\d{1,9}[.)]|\|)\s/.test(lines.line(entry.line));
  const outside = here.outside.some((other) => other.kind !== 'anchor');
  if (!listed || entry.mention || onLine.length !== 1 || outside)
    return { edit: replace(entry.linkRange, entry.title), lines: undefined };
  const last = lastLineOf(entry.line, index);
  return { edit: removeLines(lines, entry.line, last), lines: { first: entry.line, last } };
}

/** Last line of the list item: descriptions continue on indented lines that are neither items nor links. */
const lastLineOf = (line: number, index: IndexFile): number =>
  lastLineOfItem(
    line,
    index.lines,
    (text, at) => /^\s*(?:[-*+]|\d{1,9}[.)]|`{3}|~{3}|<!--|#|\|)/.test(text) || linksOn(index, at).entries.length > 0,
  );
