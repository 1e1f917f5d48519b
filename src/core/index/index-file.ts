import { classifyTarget } from '../links/target.js';
import { conflictLines } from '../markdown/conflict-markers.js';
import { layoutOf } from '../markdown/layout.js';
import { linkLines } from '../markdown/link-lines.js';
import type { SourceFile } from '../memory.js';
import type { IndexBudget } from '../problem.js';
import { type Range, range, TextLines } from '../text.js';
import { measure } from './budget.js';
import { type LineLink, scanLine } from './entry-line.js';

/** One link of an index to a memory file. A line can contain several. */
export interface IndexEntry {
  /** Line in the file, 0-based. */
  readonly line: number;
  readonly title: string;
  /** Target as written. */
  readonly target: string;
  /** Range of the target alone (without brackets and title). */
  readonly targetRange: Range;
  /** Range of the whole link. */
  readonly linkRange: Range;
  /**
   * Path inside the store that the target names (percent-decoded, without anchor and `./`); undefined when it leaves
   * the store. The file need not exist.
   */
  readonly path: string | undefined;
  readonly form: 'markdown' | 'raw-space' | 'wiki' | 'code';
  /** A link in running text or in another entry's description: it names the file without being its entry. */
  readonly mention: boolean;
  /** Text after the link and its separator. */
  readonly hook: string;
  /** ` — `, ` - `, `: ` … as written; empty when there is none. */
  readonly separator: string;
  readonly loaded: boolean;
}

/**
 * A link that is no memory entry: outside the store, another scheme, or a file that is not markdown. Such targets are
 * never opened or checked.
 */
export interface OutsideLink {
  readonly line: number;
  readonly target: string;
  readonly targetRange: Range;
  readonly kind: 'outside' | 'scheme' | 'anchor' | 'image' | 'folder' | 'file';
}

/** A MEMORY.md as Claude Code sees it. */
export interface IndexFile {
  readonly source: SourceFile;
  readonly lines: TextLines;
  readonly entries: readonly IndexEntry[];
  readonly outside: readonly OutsideLink[];
  readonly budget: IndexBudget;
  /** Lines (0-based) that begin with a conflict marker. */
  readonly conflictLines: readonly number[];
  /** Lines that are neither entry, heading, blank, comment nor front matter. */
  readonly contentLines: readonly number[];
  /** Lines of which only the first 10,000 units were scanned. */
  readonly cappedLines: readonly number[];
}

/** File name of the index. Other spellings are other files. */
export const INDEX_NAME = 'MEMORY.md';

/** Whether a path inside a store is its index. */
export const isIndexName = (path: string): boolean => path === INDEX_NAME;

/** Units of a line that are scanned for links. */
export const LINE_CAP = 10_000;

/** Parses an index. Never fails; linear time. */
export function parseIndex(source: SourceFile): IndexFile {
  const lines = new TextLines(source.text);
  const layout = layoutOf(lines);
  const budget = measure(lines, layout);
  const entries: IndexEntry[] = [];
  const outside: OutsideLink[] = [];
  const contentLines: number[] = [];
  const cappedLines: number[] = [];
  const texts = linkLines(lines, layout);
  // More of a first line that is too long is loaded than is scanned.
  const cutFrom = budget.cutLine !== undefined && budget.loadedLines === 0 ? budget.cutLine + 1 : budget.cutLine;
  for (let line = 0; line < lines.count; line++) {
    const kind = layout.kinds[line];
    if (kind === 'fence') contentLines.push(line);
    if (kind !== 'text') continue;
    const text = lines.line(line);
    if (text.length > LINE_CAP) cappedLines.push(line);
    const found = entries.length + outside.length;
    for (const link of scanLine((texts[line] ?? '').slice(0, LINE_CAP))) addLink(link, line, cutFrom, entries, outside);
    if (found === entries.length + outside.length && isContent(text)) contentLines.push(line);
  }
  return {
    source,
    lines,
    entries,
    outside,
    contentLines,
    cappedLines,
    budget: { path: source.path, ...budget, entries: entries.filter((entry) => !entry.mention).length },
    conflictLines: conflictLines(lines, layout),
  };
}

function addLink(
  link: LineLink,
  line: number,
  cutFrom: number | undefined,
  entries: IndexEntry[],
  outside: OutsideLink[],
): void {
  const { form, target } = link;
  const targetRange = range(line, link.targetStart, line, link.targetStart + target.length);
  const place = form === 'wiki' || form === 'image' ? undefined : classifyTarget(target);
  if (form === 'image') outside.push({ line, target, targetRange, kind: 'image' });
  else if (place !== undefined && place.kind !== 'memory') {
    if (form !== 'code') outside.push({ line, target, targetRange, kind: place.kind });
  } else
    entries.push({
      line,
      title: link.title,
      target,
      targetRange,
      form,
      linkRange: range(line, link.start, line, link.end),
      path: place === undefined ? wikiPath(target) : place.path,
      mention: link.mention,
      hook: link.hook,
      separator: link.separator,
      loaded: cutFrom === undefined || line < cutFrom,
    });
}

/** The file that a wiki link names when no memory has its name. */
function wikiPath(target: string): string | undefined {
  const place = classifyTarget(target);
  if (place.kind !== 'memory') return undefined;
  return /\.md$/i.test(place.path) ? place.path : `${place.path}.md`;
}

/** Neither blank, heading, rule nor the separator row of a table. */
const isContent = (text: string): boolean =>
  text.trim() !== '' && !/^\uFEFF? {0,3}#{1,6}(?:\s|$)/.test(text) && !/^[\s|:*_-]+$/.test(text);
