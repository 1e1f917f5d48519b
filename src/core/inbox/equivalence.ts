/** Whether two short texts say nearly the same: what somebody never wants again comes in other words next time. */
import { isFiller, termOf } from '../similarity/stem-words.js';

/** Share of telling words that two texts have in common from which they are alike. */
const LEAST_OVERLAP = 0.7;
const DATE = /\b\d{4}-\d\d(?:-\d\d)?\b/g;

/** Stands in the terms of a text that denies: "never" is the opposite of "always", however many words they share. */
const DENIED = '\0not';
const DENIES = /\b(?:not|no|never|none|nobody|nothing|cannot|without|avoid|stop)\b|n['’]t\b/i;

export function equivalenceTerms(text: string): ReadonlySet<string> {
  const words =
    text
      .replace(DATE, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return new Set([...words.filter((word) => !isFiller(word)).map(termOf), ...(DENIES.test(text) ? [DENIED] : [])]);
}

/**
 * Jaccard coefficient of the telling words, 0 to 1, held against a bound. Of two texts without any neither is alike, nor are two that
 * name the same in another order: "Celery instead of RQ" is no "RQ instead of Celery".
 */
export function isEquivalent(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.has(DENIED) !== b.has(DENIED)) return false;
  const shared = [...a].filter((term) => b.has(term));
  const all = a.size + b.size - shared.length;
  return (
    all > 0 &&
    shared.length / all >= LEAST_OVERLAP &&
    sameOrder(
      shared,
      [...b].filter((term) => a.has(term)),
    )
  );
}

/** Whether a text has every telling word of another. */
export const containsTerms = (text: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...other].every((term) => text.has(term));

const sameOrder = (a: readonly string[], b: readonly string[]): boolean => a.every((term, at) => term === b[at]);

/** The day that distillation puts at the end: when something was seen. A date within the text is what it says. */
const SEEN_ON = / \(\d{4}-\d\d-\d\d\)\.?\s*$/;

/** Whether the numbers, dates and names of code in two texts are the same, in the same order. */
export const sameValues = (a: string, b: string): boolean => valuesOf(a) === valuesOf(b);

const valuesOf = (text: string): string =>
  (
    text
      .replace(SEEN_ON, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}_.]*[\p{N}_][\p{L}\p{N}_]*/gu) ?? []
  ).join(' ');
