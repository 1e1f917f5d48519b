/** A question as search understands it. */
import { queryTerms } from './terms.js';

export interface Query {
  /** Trimmed, blanks folded, at most 2,000 UTF-16 units. */
  readonly text: string;
  /** See {@link queryTerms}. */
  readonly terms: readonly string[];
}

const LONGEST_QUERY = 2_000;

export function parseQuery(text: string): Query {
  const trimmed = text.slice(0, LONGEST_QUERY).replace(/\s+/g, ' ').trim();
  return { text: trimmed, terms: queryTerms(trimmed) };
}

/** Languages written in Latin letters are served by any model that knows one of them; `*` serves every script. */
const LATIN_LANGUAGES = new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'fi', 'pl', 'cs', 'tr', 'vi', 'id', 'ro', 'hu']);

/**
 * Whether a model of these languages can say anything about a text: true for `*`, and for text whose letters are at least
 * half Latin when one of the languages is. Text without letters (numbers, code) is left to the model.
 */
export function modelReads(languages: readonly string[], text: string): boolean {
  if (languages.includes('*')) return true;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters === 0 || latin * 2 >= letters) return languages.some((language) => LATIN_LANGUAGES.has(language));
  return languages.some((language) => !LATIN_LANGUAGES.has(language));
}
