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

/** Letters that a form of the word has at the end of a compound beyond those that both begin with, and how many those are at least. */
const [MOST_ENDING, LEAST_SAME] = [5, 6];
/** Whatever comes first: as the end of a longer word, a word loses more to the English stemmer than alone (bewaking, netwerkbewaking). */
const ANY_WORD = 'lorem';

/** What the index keeps of a word that ends a longer one: `beveilig` of databasebeveiliging. */
const asLastPart = (word: string): string => documentTerms(ANY_WORD + word)[0]?.slice(ANY_WORD.length) ?? word;

/** A word with the letters that every term has which it is a part of. */
interface Part {
  readonly word: string;
  readonly lead: string;
}

function partOf(word: string): Part {
  // A form of it may lack the last two letters, and its stem more.
  const beginning = word.slice(0, Math.max(LEAST_PART - 1, word.length - 2));
  const stem = asLastPart(word);
  return { word, lead: stem.length < beginning.length && stem.length >= LEAST_PART - 1 ? stem : beginning };
}

/** Whether a term has the word inside, at its end as the index keeps it, or at its end in another form (tallennus in pilvitallennuksen). */
function isPartOf({ word, lead }: Part, term: string): boolean {
  const at = term.indexOf(lead, LEAST_BEFORE);
  if (at < 0) return false;
  if (term.startsWith(word, at) || documentTerms(term.slice(0, at) + word)[0] === term) return true;
  return lead.length >= Math.max(LEAST_SAME, word.length - 2) && term.length - at - lead.length <= MOST_ENDING;
}

/** Terms with a word, or its stem in the language of the question, inside or at their end, as languages that join words have them: `stellung` in rechnungsstellung. */
export function compoundTerms(source: WordSource, { word, language }: QueryWord): readonly string[] {
  const stem = language === undefined ? word : inflectedStem(word, language);
  const parts = [...new Set([word, stem])].filter(({ length }) => length >= LEAST_PART).map(partOf);
  return source
    .vocabulary()
    .map(([term]) => term)
    .filter((term) => parts.some((part) => isPartOf(part, term)))
    .slice(0, MAX_TERMS);
}
