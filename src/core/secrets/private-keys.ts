/** Private keys without their header: lines from the middle, and keys whose beginning was cut off. */

const LINE = /^[ \t]{0,16}([A-Za-z0-9+/]{1,70}={0,2})\r?$/;
/** Units of a line including its indentation. */
const LONGEST_LINE = 90;
const WIDTHS: ReadonlySet<number> = new Set([64, 70]);
/** Images, documents, archives and certificates, recognised by their first bytes. */
const HARMLESS =
  /^(?:iVBOR|\/9j\/|R0lGOD|UEsDB|JVBER|H4sI|MII[CDEFGH]\w{2}(?:CC|TCC|DCC|jCC|zCC)|MII[BC]Ij|PHN2Z|PD94|d09G|AAEAAA|mQ|mD|wsB|iQ)/;
/** Header of a block that is no private key. */
const PUBLIC =
  /-----BEGIN (?![A-Z ]{0,40}PRIVATE)[A-Z0-9 ]{3,60}-----\s{0,4}(?:[A-Za-z-]{3,20}: [^\n]{0,100}\s{1,4}){0,6}$/;

interface Line {
  readonly start: number;
  readonly end: number;
  readonly width: number;
}

/** Blocks of three or more full-width Base64 lines, with a last one that may be shorter. Linear. */
export function keyLines(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let block: Line[] = [];
  const close = (): void => {
    const [first, last] = [block[0], block.at(-1)];
    if (
      first !== undefined &&
      last !== undefined &&
      block.filter(({ width }) => width === first.width).length >= 3 &&
      isKey(text, first.start, last.end)
    )
      found.push({ start: first.start, end: last.end });
    block = [];
  };
  for (let at = 0; at <= text.length;) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = end - at > LONGEST_LINE || (block.length === 0 && end - at < 64) ? undefined : lineOf(text, at, end);
    const width = block[0]?.width;
    if (
      line === undefined ||
      (width === undefined && !WIDTHS.has(line.width)) ||
      (width !== undefined && line.width > width)
    )
      close();
    else block.push(line);
    if (line !== undefined && width !== undefined && line.width < width) close();
    at = end + 1;
  }
  close();
  return found;
}

function lineOf(text: string, at: number, end: number): Line | undefined {
  const own = LINE.exec(text.slice(at, end))?.[1];
  if (own === undefined) return undefined;
  const start = text.indexOf(own, at);
  return { start, end: start + own.length, width: own.length };
}

function isKey(text: string, start: number, end: number): boolean {
  const lines = text.slice(start, end);
  return (
    /\d/.test(lines) &&
    /[a-z]/.test(lines) &&
    /[A-Z]/.test(lines) &&
    !HARMLESS.test(lines) &&
    !PUBLIC.test(text.slice(Math.max(0, start - 400), start))
  );
}

/** The last line of a private key. */

const KEY_END = /-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----/g;
/** UTF-16 units of the longest key that is searched for. */
const LONGEST_KEY = 20_000;

/**
 * Remainders of keys that were cut off at the beginning, with their last line. Text before the previous match is not
 * scanned again, so the time is linear.
 */
export function keyTails(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  if (!text.includes('-----END')) return found;
  let least = 0;
  for (const { 0: line, index } of text.matchAll(KEY_END)) {
    let start = index;
    while (start > Math.max(least, index - LONGEST_KEY) && /[A-Za-z0-9+/=\s>\\]/.test(text.charAt(start - 1))) start--;
    // A short word before the first line is not part of the key.
    const lead = /^(?:[^\n]{0,15}\n|\s)+/.exec(text.slice(start, start + 200))?.[0].length ?? 0;
    if (/[A-Za-z0-9+/]{24}/.test(text.slice(start + lead, index)))
      found.push({ start: start + lead, end: index + line.length });
    least = index + line.length;
  }
  return found;
}
