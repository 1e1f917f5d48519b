/** Tokens that a line end parts: wrapped by an editor or a terminal, or joined by a program's "+". */
import { findNearChanges, mapText, type Span, type TextChange } from './mapped-text.js';

const TOKEN = /[A-Za-z0-9_+/=.~-]/;
/** UTF-16 units of a token that are looked at on either side of the line end. */
const LOOK = 80;
const LEAST_TOKEN = 12;

/** What `find` finds across line ends that stand within what looks like one token. */
export function acrossLines<T extends Span>(text: string, find: (text: string) => readonly T[]): T[] {
  const ends = [...lineEnds(text)];
  if (ends.length === 0) return [];
  return findNearChanges(mapText(text, ends), find).filter(({ start, end }) =>
    ends.some((each) => start < each.start && each.end < end),
  );
}

function* lineEnds(text: string): Generator<TextChange> {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    // Most lines end with a word or a full stop: they are done with here.
    if (!isLong(text, at)) continue;
    const before = /(?:["'`] ?\+?)?[ \t]?\\?\r?$/.exec(text.slice(Math.max(0, at - 8), at))?.[0].length ?? 0;
    const start = at - before;
    const after = /^[ \t>|]{0,40}(?:\+ ?)?["'`]?/.exec(text.slice(at + 1, at + 48))?.[0].length ?? 0;
    const end = at + 1 + after;
    if (!TOKEN.test(text.charAt(start - 1)) || !TOKEN.test(text.charAt(end))) continue;
    if (
      isPart(tokenBefore(text, start), LEAST_TOKEN) &&
      isPart(/^[A-Za-z0-9_+/.~-]*={0,2}(?![=:\w])/.exec(text.slice(end, end + LOOK))?.[0] ?? '', 4)
    )
      yield { start, end, reads: '' };
  }
}

/** A pattern that ends at a place would be tried at each unit before it. */
function tokenBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < LOOK && TOKEN.test(text.charAt(start - 1))) start--;
  return text.slice(start, end);
}

/** Whether no blank stands where the longest piece between token and line end leaves room for none. */
function isLong(text: string, at: number): boolean {
  if (at < LEAST_TOKEN) return false;
  for (let back = at - 6; back > at - LEAST_TOKEN; back--) if (text.charCodeAt(back) <= 32) return false;
  return true;
}

/** Long enough, and letters of both cases or digits among them, as words have not. */
const isPart = (token: string, least: number): boolean =>
  token.length >= least &&
  /[a-zA-Z]/.test(token) &&
  (/\d/.test(token) || /[a-z][A-Z]/.test(token)) &&
  !/^(?:\.{0,2}\/|[\w-]+(?:\/[\w.-]+)+$)/.test(token);
