/** Three-way merge of texts. */
import { editsBetween } from './diff.js';
import { applyEdits, type Position, type TextEdit, TextLines } from './text.js';

const compare = (a: Position, b: Position): number => a.line - b.line || a.character - b.character;

const isSame = (a: TextEdit, b: TextEdit): boolean =>
  a.newText === b.newText && compare(a.range.start, b.range.start) === 0 && compare(a.range.end, b.range.end) === 0;

/** The lines an edit changes, the last one exclusive; none for whole lines that are inserted. */
function linesOf({ range: { start, end }, newText }: TextEdit, lines: TextLines): readonly [number, number] {
  if (compare(start, end) === 0) {
    if (start.character === 0 && /[\r\n]$/.test(newText)) return [start.line, start.line];
    if (start.character === lines.line(start.line).length && /^[\r\n]/.test(newText))
      return [start.line + 1, start.line + 1];
  }
  return [start.line, end.character === 0 && end.line > start.line ? end.line : end.line + 1];
}

const overlap = ([a, b]: readonly [number, number], [c, d]: readonly [number, number]): boolean => a < d && c < b;

/**
 * The text with the changes that `ours` and `theirs` each made to `before`; undefined where they changed the same lines.
 * Different lines inserted at one place stay both, ours first; the same change made by both is made once.
 */
export function mergeTexts(before: string, ours: string, theirs: string): string | undefined {
  if (before === theirs) return ours;
  if (before === ours || ours === theirs) return theirs;
  const own = editsBetween(before, ours);
  const others = editsBetween(before, theirs).filter((other) => !own.some((edit) => isSame(edit, other)));
  const lines = new TextLines(before);
  const taken = own.map((edit) => linesOf(edit, lines));
  if (others.some((other) => taken.some((some) => overlap(some, linesOf(other, lines))))) return undefined;
  return applyEdits(before, [...own, ...others]);
}
