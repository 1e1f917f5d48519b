/** The words leg: best documents by bm25. */
import type { SearchPlan } from '../../core/ports/index-store.js';
import type { WordsHit, WordsLeg } from '../../core/ports/search-legs.js';
import { inverseFrequency } from '../../core/search/rank.js';
import { isPair, type QueryWord } from '../../core/search/terms.js';
import { otherForms } from '../../core/search/word-forms.js';
import { fuzzyTerms, splitCompound } from './fuzzy-terms.js';
import {
  bestDocuments,
  hasPosting,
  partPostingsOf,
  phrasePostingsOf,
  postingsOf,
  scoreOf,
  type WholeWord,
} from './postings.js';
import { adjacentTerms } from './proximity.js';
import type { Postings, WordSource } from './source.js';
import { begunTerms, compoundTerms, inflectedTerms } from './word-parts.js';

/** The tokenizer of the index folds the case of ASCII letters, nothing else. */
const fold = (text: string): string =>
  /[A-Z]/.test(text) ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;

/** A term as the tokenizer keeps it; undefined for one that cannot be in the index (empty, with blanks or control characters). */
const searchable = (term: string): string | undefined =>
  term === '' || /[\u0000-\u0020\u007f]/.test(term) ? undefined : fold(term);

/** What is looked up for a term of the query. */
interface Expansion {
  /** Alternatives: each a term with the other forms of its word, which count as one term. */
  readonly alternatives: readonly (readonly string[])[];
  /** Whether no document of the stores has the term, so that the alternatives replace it. */
  readonly isFuzzy: boolean;
}

/** Longer words of which the word of a term is a part. */
interface Parts {
  readonly terms: readonly string[];
  /** Postings of documents that do not have the word itself. */
  readonly postings: Postings;
}

/** A term of the query with its postings. */
interface ExpandedTerm extends Expansion {
  readonly postings: readonly Postings[];
  readonly parts?: Parts | undefined;
}

/** What the index is asked through. */
interface Reader {
  readonly source: WordSource;
  /** See {@link SearchPlan.asWritten}. */
  readonly asWritten: boolean;
}

/**
 * What a pair of characters counts that no memory has, of a missing word: most pairs of a question are ends of one word with the beginning of the next, and
 * say nothing.
 */
const MISSING_PAIR = 0.25;

export function wordsLeg(
  source: WordSource,
  { terms, words = [], titles = [], limit, asWritten = false }: Omit<SearchPlan, 'filter'>,
): WordsLeg {
  const { documents, averageLength } = source.postings.stats;
  const reader = { source, asWritten };
  const expanded = terms.map((term, at) => expand(reader, searchable(term), words[at]));
  const idf = expanded.map((one, at) => {
    const matching = Math.max(0, ...one.postings.map(({ rows }) => rows.length));
    const said = matching === 0 && isPair(terms[at] ?? '') ? MISSING_PAIR : 1;
    return said * inverseFrequency(documents, matching);
  });
  const fuzzyPositions = expanded.flatMap((one, position) => (one.isFuzzy ? [position] : []));
  return {
    hits: bestHits(source, expanded, idf, limit, titledRows(source, titles)),
    idf,
    documents,
    averageLength,
    fuzzyPositions,
    fuzzyTerms: fuzzyPositions.map((position) => expanded[position]?.alternatives.flat() ?? []),
    formTerms: expanded.map(({ alternatives, isFuzzy }) => (isFuzzy ? [] : alternatives.flat())),
    partTerms: expanded.map(({ parts }) => parts?.terms ?? []),
  };
}

/** The term with other forms of its word and the longer words that it is a part of; when no document of the stores has any, what replaces it. */
function expand(reader: Reader, term: string | undefined, word: QueryWord | undefined): ExpandedTerm {
  const { source, asWritten } = reader;
  if (term === undefined) return { alternatives: [], isFuzzy: false, postings: [] };
  const isIndexed = (one: string): boolean => postingsOf(source, [one]).rows.length > 0;
  const inflected = word ? inflectedTerms(source, word) : [];
  const forms = [...new Set([term, ...otherForms(term), ...inflected])].filter(isIndexed).sort();
  if (forms.length > 0) {
    const whole = postingsOf(source, forms);
    const parts = word?.isLast
      ? partsOf(reader, begunTerms(source, word, forms), { terms: forms, postings: whole })
      : undefined;
    return { alternatives: [forms], isFuzzy: false, postings: [whole], parts };
  }
  const inPlace = asWritten ? undefined : replacement(reader, term, isIndexed);
  const parts = word && missingWordParts(reader, word, inPlace);
  return inPlace ? { ...inPlace, parts } : { alternatives: [[term]], isFuzzy: false, postings: [], parts };
}

