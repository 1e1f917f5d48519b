/** Equivalence of short texts: rejected facts must be recognised when they come back in other words. */
import { isFiller, termOf } from '../similarity/stem-words.js';

/** Jaccard similarity of the content words from which two texts are equivalent. */
const LEAST_OVERLAP = 0.7;
const DATE = /\b\d{4}-\d\d(?:-\d\d)?\b/g;

/** Pseudo term of a denial: "never" is the opposite of "always", however many words two texts share. */
const NEGATION_TERM = '\0not';
const NEGATION = /\b(?:not|no|never|none|nobody|nothing|cannot|without|avoid|stop)\b|n['’]t\b/i;

export function equivalenceTerms(text: string): ReadonlySet<string> {
  const words =
    text
      .replace(DATE, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return new Set([
    ...words.filter((word) => !isFiller(word)).map(termOf),
    ...(NEGATION.test(text) ? [NEGATION_TERM] : []),
  ]);
}

/**
 * Whether the Jaccard similarity of the content words reaches the limit and shared words have the same order: "Celery
 * instead of RQ" differs from "RQ instead of Celery". False for texts without content words.
 */
export function isEquivalent(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.has(NEGATION_TERM) !== b.has(NEGATION_TERM)) return false;
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

/** Whether a text contains every content word of another. */
export const containsTerms = (text: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...other].every((term) => text.has(term));

const sameOrder = (a: readonly string[], b: readonly string[]): boolean => a.every((term, at) => term === b[at]);

/** The date that distillation appends: when a fact was observed. A date inside the text is part of its meaning. */
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
