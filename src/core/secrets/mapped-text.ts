/** A text after removals and replacements, with a mapping of its ranges to the source text. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stretch of the mapped text: its offset there and in the source, and its length in the source if that differs. */
interface Stretch {
  readonly mappedAt: number;
  readonly at: number;
  readonly units?: number;
}

export interface MappedText {
  readonly text: string;
  /** The source range of a range of the mapped text. */
  readonly source: (range: Span) => Span;
  /** Ranges of the mapped text around its changes; outside them it equals the source. */
  readonly near: readonly Span[];
}

/** A range of the source and its replacement: empty, or one unit. */
export interface TextChange extends Span {
  readonly replacement: string;
}

/** `changes` must be in order and must not overlap. */
export function mapText(source: string, changes: Iterable<TextChange>): MappedText {
  const stretches: Stretch[] = [];
  const pieces: string[] = [];
  const changed: number[] = [];
  let [mappedAt, at] = [0, 0];
  const add = (stretch: Omit<Stretch, 'mappedAt'>, shown: string): void => {
    if (shown === '') return;
    stretches.push({ mappedAt, ...stretch });
    pieces.push(shown);
    mappedAt += shown.length;
  };
  for (const { start, end, replacement } of changes) {
    add({ at }, source.slice(at, start));
    changed.push(mappedAt);
    add({ at: start, units: end - start }, replacement);
    at = end;
  }
  add({ at }, source.slice(at));
  const text = pieces.join('');
  return {
    text,
    near: rangesAround(text, changed),
    source: ({ start, end }) => ({ start: startIn(stretches, start), end: endIn(stretches, end - 1) }),
  };
}

/** UTF-16 units before and after a change that a secret may extend to. */
const BEFORE = 600;
const AFTER = 4_000;

function rangesAround(text: string, changed: readonly number[]): Span[] {
  const parts: { start: number; end: number }[] = [];
  for (const at of changed) {
    const last = parts.at(-1);
    if (last !== undefined && at - BEFORE <= last.end) last.end = at + AFTER;
    else parts.push({ start: at - BEFORE, end: at + AFTER });
  }
  // Extended to whole lines where they are near: half a line may match by mistake.
  return parts.map(({ start, end }) => ({
    start: Math.max(0, text.lastIndexOf('\n', start) + 1, start - AFTER),
    end: Math.min(text.length, end),
  }));
}

/** Results of `find` near the changes, as ranges of the source. */
export const findNearChanges = <T extends Span>(
  { text, near, source }: MappedText,
  find: (text: string) => readonly T[],
): T[] =>
  near.flatMap((part) =>
    find(text.slice(part.start, part.end)).map((each) => ({
      ...each,
      ...source({ start: part.start + each.start, end: part.start + each.end }),
    })),
  );

function startIn(stretches: readonly Stretch[], offset: number): number {
  const { mappedAt, at, units } = stretchAt(stretches, offset);
  return units === undefined ? at + offset - mappedAt : at;
}

function endIn(stretches: readonly Stretch[], offset: number): number {
  const { mappedAt, at, units } = stretchAt(stretches, offset);
  return units === undefined ? at + offset - mappedAt + 1 : at + units;
}

function stretchAt(stretches: readonly Stretch[], offset: number): Stretch {
  let [low, high] = [0, stretches.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stretches[middle] as Stretch).mappedAt <= offset) low = middle;
    else high = middle - 1;
  }
  return stretches[low] ?? { mappedAt: 0, at: 0 };
}

/** In order; of two overlapping ranges the longer one. */
export function longestOf<T extends Span>(found: readonly T[]): readonly T[] {
  const result: T[] = [];
  for (const each of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || last.end <= each.start) result.push(each);
    else if (each.end - each.start > last.end - last.start) result[result.length - 1] = each;
  }
  return result;
}
