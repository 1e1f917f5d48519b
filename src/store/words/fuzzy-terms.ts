/** Terms of the index in place of one that no document has: words spelled nearly the same, and the two words of a compound. */
import { distance } from 'fastest-levenshtein';

import { documentTerms } from '../../core/search/terms.js';
import type { WordSource } from './source.js';

/** UTF-16 units from which a word may have one typo, and from which two. */
const [ONE_EDIT_LENGTH, TWO_EDITS_LENGTH] = [4, 8];
/** Terms that replace one. */
const MAX_TERMS = 3;
const WORD = /^\p{L}+$/u;

/**
 * Terms of the index one edit away from a word that no document has (two from 8 letters on), the nearest and then the most frequent first. Numbers,
 * identifiers with digits and scripts without blanks have no such terms.
 * @param isIndexed whether a document of the stores in question has a term
 */
export function fuzzyTerms(source: WordSource, term: string, isIndexed: (term: string) => boolean): readonly string[] {
  const maxEdits = term.length >= TWO_EDITS_LENGTH ? 2 : term.length >= ONE_EDIT_LENGTH ? 1 : 0;
  if (maxEdits === 0 || !WORD.test(term)) return [];
  const near: { term: string; edits: number; documents: number }[] = [];
  for (const [other, documents] of source.vocabulary()) {
    if (Math.abs(other.length - term.length) > maxEdits) continue;
    const edits = distance(term, other);
    // Two edits and another first letter make another word.
    if (edits <= maxEdits && (edits < 2 || other[0] === term[0]) && isIndexed(other))
      near.push({ term: other, edits, documents });
  }
  const least = Math.min(...near.map(({ edits }) => edits));
  return near
    .filter(({ edits }) => edits === least)
    .sort((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_TERMS)
    .map((one) => one.term);
}

const COMPOUND = /^[a-z]{5,30}$/;
/** Letters of the first and of the second part at least. */
const [FIRST_PART, SECOND_PART] = [3, 2];

/** What the stem of a compound may have lost that the stem of its last part alone keeps: timezone is timezon, zone is zone. */
const ENDINGS = ['', 'e', 'er'];

/** Both parts as the index has them, with each ending. */
const partsAt = (term: string, at: number): readonly (readonly string[])[] => {
  const first = documentTerms(term.slice(0, at));
  return ENDINGS.map((ending) => [...first, ...documentTerms(`${term.slice(at)}${ending}`)]);
};

/**
 * A compound as the two words that a document has one after the other: `rollback` -> roll back. Undefined for words of other letters than those of ASCII.
 * @param isIndexed whether a document of the stores in question has the words one after the other
 */
export function splitCompound(
  source: WordSource,
  term: string,
  isIndexed: (words: readonly string[]) => boolean,
): readonly string[] | undefined {
  if (!COMPOUND.test(term)) return undefined;
  const splits = Array.from({ length: Math.max(0, term.length - SECOND_PART - FIRST_PART + 1) }, (_, i) =>
    partsAt(term, i + FIRST_PART),
  ).flat();
  return source.anyPhrase(splits) ? splits.find(isIndexed) : undefined;
}
