import { t } from '../l10n.js';
import type { Layout } from '../markdown/layout.js';
import { grouped } from '../numbers.js';
import { percentWords } from '../percent.js';
import type { IndexBudget } from '../problem.js';
import { type TextLines, truncate } from '../text.js';
import { isTopComment } from './inner-comments.js';

export const LIMIT_LINES = 200;
/** UTF-16 units, line ends between lines counted. */
export const LIMIT_UNITS = 25_000;
/** Share of a limit from which an index counts as nearly full. */
export const NEAR_LIMIT = 0.8;

/** UTF-16 units as a share of the limit: "0.6%". */
export const shareOfLimit = (units: number): string => percentWords(units / LIMIT_UNITS, 1);

/** The fill level of an index in words: "143 of 200 lines, 18,240 of 25,000 characters". */
export const budgetWords = ({
  lines,
  limitLines,
  units,
  limitUnits,
}: Record<'lines' | 'limitLines' | 'units' | 'limitUnits', number>): string =>
  t('{lines} of {limitLines} lines, {units} of {limitUnits} characters', {
    lines,
    limitLines,
    units: grouped(units),
    limitUnits: grouped(limitUnits),
  });

/** A line that Claude Code would load. */
interface LoadableLine {
  /** Without the LF; a CR counts. */
  readonly text: string;
  /** Line of the file on which it starts. */
  readonly line: number;
}

/**
 * Measures an index as Claude Code does: leading front matter, comments that are blocks of their own and outer blank
 * space are stripped; loaded are the first 200 lines, and of those as many whole lines as fit into 25,000 UTF-16 units.
 * A longer first line counts with its first 25,000.
 */
export function measure(lines: TextLines, layout: Layout): Omit<IndexBudget, 'path' | 'entries'> {
  const loadable = loadableLines(lines, layout);
  let units = 0;
  let loadedLines = 0;
  let loadedUnits = 0;
  for (const [index, { text }] of loadable.entries()) {
    units += text.length + (index > 0 ? 1 : 0);
    if (index >= LIMIT_LINES || units > LIMIT_UNITS) continue;
    loadedLines = index + 1;
    loadedUnits = units;
  }
  const cut = loadable[loadedLines];
  return {
    lines: loadable.length,
    loadedLines,
    units,
    loadedUnits: loadedLines === 0 ? Math.min(units, LIMIT_UNITS) : loadedUnits,
    bytes: new TextEncoder().encode(lines.text).length,
    limitLines: LIMIT_LINES,
    limitUnits: LIMIT_UNITS,
    ...(cut === undefined ? {} : { cutLine: cut.line }),
  };
}

/** An instruction file without what Claude Code strips from it as from an index. A NUL is loaded, and there is no limit. */
export const strippedText = (lines: TextLines, layout: Layout): string =>
  loadableLines(lines, layout, (text) => text.trim() === '')
    .map(({ text }) => text)
    .join('\n');

/** The part of an index that is loaded, as Claude Code puts it before its model. */
export function loadedText(lines: TextLines, layout: Layout): string {
  const loadable = loadableLines(lines, layout);
  const { loadedLines } = measure(lines, layout);
  return seen(
    loadedLines === 0
      ? truncate(loadable[0]?.text ?? '', LIMIT_UNITS)
      : loadable
          .slice(0, loadedLines)
          .map(({ text }) => text)
          .join('\n')
          .replace(/\r$/, ''),
  );
}

/**
 * A text as Claude Code puts it before its model, below a tag that it may not close: every kind of line end is one,
 * control, format and private characters are left out, but for joiners in emoji.
 */
const seen = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(
      /((?<=\p{Extended_Pictographic}\uFE0F?)\u200D(?=\p{Extended_Pictographic})|[\n\t])|[\p{Cc}\p{Cf}\p{Co}]/gu,
      '$1',
    )
    .replaceAll('</system-reminder>', '<\\/system-reminder>');

/** Units of the first line left out that the note names. */
const NAMED_UNITS = 80;
const kilobytes = (units: number): string => `${(units / 1024).toFixed(1)}KB`;

