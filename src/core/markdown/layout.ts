import type { TextLines } from '../text.js';

/**
 * Kind of a line. Front matter of an index is never loaded, comments only where `innerComments` has them;
 * fences are loaded but contain no entries.
 */
export type LineKind = 'text' | 'front' | 'comment' | 'fence';

export interface Layout {
  /** By line. */
  readonly kinds: readonly LineKind[];
  /** Column at which the loaded text of a line starts, for lines that begin inside a comment. */
  readonly residue: ReadonlyMap<number, number>;
}

interface Work {
  readonly lines: TextLines;
  readonly kinds: LineKind[];
  readonly residue: Map<number, number>;
  /** Set after a comment that never closes: no later one can close either. */
  unclosed: boolean;
}

/** Finds front matter, block comments and code fences in one pass. */
export function layoutOf(lines: TextLines): Layout {
  const work: Work = {
    lines,
    kinds: new Array<LineKind>(lines.count).fill('text'),
    residue: new Map(),
    unclosed: false,
  };
  let line = frontMatterLines(lines);
  work.kinds.fill('front', 0, line);
  let fence: Fence | undefined;
  while (line < lines.count) {
    const text = lines.line(line);
    if (fence !== undefined && isInside(text, fence)) {
      work.kinds[line++] = 'fence';
      if (closesFence(text, fence)) fence = undefined;
      continue;
    }
    fence = opensFence(text);
    if (fence === undefined) line = markComment(work, line, text);
    else work.kinds[line++] = 'fence';
  }
  return { kinds: work.kinds, residue: work.residue };
}

/** Lines of leading front matter. A first rule without a second one is text. */
export function frontMatterLines(lines: TextLines): number {
  if (!/^\uFEFF?---[ \t]*$/.test(lines.line(0))) return 0;
  for (let line = 1; line < lines.count; line++) if (/^---[ \t]*$/.test(lines.line(line))) return line + 1;
  return 0;
}

interface Fence {
  readonly run: string;
  /** Whether it is in a block quote, with which it ends. */
  readonly quoted: boolean;
  /** Columns of text of the list item whose first line it is on, with which it ends; 0 elsewhere. */
  readonly column: number;
}

const QUOTE = /^[ \t]*(?:>[ \t]?)+/;

function opensFence(text: string): Fence | undefined {
  const match = /^([ \t]*(?:>[ \t]*)*)((?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})/.exec(text);
  const [whole = '', lead = '', items = '', run] = match ?? [];
  if (run === undefined || (run.startsWith('`') && text.includes('`', whole.length))) return undefined;
  const quoted = lead.includes('>');
  return { run, quoted, column: items === '' || quoted ? 0 : lead.length + items.length };
}

/** Whether a line still belongs to the block that contains the fence. */
const isInside = (text: string, { quoted, column }: Fence): boolean =>
  quoted ? QUOTE.test(text) : column === 0 || text.trim() === '' || text.search(/\S/) >= Math.min(column, 2);

function closesFence(text: string, { run, quoted }: Fence): boolean {
  const trimmed = (quoted ? text.replace(QUOTE, '') : text).trim();
  if (trimmed.length < run.length) return false;
  const mark = run.charAt(0);
  for (let i = 0; i < trimmed.length; i++) if (trimmed.charAt(i) !== mark) return false;
  return true;
}

/**
 * Marks the block comment that starts on a line and returns the next line to scan. Text after the end of a comment is
 * loaded; a comment that never closes is text.
 */
function markComment(work: Work, line: number, text: string): number {
  const indent = /^\uFEFF? {0,3}(?=<!--(?!-?>))/.exec(text);
  return indent === null || work.unclosed ? line + 1 : markFrom(work, line, indent[0].length);
}

function markFrom(work: Work, first: number, column: number): number {
  const { lines, kinds, residue } = work;
  let line = first;
  let open = lines.offset({ line, character: column });
  for (;;) {
    const close = lines.text.indexOf('-->', open + 4);
    if (close < 0) {
      work.unclosed = true;
      return line + 1;
    }
    const end = lines.position(close + 3);
    kinds.fill('comment', line, end.line + 1);
    const rest = lines.line(end.line).slice(end.character);
    const blank = rest.length - rest.trimStart().length;
    if (blank === rest.length) return end.line + 1;
    if (!rest.startsWith('<!--', blank) || !lines.text.includes('-->', close + 3 + blank + 4)) {
      kinds[end.line] = 'text';
      residue.set(end.line, end.character);
      return end.line + 1;
    }
    line = end.line;
    open = close + 3 + blank;
  }
}
