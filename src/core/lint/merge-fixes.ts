/** Merges many fixes into one edit. */
import type { Fix, StoreEdit } from '../problem.js';
import type { Position, TextEdit } from '../text.js';

const compare = (a: Position, b: Position): number => a.line - b.line || a.character - b.character;
const isInsert = ({ range: { start, end } }: TextEdit): boolean => compare(start, end) === 0;

/**
 * Whether two edits cannot both be applied. Two different insertions at one place follow one another, except with
 * `strict`, where the second must see the result of the first: another new entry may already exceed the limit.
 */
function collide(a: TextEdit, b: TextEdit, strict: boolean): boolean {
  if (isInsert(a) && isInsert(b))
    return compare(a.range.start, b.range.start) === 0 && (strict || a.newText === b.newText);
  return compare(a.range.start, b.range.end) < 0 && compare(b.range.start, a.range.end) < 0;
}

/** Edits of one file sorted by start: only neighbours can collide, and a file may have tens of thousands. */
class Edits {
  readonly sorted: TextEdit[] = [];
  readonly inOrder: TextEdit[] = [];

  collides(edit: TextEdit, strict: boolean): boolean {
    const at = this.#after(edit);
    for (let i = at - 1; i >= 0; i--) {
      const other = this.sorted[i];
      if (other === undefined || collide(edit, other, strict)) return other !== undefined;
      // A replacement that begins earlier ends before this one, as do all edits before it.
      if (!isInsert(other) && compare(other.range.start, edit.range.start) < 0) break;
    }
    for (let i = at; i < this.sorted.length; i++) {
      const other = this.sorted[i];
      if (other === undefined || compare(other.range.start, edit.range.end) > 0) break;
      if (collide(edit, other, strict)) return true;
    }
    return false;
  }

  add(edit: TextEdit): void {
    this.sorted.splice(this.#after(edit), 0, edit);
    this.inOrder.push(edit);
  }

  /** Index after the last edit that starts here or before. */
  #after({ range: { start } }: TextEdit): number {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.sorted[middle];
      if (other !== undefined && compare(other.range.start, start) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export interface MergedFixes<T> {
  readonly edits: StoreEdit;
  readonly taken: readonly T[];
}

/** Merges fixes in order: a fix that collides with a taken one is left for the next round. */
export function mergeFixes<T extends Pick<Fix, 'edits'>>(fixes: readonly T[], strict = false): MergedFixes<T> {
  const merged = new Map<string, Edits>();
  const taken = fixes.filter(({ edits }) => {
    const entries = Object.entries(edits);
    if (entries.some(([path, list]) => list.some((edit) => merged.get(path)?.collides(edit, strict)))) return false;
    for (const [path, list] of entries) {
      const known = merged.get(path) ?? new Edits();
      merged.set(path, known);
      for (const edit of list) known.add(edit);
    }
    return true;
  });
  return { edits: Object.fromEntries([...merged].map(([path, { inOrder }]) => [path, inOrder])), taken };
}

/** The fix that "Apply all safe fixes" applies: the preferred safe one, else the first safe one. */
export function safeFix(fixes: readonly Fix[]): Fix | undefined {
  const safe = fixes.filter((fix) => fix.safe);
  return safe.find((fix) => fix.preferred) ?? safe[0];
}

export function fix(
  title: string,
  path: string,
  edits: readonly TextEdit[],
  options: { safe?: boolean; preferred?: boolean } = {},
): Fix {
  return { title, edits: { [path]: edits }, safe: options.safe ?? false, preferred: options.preferred ?? false };
}
