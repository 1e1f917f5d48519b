/**
 * What the words leg reads, from the database. The leg asks for one thing after the other and cannot wait: what is not known yet counts as nothing,
 * is fetched at once, and the leg is run again, until all that it asked for was there.
 */
import type { MemoryId } from '../../../core/memory.js';
import type { SearchFilter } from '../../../core/ports/index-store.js';
import { otherForms } from '../../../core/search/word-forms.js';
import { isVocabularyWord, MAX_TERMS, type PostingsCache, type WordSource } from '../../words/source.js';
import type { Session } from '../session.js';
import { loadPostings, type WordCache } from './cache.js';
import { conditionOf, foldTerm } from './filter.js';

/** A term of the index is at most that long, in bytes of UTF-8. */
export const MAX_TERM_BYTES = 2046;

/** Runs of the leg; four are the most that it needs, where no cache is too small. */
const MAX_ROUNDS = 10;

/** Sorts after every character of a term. */
const LAST = '\u{10ffff}';

const lexeme = (term: string): string => `'${foldTerm(term).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const isIndexable = (term: string): boolean =>
  term !== '' && !/[\u0000-\u0020\u007f]/.test(term) && Buffer.byteLength(term) <= MAX_TERM_BYTES;

/** Where a term occurs: numbers of rows, each with how often. */
export interface Occurrences {
  readonly term: string;
  readonly found: readonly (readonly [number, number])[];
}

/** Terms, and what full text is asked for each. */
export function termQueries(terms: readonly string[]): [string[], string[]] {
  const asked = terms.filter(isIndexable);
  return [asked.map(foldTerm), asked.map(lexeme)];
}

export function keepOccurrences(words: WordCache, terms: readonly string[], rows: readonly Occurrences[]): void {
  for (const term of terms) words.occurrences.set(term, []);
  for (const { term, found } of rows)
    words.occurrences.set(
      term,
      found.flatMap(([row, times]) => new Array<number>(times).fill(2 * row)),
    );
}

/** Terms that a search asks for first. */
export const firstTerms = (terms: readonly string[]): string[] => terms.flatMap((term) => [term, ...otherForms(term)]);

export class PostgresWords implements WordSource {
  readonly postings: PostingsCache;
  readonly #words: WordCache;
  readonly #condition: string;
  readonly #among: readonly number[] | undefined;
  readonly #wanted = {
    terms: new Set<string>(),
    phrases: new Set<string>(),
    begun: new Set<string>(),
    titled: new Set<string>(),
    ids: new Set<number>(),
    texts: new Set<number>(),
    vocabulary: false,
    allowed: false,
  };

  constructor(postings: PostingsCache, words: WordCache, filter: SearchFilter, among?: readonly number[]) {
    this.postings = postings;
    this.#words = words;
    this.#condition = conditionOf(filter);
    this.#among = among;
  }

  /** @param among numbers of rows: only these */
  static async open(
    session: Session,
    words: WordCache,
    filter: SearchFilter,
    among?: readonly number[],
  ): Promise<PostgresWords> {
    return new PostgresWords(await loadPostings(session, words, filter.stores), words, filter, among);
  }

  /**
   * Runs work until all that it asked for was there.
   * @param first terms that it will ask for
   */
  async complete<T>(session: Session, first: readonly string[], work: (source: WordSource) => T): Promise<T> {
    first.forEach((term) => this.occurrences(term));
    this.allowed();
    await this.#load(session);
    for (let round = 1; ; round++) {
      const result = work(this);
      if (!(await this.#load(session)) || round === MAX_ROUNDS) return result;
      // Computed from what was not known.
      this.postings.byTerm.clear();
    }
  }

  occurrences(term: string): readonly number[] {
    return this.#get(this.#words.occurrences, this.#wanted.terms, term);
  }

  phrase(terms: readonly string[]): readonly number[] {
    return this.#get(this.#words.phrases, this.#wanted.phrases, terms.join(' '));
  }

  anyPhrase(phrases: readonly (readonly string[])[]): boolean {
    return phrases.map((terms) => this.phrase(terms)).some(({ length }) => length > 0);
  }

  begun(beginning: string): readonly string[] {
    return this.#get(this.#words.begun, this.#wanted.begun, beginning);
  }

  vocabulary(): readonly (readonly [string, number])[] {
    if (this.#words.vocabulary === undefined) this.#wanted.vocabulary = true;
    return this.#words.vocabulary ?? [];
  }

  titled(terms: readonly string[]): readonly number[] {
    return this.#get(this.#words.titled, this.#wanted.titled, terms.join(' '));
  }

  allowed(): Uint8Array {
    const known = this.#words.allowed;
    if (known?.filter !== this.#condition) {
      this.#wanted.allowed = true;
      return new Uint8Array(this.#words.places.end);
    }
    if (this.#among === undefined) return known.rows;
    const some = new Uint8Array(known.rows.length);
    for (const row of this.#among) some[row] = known.rows[row] ?? 0;
    return some;
  }

  ids(rows: readonly number[]): ReadonlyMap<number, MemoryId> {
    for (const row of rows) if (!this.#words.ids.has(row)) this.#wanted.ids.add(row);
    return this.#words.ids;
  }

  termTexts(rows: readonly number[]): ReadonlyMap<number, string> {
    const { found, missing } = this.#words.termTexts.known(rows);
    for (const row of missing) this.#wanted.texts.add(row);
    return found;
  }

  #get<T>(known: { get(key: string): readonly T[] | undefined }, wanted: Set<string>, key: string): readonly T[] {
    const value = known.get(key);
    if (value === undefined) wanted.add(key);
    return value ?? [];
  }

  /** Whether anything was wanted. */
  async #load(session: Session): Promise<boolean> {
    const { terms, phrases, begun, titled, ids, texts, vocabulary, allowed } = this.#wanted;
    const any = [terms, phrases, begun, titled, ids, texts].some(({ size }) => size > 0) || vocabulary || allowed;
    if (terms.size > 0) await this.#loadOccurrences(session, drained(terms));
    if (phrases.size > 0) await this.#loadPhrases(session, drained(phrases));
    if (begun.size > 0) await this.#loadBegun(session, drained(begun));
    if (titled.size > 0) await this.#loadTitled(session, drained(titled));
    if (ids.size > 0) await loadIds(session, this.#words, drained(ids));
    if (texts.size > 0) await this.#loadTexts(session, drained(texts));
    if (vocabulary) await this.#loadVocabulary(session);
    if (allowed) await this.#loadAllowed(session);
    this.#wanted.vocabulary = this.#wanted.allowed = false;
    return any;
  }

  async #loadOccurrences(session: Session, terms: readonly string[]): Promise<void> {
    const { repositories, bases } = this.#words.places;
    const rows = await session.rows<Occurrences>(
      'select term, found from memdir.occurrences($1, $2, $3, $4)',
      repositories,
      bases,
      ...termQueries(terms),
    );
    keepOccurrences(this.#words, terms, rows);
  }

  async #loadPhrases(session: Session, phrases: readonly string[]): Promise<void> {
    const { repositories, bases } = this.#words.places;
    const asked = phrases.filter((phrase) => phrase.split(' ').every(isIndexable));
    const rows = await session.rows<{ phrase: string; found: number[] }>(
      'select phrase, found from memdir.phrases($1, $2, $3, $4)',
      repositories,
      bases,
      asked,
      asked.map((phrase) => phrase.split(' ').map(lexeme).join(' & ')),
    );
    for (const phrase of phrases) this.#words.phrases.set(phrase, []);
    for (const { phrase, found } of rows)
      this.#words.phrases.set(
        phrase,
        found.map((row) => 2 * row),
      );
  }

  async #loadBegun(session: Session, beginnings: readonly string[]): Promise<void> {
    const rows = await session.rows<{ beginning: string; terms: string[] | null }>(
      `select beginning, (
         select json_agg(term) from (
           select term from memdir.vocabulary where term >= beginning and term < beginning || $2 and repository_id = any($3)
           group by term order by sum(documents) desc, term limit ${MAX_TERMS}) longer) as terms
       from unnest($1::text[]) as beginning`,
      beginnings,
      LAST,
      this.#words.places.repositories,
    );
    for (const { beginning, terms } of rows) {
      this.#words.begun.set(beginning, terms ?? []);
      // They are asked for next.
      terms?.forEach((term) => this.occurrences(term));
    }
  }

  async #loadTitled(session: Session, titles: readonly string[]): Promise<void> {
    const { repositories, bases } = this.#words.places;
    for (const title of titles) this.#words.titled.set(title, []);
    // One after the other: each has an index.
    const rows = await session.rows<{ title: string; found: number[] }>(
      `select title, array_agg(distinct base + "row") as found from (
         select title, repository_id, "row" from unnest($3::text[]) as title join memdir.content on md5(terms_name) = md5(title) and terms_name = title
         union all
         select title, repository_id, "row" from unnest($3::text[]) as title join memdir.content on md5(terms_description) = md5(title) and terms_description = title) titled
       join unnest($1::int[], $2::int[]) as place (repository_id, base) using (repository_id) group by title`,
      repositories,
      bases,
      titles,
    );
    for (const { title, found } of rows) this.#words.titled.set(title, found);
  }

  async #loadTexts(session: Session, rows: readonly number[]): Promise<void> {
    const found = await session.rows<{ at: number; text: string }>(
      `select at, ' ' || terms_name || '   ' || terms_description || '   ' || terms_body || ' ' as text
       from unnest($1::int[], $2::int[], $3::int[]) as wanted (at, repository_id, "row") join memdir.content using (repository_id, "row")`,
      ...placesOf(this.#words, rows),
    );
    await this.#words.termTexts.fetch(rows, () => Promise.resolve(new Map(found.map(({ at, text }) => [at, text]))));
  }

  async #loadVocabulary(session: Session): Promise<void> {
    const [row] = await session.rows<{ found: [string, number][] | null }>(
      `select json_agg(json_build_array(term, documents)) as found from (
         select term, sum(documents) as documents from memdir.vocabulary where repository_id = any($1) group by term order by term) words`,
      this.#words.places.repositories,
    );
    this.#words.vocabulary = (row?.found ?? []).filter(([term]) => isVocabularyWord(term));
  }

  async #loadAllowed(session: Session): Promise<void> {
    const { repositories, bases, end } = this.#words.places;
    const [row] = await session.rows<{ found: number[] | null }>(
      `select json_agg(base + "row") as found from memdir.document
       join unnest($1::int[], $2::int[]) as place (repository_id, base) using (repository_id)
       where repository_id = any($1) and memdir.passes(document, $3)`,
      repositories,
      bases,
      this.#condition,
    );
    const rows = new Uint8Array(end);
    for (const at of row?.found ?? []) rows[at] = 1;
    this.#words.allowed = { filter: this.#condition, rows };
  }
}

function drained<T>(wanted: Set<T>): T[] {
  const values = [...wanted];
  wanted.clear();
  return values;
}

/** Numbers, repositories and rows in the database of some rows. */
function placesOf(
  { places: { repositories, bases } }: WordCache,
  rows: readonly number[],
): [unknown, unknown, unknown] {
  const at = rows.map((row) => bases.findLastIndex((base) => base <= row));
  return [rows, at.map((index) => repositories[index]), rows.map((row, i) => row - (bases[at[i] ?? 0] ?? 0))];
}

/** Ids of rows. */
export async function loadIds(session: Session, words: WordCache, rows: readonly number[]): Promise<void> {
  const missing = rows.filter((row) => !words.ids.has(row));
  if (missing.length === 0) return;
  const found = await session.rows<{ at: number; id: string }>(
    `select at, id from unnest($1::int[], $2::int[], $3::int[]) as wanted (at, repository_id, "row")
     join memdir.document using (repository_id, "row")`,
    ...placesOf(words, missing),
  );
  for (const { at, id } of found) {
    words.ids.set(at, id);
    words.rows.set(id, at);
  }
}

/** Numbers of the rows of documents; those that do not exist are left out. */
export async function rowsOf(session: Session, words: WordCache, ids: readonly MemoryId[]): Promise<number[]> {
  const missing = ids.filter((id) => !words.rows.has(id));
  if (missing.length > 0) {
    const { repositories, bases } = words.places;
    const found = await session.rows<{ at: number; id: string }>(
      `select base + "row" as at, id from memdir.document
       join unnest($1::int[], $2::int[]) as place (repository_id, base) using (repository_id)
       where repository_id = any($1) and id = any($3)`,
      repositories,
      bases,
      missing,
    );
    for (const { at, id } of found) {
      words.ids.set(at, id);
      words.rows.set(id, at);
    }
  }
  return ids.flatMap((id) => words.rows.get(id) ?? []);
}
