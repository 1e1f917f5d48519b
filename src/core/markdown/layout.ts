import type { TextLines } from '../text.js';

/** Kind of a line. Front matter and comments of an index are never loaded; fences are loaded but contain no entries. */
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
  let line = markFrontMatter(work);
  let fence: string | undefined;
  while (line < lines.count) {
    const text = lines.line(line);
    if (fence !== undefined) {
      work.kinds[line++] = 'fence';
      if (closesFence(text, fence)) fence = undefined;
      continue;
    }
    fence = opensFence(text);
    if (fence !== undefined) work.kinds[line++] = 'fence';
    else line = markComment(work, line, text);
  }
  return { kinds: work.kinds, residue: work.residue };
}

/** Marks leading front matter and returns the line after it. A first rule without a second one is text. */
function markFrontMatter({ lines, kinds }: Work): number {
  if (!/^\uFEFF?---[ \t]*$/.test(lines.line(0))) return 0;
  for (let line = 1; line < lines.count; line++) {
    if (!/^---[ \t]*$/.test(lines.line(line))) continue;
    kinds.fill('front', 0, line + 1);
    return line + 1;
  }
  return 0;
}

/** The run of characters that opens a fence on a line. */
function opensFence(text: string): string | undefined {
  const match = /^[ \t]*(`{3,}|~{3,})/.exec(text);
  const run = match?.[1];
  if (match === null || run === undefined) return undefined;
  return run.startsWith('`') && text.includes('`', match[0].length) ? undefined : run;
}

function closesFence(text: string, fence: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length < fence.length) return false;
  const mark = fence.charAt(0);
  for (let i = 0; i < trimmed.length; i++) if (trimmed.charAt(i) !== mark) return false;
  return true;
}

/**
 * Marks the block comment that starts on a line and returns the next line to scan. Text after the end of a comment is
 * loaded; a comment that never closes is text.
 */
function markComment(work: Work, line: number, text: string): number {
  const indent = /^\uFEFF? {0,3}(?=<!--)/.exec(text);
  if (indent === null || work.unclosed) return line + 1;
  const { lines, kinds, residue } = work;
  let open = lines.offset({ line, character: indent[0].length });
  for (;;) {
    const close = lines.text.indexOf('-->', open + 2);
    if (close < 0) {
      work.unclosed = true;
      return line + 1;
    }
    const end = lines.position(close + 3);
    kinds.fill('comment', line, end.line + 1);
    const rest = lines.line(end.line).slice(end.character);
    const blank = rest.length - rest.trimStart().length;
    if (blank === rest.length) return end.line + 1;
    if (!rest.startsWith('<!--', blank) || !lines.text.includes('-->', close + 3 + blank + 2)) {
      kinds[end.line] = 'text';
      residue.set(end.line, end.character);
      return end.line + 1;
    }
    line = end.line;
    open = close + 3 + blank;
  }
}
