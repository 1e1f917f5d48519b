/** Secrets within Base64: of a file of variables, of a configuration, of a token. */
import { decodeBase64 } from './base64.js';
import type { Span } from './mapped-text.js';

/** From the start of a value on, also over several lines, as programs wrap it. */
const RUN =
  /[A-Za-z0-9+/_-]{24,}(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/_-]{20,})*(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/_-]{1,80}={1,2}|={0,2})/y;
const LEAST = 24;
/** As ASCII begins: the first bit of a byte is 0. Names of files and identifiers hardly ever look so. */
const ASCII = /^(?:[A-Za-f]...){6}/;

/** The whole value where what it stands for holds a secret. */
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

/** Of Base64 and the Base64 of URLs. */
const isUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 65 && unit <= 90) ||
  (unit >= 47 && unit <= 57) ||
  unit === 43 ||
  unit === 45 ||
  unit === 95;
