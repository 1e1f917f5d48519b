import type { SourceFile } from './memory.js';
import type { IndexBudget } from './problem.js';
import type { Range, TextLines } from './text.js';

/** One link of an index to a memory file. A line can hold several. */
export interface IndexEntry {
  /** Line in the file, from 0. */
  readonly line: number;
  readonly title: string;
  /** Target as written. */
  readonly target: string;
  /** Range of the target alone (without brackets and title). */
  readonly targetRange: Range;
  /** Range of the whole link. */
  readonly linkRange: Range;
  /**
   * Path inside the store the target names, percent-decoded, anchor dropped, `./` folded; undefined when it leaves the store.
   * Whether the file exists is not known here.
   */
  readonly path: string | undefined;
  readonly form: 'markdown' | 'raw-space' | 'wiki' | 'code';
  /** Text after the link and its separator. */
  readonly hook: string;
  /** ` — `, ` - `, `: ` … as written; empty when there is none. */
  readonly separator: string;
  readonly loaded: boolean;
}

/** A link that is not a memory entry: outside the store, or another scheme. Never opened, never checked on disk. */
export interface OutsideLink {
  readonly line: number;
  readonly target: string;
  readonly targetRange: Range;
  readonly kind: 'outside' | 'scheme' | 'anchor' | 'image' | 'folder';
}

/** A MEMORY.md as Claude Code sees it. */
export interface IndexFile {
  readonly source: SourceFile;
  readonly lines: TextLines;
  readonly entries: readonly IndexEntry[];
  readonly outside: readonly OutsideLink[];
  readonly budget: IndexBudget;
  /** Lines from 0 that carry a conflict marker at their start. */
  readonly conflictLines: readonly number[];
  /** Lines that are neither entry, heading, blank, comment nor front matter. */
  readonly contentLines: readonly number[];
  /** Real lines that were skipped because only their first 10,000 units were scanned. */
  readonly cappedLines: readonly number[];
}
