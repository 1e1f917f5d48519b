/** Secrets that characters nobody sees part: whoever is shown the text without them reads them whole. */
import { invisibleRuns } from '../lint/invisible-runs.js';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Outside of printable ASCII. */
const UNUSUAL = /[^\t\n\r\u0020-\u007e]/;
/** All but tab and line ends: texts are shown without them. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g;

/** What `find` finds in the text, and in the text without what is not seen; of two that overlap the longer one. In order, offsets of the text. */
export function alsoParted<T extends Range>(text: string, find: (text: string) => readonly T[]): readonly T[] {
  const found = find(text);
  const unseen = UNUSUAL.test(text) ? unseenIn(text) : [];
  if (unseen.length === 0) return found;
  const { seen, parts } = without(text, unseen);
  const whole = find(seen).map((each) => ({ ...each, start: offsetIn(parts, each.start), end: offsetIn(parts, each.end - 1) + 1 }));
  return longestOf([...found, ...whole]);
}

const unseenIn = (text: string): readonly Range[] =>
  [...invisibleRuns(text), ...[...text.matchAll(CONTROL)].map(({ 0: run, index }) => ({ start: index, end: index + run.length }))].toSorted((a, b) => a.start - b.start);

/** A stretch of the text that is seen: where it begins in what is seen, and in the text. */
interface Part {
  readonly seenAt: number;
  readonly at: number;
}

function without(text: string, unseen: readonly Range[]): { readonly seen: string; readonly parts: readonly Part[] } {
  const parts: Part[] = [];
  let seen = '';
  let at = 0;
  for (const { start, end } of [...unseen, { start: text.length, end: text.length }]) {
    if (start > at) {
      parts.push({ seenAt: seen.length, at });
      seen += text.slice(at, start);
    }
    at = Math.max(at, end);
  }
  return { seen, parts };
}

function offsetIn(parts: readonly Part[], seenOffset: number): number {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((parts[middle] as Part).seenAt <= seenOffset) low = middle;
    else high = middle - 1;
  }
  const part = parts[low];
  return part === undefined ? seenOffset : part.at + seenOffset - part.seenAt;
}

function longestOf<T extends Range>(found: readonly T[]): readonly T[] {
  const kept: T[] = [];
  for (const each of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || last.end <= each.start) kept.push(each);
    else if (each.end - each.start > last.end - last.start) kept[kept.length - 1] = each;
  }
  return kept;
}
