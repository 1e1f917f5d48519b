import type { Span } from './mapped-text.js';

/** Decodes Base64 (also the URL alphabet); undefined where the result is not printable ASCII. */
export function decodeBase64(value: string): string | undefined {
  const plain = value
    .replace(/[\s=]+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  if (plain.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(plain) || !isText(plain.slice(0, 24))) return undefined;
  const text = atob(plain);
  return PRINTABLE.test(text) ? text : undefined;
}

const PRINTABLE = /^[\t\n\r\x20-\x7e]*$/;

const isText = (start: string): boolean => PRINTABLE.test(atob(start.slice(0, start.length - (start.length % 4))));

/** A whole Base64 value, also wrapped over several lines. */
const RUN =
  /[A-Za-z0-9+/_-]{24,}(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/_-]{20,})*(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/_-]{1,80}={1,2}|={0,2})/y;
const LEAST = 24;
/** Base64 of ASCII: the first bit of a byte is 0. File names and identifiers hardly ever match. */
const ASCII = /^(?:[A-Za-f]...){6}/;

/** Base64 values whose decoded text contains a secret; the whole value is the match. */
export function inBase64<T extends Span>(text: string, find: (text: string) => readonly T[]): T[] {
  const found: T[] = [];
  for (let at = LEAST - 1; at < text.length; at += LEAST) {
    if (!isUnit(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && at - start < LEAST && isUnit(text.charCodeAt(start - 1))) start--;
    RUN.lastIndex = start;
    const run = RUN.exec(text)?.[0];
    if (run === undefined) continue;
    const plain = ASCII.test(run) ? decodeBase64(run) : undefined;
    const first = plain === undefined || !/[a-z]{2}/i.test(plain) ? undefined : find(plain)[0];
    if (first !== undefined) found.push({ ...first, start, end: start + run.length });
    at = Math.max(at, start + run.length - 1);
  }
  return found;
}

/** Alphabet of Base64 and of its URL variant. */
const isUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 65 && unit <= 90) ||
  (unit >= 47 && unit <= 57) ||
  unit === 43 ||
  unit === 45 ||
  unit === 95;
