/** Whether two short texts say nearly the same: what somebody never wants again comes in other words next time. */
import { isFiller, termOf } from '../similar/words.js';

/** Share of telling words that two texts have in common from which they are alike. */
const ALIKE = 0.7;
const DATE = /\b\d{4}-\d\d(?:-\d\d)?\b/g;

export function termsOfText(text: string): ReadonlySet<string> {
  const words = text.replace(DATE, ' ').toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.filter((word) => !isFiller(word)).map(termOf));
}

/** Jaccard coefficient of the telling words, 0 to 1, held against a bound. Of two texts without any neither is alike. */
export function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  const all = a.size + b.size - shared;
  return all > 0 && shared / all >= ALIKE;
}
