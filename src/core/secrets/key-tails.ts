/** Private keys whose beginning was cut off: what stands before the line that ends them. */

const KEY_END = /-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----/g;
/** UTF-16 units of the longest key that is looked for. */
const LONGEST_KEY = 20_000;

/** Offsets of what is left of each, with its last line. What comes before the one before is not looked at again, so the time is linear. */
export function keyTails(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  if (!text.includes('-----END')) return found;
  let least = 0;
  for (const { 0: line, index } of text.matchAll(KEY_END)) {
    let start = index;
    while (start > Math.max(least, index - LONGEST_KEY) && /[A-Za-z0-9+/=\s>\\]/.test(text.charAt(start - 1))) start--;
    // A word before the first line is none of it.
    const lead = /^(?:[^\n]{0,15}\n|\s)+/.exec(text.slice(start, start + 200))?.[0].length ?? 0;
    if (/[A-Za-z0-9+/]{24}/.test(text.slice(start + lead, index)))
      found.push({ start: start + lead, end: index + line.length });
    least = index + line.length;
  }
  return found;
}
