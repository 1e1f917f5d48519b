/** Terms of the index of which a word is a part: longer words that it begins, and compounds that have it inside. */
import { inflectedStem } from '../../core/search/inflections.js';
import { documentTerms, type QueryWord } from '../../core/search/terms.js';
import { LEAST_BEGINNING, stemsOfBeginning } from '../../core/search/word-beginnings.js';
import { otherForms } from '../../core/search/word-forms.js';
import { MAX_TERMS, type WordSource } from './source.js';

/** Letters of a word inside another one, and before it: shorter ones are in many words by chance. */
const [LEAST_PART, LEAST_BEFORE] = [5, 3];
/** Letters of a word that is not the last of its question, which is therefore not being typed. */
const LEAST_WHOLE = 4;

/**
 * Terms that begin with a word, without those given. The last word of a question is a beginning from three letters on.
 * @param known terms of the word itself
 */
export function begunTerms(
  source: WordSource,
  { word, isLast }: QueryWord,
  known: readonly string[],
): readonly string[] {
  if (word.length < (isLast ? LEAST_BEGINNING : LEAST_WHOLE)) return [];
  const longer = [word, ...otherForms(word).filter((form) => form.length >= word.length - 2)].flatMap((form) =>
    source.begun(form),
  );
  return [...new Set([...longer, ...(isLast ? stemsOfBeginning(word) : [])])].filter((term) => !known.includes(term));
}

/** Letters that all forms of a word begin with; of Hebrew none, whose articles and prepositions are written before it. */
const COMMON_BEGINNING = 3;

/** Terms that are other forms of a word, in a language other than English. */
export function inflectedTerms(source: WordSource, { word, language }: QueryWord): readonly string[] {
  if (language === undefined || word.length <= COMMON_BEGINNING) return [];
  const stem = inflectedStem(word, language);
  const beginning = word.slice(0, COMMON_BEGINNING);
  const mayBeForm =
    language === 'he' ? (term: string) => HEBREW.test(term) : (term: string) => term.startsWith(beginning);
  return source
    .vocabulary()
    .map(([term]) => term)
    .filter((term) => mayBeForm(term) && inflectedStem(term, language) === stem)
    .slice(0, MAX_TERMS);
}

const HEBREW = /^\p{Script=Hebrew}/u;

/** Terms with a word inside or at their end, as languages that join words have them: `stellung` in rechnungsstellung. */
export function compoundTerms(source: WordSource, { word }: QueryWord): readonly string[] {
  if (word.length < LEAST_PART) return [];
  // The stem of a compound may lack letters at the end of its last word.
  const lead = word.slice(0, Math.max(LEAST_PART - 1, word.length - 2));
  return source
    .vocabulary()
    .map(([term]) => term)
    .filter((term) => {
      const at = term.indexOf(lead, LEAST_BEFORE);
      return at > 0 && (term.startsWith(word, at) || documentTerms(term.slice(0, at) + word)[0] === term);
    })
    .slice(0, MAX_TERMS);
}
