import { documentTerms } from '../../core/search/terms.js';
import { phraseOf } from './filter.js';
import type { Db } from './native.js';
import { statement } from './statement.js';

const WORD = /^[a-z]{5,30}$/;
/** Letters of the first and of the second part at least. */
const [FIRST, SECOND] = [3, 2];

/** What a stem may have lost that the stem of its last part alone keeps: timezone is timezon, zone is zone. */
const ENDINGS = ['', 'e', 'er'];

/** Both parts as the index holds them. */
const partsAt = (term: string, at: number): readonly (readonly string[])[] => {
  const first = documentTerms(term.slice(0, at));
  return ENDINGS.map((ending) => [...first, ...documentTerms(`${term.slice(at)}${ending}`)]);
};

/**
 * A word that no document holds, as two that stand side by side in one: `rollback` -> roll back. Undefined for words of other letters than those of ASCII.
 * @param isHeld whether a document of the stores in question holds the words side by side
 */
export function openCompound(
  db: Db,
  term: string,
  isHeld: (words: readonly string[]) => boolean,
): readonly string[] | undefined {
  if (!WORD.test(term)) return undefined;
  const ways = Array.from({ length: Math.max(0, term.length - SECOND - FIRST + 1) }, (_, i) =>
    partsAt(term, i + FIRST),
  ).flat();
  const any = statement(db, 'select 1 from terms where terms match ? limit 1').get(ways.map(phraseOf).join(' OR '));
  return any === undefined ? undefined : ways.find(isHeld);
}