/** Undefined when no document of the stores has any of the terms. */
function partsOf({ source }: Reader, terms: readonly string[], whole?: WholeWord): Parts | undefined {
  if (terms.length === 0) return undefined;
  const postings = partPostingsOf(source, terms, whole);
  return postings.rows.length > 0 ? { terms, postings } : undefined;
}

/** Replacements of a word that no document has: words that it begins, and else words that have it inside. */
function missingWordParts(reader: Reader, word: QueryWord, inPlace: Expansion | undefined): Parts | undefined {
  const { source, asWritten } = reader;
  if (asWritten && !word.isLast) return undefined;
  const known = inPlace?.alternatives.flat() ?? [];
  const begun = partsOf(reader, begunTerms(source, word, known));
  return begun ?? (asWritten || inPlace ? undefined : partsOf(reader, compoundTerms(source, word)));
}

/** The two words that a missing term is made of, or the terms spelled nearly the same. */
function replacement({ source }: Reader, term: string, isIndexed: (term: string) => boolean): ExpandedTerm | undefined {
  const compound = splitCompound(source, term, (words) => phrasePostingsOf(source, words).rows.length > 0);
  if (compound !== undefined)
    return { alternatives: [compound], isFuzzy: true, postings: [phrasePostingsOf(source, compound)] };
  const near = fuzzyTerms(source, term, isIndexed);
  if (near.length === 0) return undefined;
  return {
    alternatives: near.map((one) => [one]),
    isFuzzy: true,
    postings: near.map((one) => postingsOf(source, [one])),
  };
}

/** Rows of memories whose name or description is one of some rows of terms. */
const titledRows = (source: WordSource, titles: readonly (readonly string[])[]): ReadonlySet<number> =>
  new Set(
    titles
      .map((terms) => terms.flatMap((term) => searchable(term) ?? []))
      .filter(({ length }) => length > 0)
      .flatMap((terms) => source.titled(terms)),
  );

function bestHits(
  source: WordSource,
  terms: readonly ExpandedTerm[],
  idf: readonly number[],
  limit: number,
  titled: ReadonlySet<number>,
): readonly WordsHit[] {
  // A word that occurs twice in the query has the same postings.
  const distinct = [
    ...new Set(terms.flatMap(({ postings: whole, parts }) => [...whole, ...(parts ? [parts.postings] : [])])),
  ];
  if (distinct.length === 0 || limit < 1) return [];
  // Filter and limit are applied here: SQLite would read the row of every document found, which takes as long as the ranking itself.
  const rows = source.allowed();
  const best = bestDocuments(distinct, rows, limit, source.postings);
  for (const row of titled)
    if (rows[row] === 1 && !best.some((one) => one.row === row)) best.push({ row, score: scoreOf(distinct, row) });
  const ids = source.ids(best.map(({ row }) => row));
  const hits = best
    .flatMap(({ row, score }) => {
      const id = ids.get(row);
      const matched = terms.map((term) => term.postings.some((one) => hasPosting(one, row)));
      const parts = terms.flatMap((term, position) =>
        !matched[position] && term.parts && hasPosting(term.parts.postings, row) ? [position] : [],
      );
      if (id === undefined) return [];
      const isTitled = titled.has(row) ? { titled: true as const } : {};
      return [{ row, id, bm25: score, matched, ...(parts.length > 0 ? { parts } : {}), ...isTitled }];
    })
    .sort((a, b) => Number(titled.has(b.row)) - Number(titled.has(a.row)) || b.bm25 - a.bm25 || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
  const adjacent = adjacentTerms(
    source,
    terms.map(({ alternatives }) => alternatives.flat()),
    idf,
    hits,
  );
  return hits.map(({ row, ...hit }) => ({ ...hit, adjacent: adjacent.get(row) ?? [] }));
}
