/** Secrets that are not written as they read: parted by characters nobody sees, escaped, encoded, wrapped. */
import { invisibleRuns } from '../safety/invisible-runs.js';
import { inBase64 } from './encoded.js';
import { escapes } from './escaped.js';
import { findNearChanges, longestOf, type MappedText, mapText, type Span, type TextChange } from './mapped-text.js';
import { acrossLines } from './wrapped.js';

/** Outside of printable ASCII. */
const UNUSUAL = /[^\t\n\r\u0020-\u007e]/;
/** All but tab and line ends: texts are shown without them. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g;
/** An escape within an escape within an escape. */
const MOST_ROUNDS = 3;

/** What `find` finds in the text, and in the text as it reads without what is not seen, decoded and joined; of two that overlap the longer one. In order, offsets of the text. */
export function withDecodedForms<T extends Span>(text: string, find: (text: string) => readonly T[]): readonly T[] {
  const found = everywhere(text, find);
  const read = reading(text);
  return read === undefined ? found : longestOf([...found, ...findNearChanges(read, (part) => everywhere(part, find))]);
}

/** The text as it reads, decoded as often as it takes; undefined where it reads as it is written. */
function reading(text: string): MappedText | undefined {
  let read: MappedText | undefined;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const changes = read === undefined ? withUnseen(text) : [...escapes(read.text)];
    if (changes.length === 0) break;
    const inner = mapText(read?.text ?? text, changes);
    const outer = read?.source;
    read =
      outer === undefined
        ? inner
        : { ...inner, near: [{ start: 0, end: inner.text.length }], source: (range) => outer(inner.source(range)) };
  }
  return read;
}

const everywhere = <T extends Span>(text: string, find: (text: string) => readonly T[]): readonly T[] => {
  const more = [...acrossLines(text, find), ...inBase64(text, find)];
  return more.length === 0 ? find(text) : longestOf([...find(text), ...more]);
};

/** What is not seen is left out, escapes are decoded. */
function withUnseen(text: string): readonly TextChange[] {
  const decoded = [...escapes(text)];
  if (!UNUSUAL.test(text)) return decoded;
  const unseen = [
    ...invisibleRuns(text),
    ...[...text.matchAll(CONTROL)].map(({ 0: run, index }) => ({ start: index, end: index + run.length })),
  ];
  const changes: TextChange[] = [];
  for (const each of [...unseen.map(({ start, end }) => ({ start, end, reads: '' })), ...decoded].toSorted(
    (a, b) => a.start - b.start,
  )) {
    if (each.start >= (changes.at(-1)?.end ?? 0)) changes.push(each);
  }
  return changes;
}
