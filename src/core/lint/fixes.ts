/** Many repairs as one. */
import type { Fix, StoreEdit } from '../problem.js';
import type { Position, TextEdit } from '../text.js';

const before = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.character < b.character);
const same = (a: Position, b: Position): boolean => a.line === b.line && a.character === b.character;
const isInsert = ({ range: { start, end } }: TextEdit): boolean => same(start, end);

/**
 * Whether both edits cannot be made to the same text. Two different insertions at one place follow one another, except where the
 * second must see what the first has left (`strict`): a second new entry may already lie past the limit.
 */
function collide(a: TextEdit, b: TextEdit, strict: boolean): boolean {
  if (isInsert(a) && isInsert(b)) return same(a.range.start, b.range.start) && (strict || a.newText === b.newText);
  return before(a.range.start, b.range.end) && before(b.range.start, a.range.end);
}

export interface Merged<T> {
  readonly edits: StoreEdit;
  readonly taken: readonly T[];
}

/** One edit out of many fixes, first come first served: a fix that collides with one already taken is left for the next round. */
export function mergeFixes<T extends Pick<Fix, 'edits'>>(fixes: readonly T[], strict = false): Merged<T> {
  const merged: Record<string, TextEdit[]> = {};
  const taken = fixes.filter(({ edits }) => {
    const entries = Object.entries(edits);
    if (entries.some(([path, list]) => list.some((edit) => merged[path]?.some((other) => collide(edit, other, strict))))) return false;
    for (const [path, list] of entries) (merged[path] ??= []).push(...list);
    return true;
  });
  return { edits: merged, taken };
}

/** The fix "Fix all safe problems" takes of a problem: the preferred safe one, else the first safe one. */
export function safeFix(fixes: readonly Fix[]): Fix | undefined {
  const safe = fixes.filter((fix) => fix.safe);
  return safe.find((fix) => fix.preferred) ?? safe[0];
}
