import type { Layout } from '../markdown/layout.js';
import type { IndexBudget } from '../problem.js';
import type { TextLines } from '../text.js';

export const LIMIT_LINES = 200;
/** UTF-16 units, line ends between lines counted. */
export const LIMIT_UNITS = 25_000;
/** Share of a limit from which an index counts as nearly full. */
export const NEAR_LIMIT = 0.8;

/** UTF-16 units as a share of the limit: "0.6 %". */
export const shareOfLimit = (units: number): string => `${((units / LIMIT_UNITS) * 100).toFixed(1)} %`;

/** The fill level of an index in words: "143 of 200 lines, 18,240 of 25,000 characters". */
export const budgetWords = ({
  lines,
  limitLines,
  units,
  limitUnits,
}: Record<'lines' | 'limitLines' | 'units' | 'limitUnits', number>): string =>
  `${lines} of ${limitLines} lines, ${units.toLocaleString('en')} of ${limitUnits.toLocaleString('en')} characters`;

interface LoadableLine {
  /** Offset in the file. */
  readonly offset: number;
  /** UTF-16 units without the LF; a CR counts. */
  readonly units: number;
}

/**
 * Measures an index as Claude Code does: leading front matter, block comments and outer blank space are stripped;
 * loaded are the first 200 lines, and of those as many whole lines as fit into 25,000 UTF-16 units.
 */
export function measure(lines: TextLines, layout: Layout): Omit<IndexBudget, 'path' | 'entries'> {
  const loadable = trimmed(loadableLines(lines, layout), lines.text);
  let units = 0;
  let loadedLines = 0;
  let loadedUnits = 0;
  for (const [index, line] of loadable.entries()) {
    units += line.units + (index > 0 ? 1 : 0);
    if (index >= LIMIT_LINES || units > LIMIT_UNITS) continue;
    loadedLines = index + 1;
    loadedUnits = units;
  }
  const cut = loadable[loadedLines];
  return {
    lines: loadable.length,
    loadedLines,
    units,
    loadedUnits,
    bytes: new TextEncoder().encode(lines.text).length,
    limitLines: LIMIT_LINES,
    limitUnits: LIMIT_UNITS,
    ...(cut === undefined ? {} : { cutLine: lines.position(cut.offset).line }),
  };
}

/** The part of an index that is loaded, as an agent reads it. */
export function loadedText(lines: TextLines, layout: Layout): string {
  const { loadedLines } = measure(lines, layout);
  return trimmed(loadableLines(lines, layout), lines.text)
    .slice(0, loadedLines)
    .map(({ offset, units }) => lines.text.slice(offset, offset + units))
    .join('\n');
}

/** Lines that remain after stripping, split at LF as the agent splits them: a lone CR is no line end here. */
function loadableLines(lines: TextLines, layout: Layout): LoadableLine[] {
  const result: LoadableLine[] = [];
  let open: { offset: number; units: number } | undefined;
  for (let line = 0; line < lines.count; line++) {
    const kind = layout.kinds[line];
    if (kind === 'front' || kind === 'comment') continue;
    const offset = lines.offset({ line, character: layout.residue.get(line) ?? 0 });
    const end = line + 1 < lines.count ? lines.offset({ line: line + 1, character: 0 }) : lines.text.length;
    const ended = end > offset && lines.text.charCodeAt(end - 1) === 10;
    open ??= { offset, units: 0 };
    open.units += end - offset - (ended ? 1 : 0);
    if (!ended) continue;
    result.push(open);
    open = undefined;
  }
  if (open !== undefined) result.push(open);
  return result;
}

/** Removes blank lines at both ends, and the blank space before the first and after the last character. */
function trimmed(loadable: readonly LoadableLine[], text: string): LoadableLine[] {
  const content = (line: LoadableLine): string => text.slice(line.offset, line.offset + line.units);
  let start = 0;
  let end = loadable.length;
  while (start < end && content(loadable[start] as LoadableLine).trim() === '') start++;
  while (end > start && content(loadable[end - 1] as LoadableLine).trim() === '') end--;
  const result = loadable.slice(start, end);
  const first = result[0];
  if (first === undefined) return result;
  const lead = first.units - content(first).trimStart().length;
  result[0] = { offset: first.offset + lead, units: first.units - lead };
  const last = result[result.length - 1] as LoadableLine;
  result[result.length - 1] = { offset: last.offset, units: content(last).trimEnd().length };
  return result;
}