/** The note that Claude Code puts below an index that it loads in part, word for word; undefined when it loads all. */
export function cutNote(lines: TextLines, layout: Layout): string | undefined {
  const budget = measure(lines, layout);
  const cut = loadableLines(lines, layout)[budget.loadedLines];
  if (cut === undefined) return undefined;
  const size = kilobytes(budget.units);
  const [long, wide] = [budget.lines > LIMIT_LINES, budget.units > LIMIT_UNITS];
  const what = !wide
    ? `${budget.lines} lines (limit: ${LIMIT_LINES})`
    : long
      ? `${budget.lines} lines and ${size}`
      : `${size} (limit: ${kilobytes(LIMIT_UNITS)}) — index entries are too long`;
  const text = seen(cut.text);
  const named = text.length > NAMED_UNITS ? `${truncate(text, NAMED_UNITS - 1)}…` : text;
  const left =
    budget.loadedLines === 0
      ? `everything after the first ${LIMIT_UNITS} characters of line 1 was cut off`
      : `${budget.lines - budget.loadedLines} of ${budget.lines} lines were cut off, starting at line ${budget.loadedLines + 1} ("${named}")`;
  return `> WARNING: MEMORY.md is ${what}. Only part of it was loaded: ${left}. Keep index entries to one line under ~200 chars; move detail into topic files.`;
}

/**
 * Lines that remain after stripping. They are split at LF as the agent splits them; where it took a comment out, a lone
 * CR ends a line as well, and none counts.
 */
function loadableLines(
  lines: TextLines,
  layout: Layout,
  isEmpty: (text: string) => boolean = isBlank,
): readonly LoadableLine[] {
  const result: LoadableLine[] = [];
  const front = layout.kinds.findLastIndex((kind) => kind === 'front') + 1;
  const hasComments = layout.residue.size > 0 || layout.kinds.includes('comment');
  const isTop = hasComments ? isTopComment(lines) : () => true;
  const stripped = layout.residue.size > 0 || layout.kinds.some((kind, line) => kind === 'comment' && isTop(line));
  let open: LoadableLine | undefined;
  let removed = false;
  for (let line = front; line < lines.count; line++) {
    const residue = layout.residue.get(line);
    const inner = !isTop(line);
    if (layout.kinds[line] === 'comment' && !inner) {
      removed = true;
      continue;
    }
    const end = line + 1 < lines.count ? lines.offset({ line: line + 1, character: 0 }) : lines.text.length;
    const whole = lines.text.slice(lines.offset({ line, character: inner ? 0 : (residue ?? 0) }), end);
    // Blank lines below a comment go with it.
    if (removed && /^\r?\n$|^\r$/.test(whole)) continue;
    removed = false;
    const ended = stripped ? /[\r\n]$/.test(whole) : whole.endsWith('\n');
    const own = stripped ? whole.replace(/\r?\n$|\r$/, '') : ended ? whole.slice(0, -1) : whole;
    const indent = /^ +(?=<!--)/.exec(lines.line(line))?.[0] ?? '';
    const text = residue === undefined || inner ? own : indent + own.replace(/<!--[^]*?-->/g, '');
    open = { text: (open?.text ?? '') + text, line: open?.line ?? line };
    if (!ended) continue;
    result.push(open);
    open = undefined;
  }
  if (open !== undefined) result.push(open);
  return trimmed(result, isEmpty);
}

/** Removes blank lines at both ends, and the blank space before the first and after the last character. */
function trimmed(loadable: readonly LoadableLine[], isEmpty: (text: string) => boolean): readonly LoadableLine[] {
  const start = loadable.findIndex(({ text }) => !isEmpty(text));
  if (start < 0) return [];
  const result = loadable.slice(start, loadable.findLastIndex(({ text }) => !isEmpty(text)) + 1);
  const [first] = result;
  if (first !== undefined) result[0] = { ...first, text: first.text.trimStart() };
  const last = result.at(-1);
  if (last !== undefined) result[result.length - 1] = { ...last, text: last.text.trimEnd() };
  return result;
}

/** A NUL is not read at all. */
const isBlank = (text: string): boolean => text.replaceAll('\0', '').trim() === '';
