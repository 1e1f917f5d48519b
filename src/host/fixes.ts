import type { Fix, StoreEdit } from '../core/problem.js';
import type { Position, TextEdit } from '../core/text.js';

const before = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.character < b.character);
const isInsert = ({ range: { start, end } }: TextEdit): boolean => start.line === end.line && start.character === end.character;

/** Whether both edits cannot be made to the same text. Two insertions at one place follow one another, unless they are the same. */
function collide(a: TextEdit, b: TextEdit): boolean {
  if (isInsert(a) && isInsert(b)) return a.newText === b.newText && !before(a.range.start, b.range.start) && !before(b.range.start, a.range.start);
  return before(a.range.start, b.range.end) && before(b.range.start, a.range.end);
}

/** One edit out of many fixes, first come first served: a fix that collides with one already taken is left for the next round. */
export function mergeFixes(fixes: readonly Fix[]): StoreEdit {
  const merged: Record<string, TextEdit[]> = {};
  for (const { edits } of fixes) {
    const entries = Object.entries(edits);
    if (entries.some(([path, list]) => list.some((edit) => merged[path]?.some((taken) => collide(edit, taken))))) continue;
    for (const [path, list] of entries) (merged[path] ??= []).push(...list);
  }
  return merged;
}

/** The fix "Fix all safe problems" takes of a problem: the preferred safe one, else the first safe one. */
export function safeFix(fixes: readonly Fix[]): Fix | undefined {
  const safe = fixes.filter((fix) => fix.safe);
  return safe.find((fix) => fix.preferred) ?? safe[0];
}
