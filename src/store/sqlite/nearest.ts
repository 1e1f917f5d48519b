import { distance } from 'fastest-levenshtein';

import type { Known } from './known.js';
import type { Db } from './native.js';
import { statement } from './statement.js';

/** UTF-16 units from which a word is long enough to be told from another, and from which it may hold two slips. */
const ONE_SLIP = 4;
const TWO_SLIPS = 8;
/** Terms of the index that stand for one that it does not know. */
const MOST_NEAR = 3;
const WORD = /^\p{L}+$/u;

/**
 * Terms of the index one slip of the pen away from a word that no document holds (two from 8 letters on), the nearest and then the
 * most frequent first. Numbers, identifiers with digits and scripts without blanks have no near words.
 * @param isHeld whether a document of the stores in question holds a term
 */
export function nearestTerms(db: Db, term: string, known: Known, isHeld: (term: string) => boolean): readonly string[] {
  const slips = term.length >= TWO_SLIPS ? 2 : term.length >= ONE_SLIP ? 1 : 0;
  if (slips === 0 || !WORD.test(term)) return [];
  const near: { term: string; away: number; documents: number }[] = [];
  for (const [other, documents] of vocabularyOf(db, known.words)) {
    if (Math.abs(other.length - term.length) > slips) continue;
    const away = distance(term, other);
    // Two slips and another first letter is another word.
    if (away <= slips && (away < 2 || other[0] === term[0]) && isHeld(other))
      near.push({ term: other, away, documents });
  }
  const least = Math.min(...near.map(({ away }) => away));
  return near
    .filter(({ away }) => away === least)
    .sort((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_NEAR)
    .map((one) => one.term);
}

/** Words of the index with the number of documents that hold each; read once for each state of the index. */
function vocabularyOf(db: Db, words: Known['words']): readonly (readonly [string, number])[] {
  words.vocabulary ??= (statement(db, 'select term, doc from vocabulary').raw().all() as [string, number][]).filter(
    ([term]) => term.length >= ONE_SLIP - 1 && WORD.test(term),
  );
  return words.vocabulary;
}
