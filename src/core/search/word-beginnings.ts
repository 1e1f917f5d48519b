/** The beginning of an English word while it is typed: the index has stems, and a word may be longer than its stem (observability: observ). */
import { stemmer } from 'stemmer';

/** Letters of a beginning that are looked for. */
export const LEAST_BEGINNING = 3;

const ENDINGS = (
  'ability abilities able ables ably al ally ality ance ances ant ants ate ated ates ating ation ations ative ator ators ed edly ely ement ements ence ences ent ently ents er ers ' +
  'est ful fully fulness ial ially ian ible ibility ic ical ically icity ied ier ies ing ingly ings ion ional ions ious ish ism isms ist ists ities ity ive iveness ize ized izer ' +
  'izes izing ization izations less ly ment ments ness nesses ous ously ousness'
).split(' ');

/**
 * Stems of the words that a beginning may become by an ending of English, where they are shorter than the beginning: `observabi` -> observ. Longer ones
 * begin with it themselves.
 * @param word folded
 */
export function stemsOfBeginning(word: string): readonly string[] {
  if (!/^[a-z]{4,40}$/.test(word)) return [];
  const stems = new Set<string>();
  for (const ending of ENDINGS) {
    for (let typed = ending.length - 1; typed > 0; typed--) {
      if (!word.endsWith(ending.slice(0, typed))) continue;
      const stem = stemmer(word.slice(0, -typed) + ending);
      if (stem.length >= LEAST_BEGINNING && stem.length < word.length && word.startsWith(stem)) stems.add(stem);
    }
  }
  return [...stems];
}
