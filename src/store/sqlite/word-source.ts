/** What the words leg reads, from the tables of the index. */
import type { MemoryId } from '../../core/memory.js';
import type { SearchFilter } from '../../core/ports/index-store.js';
import { MAX_TERMS, type WordSource } from '../words/source.js';
import { phraseOf } from './filter.js';
import type { Db } from './native.js';
import { allowedRows, cachedPostings, idsOfRows, type ReadCache, termTexts, vocabularyOf } from './read-cache.js';
import { statement } from './statement.js';

/** Sorts after every character of a term. */
const LAST = '\u{10ffff}';

/** @param among only these memories */
export function wordSource(db: Db, cache: ReadCache, filter: SearchFilter, among?: readonly MemoryId[]): WordSource {
  const pluck = <T>(sql: string, ...values: readonly unknown[]): T[] =>
    statement(db, sql)
      .pluck()
      .all(...values) as T[];
  return {
    postings: cachedPostings(db, filter.stores, cache),
    // FTS5's function bm25() reads the length of each document from a table; reading only the occurrences of a term is twice as fast.
    occurrences: (term) =>
      pluck(`select doc * 2 + (col = 'name' or col = 'description') from places where term = ?`, term),
    phrase: (terms) => pluck('select rowid * 2 from terms where terms match ? order by rowid', phraseOf(terms)),
    anyPhrase: (phrases) =>
      pluck('select 1 from terms where terms match ? limit 1', phrases.map(phraseOf).join(' OR ')).length > 0,
    begun: (beginning) =>
      pluck(
        `select term from vocabulary where term >= ? and term < ? order by doc desc limit ${MAX_TERMS}`,
        beginning,
        beginning + LAST,
      ),
    vocabulary: () => vocabularyOf(db, cache.words),
    titled: (terms) => {
      const text = terms.join(' ');
      return pluck(
        `select row from content where row in (select rowid from terms where terms match ?) and (terms_name = ? or terms_description = ?)`,
        `{name description} : ^ ${phraseOf(terms)}`,
        text,
        text,
      );
    },
    allowed: () => allowedRows(db, filter, cache, among),
    ids: (rows) => idsOfRows(db, rows, cache),
    termTexts: (rows) => termTexts(db, rows, cache),
  };
}
