import type { SearchFilter } from '../../core/ports/index-store.js';
import type { KeywordHit, KeywordLeg } from '../../core/ports/legs.js';
import { otherForms } from '../../core/search/word-forms.js';
import { besideIn } from './beside.js';
import { allowedRows, idsOf, type Known, postingsIn } from './known.js';
import type { Db } from './native.js';
import { nearestTerms } from './nearest.js';
import { openCompound } from './open-compound.js';
import { bestOf, holds, type KeptPostings, phrasePostingsOf, postingsOf } from './postings.js';

/** The index folds the case of ASCII letters, nothing else. */
const fold = (text: string): string =>
  /[A-Z]/.test(text) ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;

/** A term as the tokenizer would keep it; undefined for one that cannot be in the index (empty, with blanks or control characters). */
const searchable = (term: string): string | undefined =>
  term === '' || /[\u0000-\u0020\u007f]/.test(term) ? undefined : fold(term);

/** What a term of the question stands for: itself and other forms of the same word, which count as one term, or, when no document of the stores holds it, the two words it is made of or the nearest terms. */
interface Wanted {
  readonly any: readonly (readonly string[])[];
  readonly corrected: boolean;
  /** Whether terms that stand together in `any` must do so in the document; else each of them will do. */
  readonly inOrder?: boolean;
}

function meant(db: Db, term: string | undefined, known: Known, kept: KeptPostings, asWritten: boolean): Wanted {
  if (term === undefined) return { any: [], corrected: false };
  const isHeld = (one: string): boolean => postingsOf(db, [one], kept).rows.length > 0;
  const forms = [term, ...otherForms(term)].filter(isHeld);
  if (forms.length > 0) return { any: [forms.sort()], corrected: false };
  const open = asWritten
    ? undefined
    : openCompound(db, term, (words) => phrasePostingsOf(db, words, kept).rows.length > 0);
  if (open !== undefined) return { any: [open], corrected: true, inOrder: true };
  const near = asWritten ? [] : nearestTerms(db, term, known, isHeld);
  return near.length > 0 ? { any: near.map((one) => [one]), corrected: true } : { any: [[term]], corrected: false };
}

export interface KeywordAsked {
  readonly filter: SearchFilter;
  readonly limit: number;
  readonly asWritten: boolean;
}

/** Best documents by bm25. */
export function keywordLeg(
  db: Db,
  known: Known,
  terms: readonly string[],
  { filter, limit, asWritten }: KeywordAsked,
): KeywordLeg {
  const kept = postingsIn(db, filter.stores, known);
  const { documents, averageLength } = kept.scope;
  const meanings = terms.map((term) => meant(db, searchable(term), known, kept, asWritten));
  const wanted = meanings.map(({ any, inOrder }) =>
    any.map((terms) => (inOrder ? phrasePostingsOf(db, terms, kept) : postingsOf(db, terms, kept))),
  );
  const idf = wanted.map((any) => inverseFrequency(documents, Math.max(0, ...any.map(({ rows }) => rows.length))));
  const corrected = meanings.flatMap((one, position) => (one.corrected ? [position] : []));
  const spelled = corrected.map((position) => meanings[position]?.any.flat() ?? []);
  // A word that stands in the question twice has the same postings.
  const distinct = [...new Set(wanted.flat())];
  if (distinct.length === 0 || limit < 1) return { hits: [], idf, documents, averageLength, corrected, spelled };
  // Filter and limit are not left to SQLite: reading the row of every document found takes it as long as the ranking itself.
  const best = bestOf(distinct, allowedRows(db, filter, known), limit, kept);
  const ids = idsOf(
    db,
    best.map(({ row }) => row),
    known,
  );
  const hits = best.flatMap(({ row, score }) => {
    const id = ids.get(row);
    return id === undefined
      ? []
      : [{ row, id, bm25: score, held: wanted.map((any) => any.some((postings) => holds(postings, row))) }];
  });
  hits.sort((a, b) => b.bm25 - a.bm25 || (a.id < b.id ? -1 : 1));
  const shown = hits.slice(0, limit);
  const beside = besideIn(
    db,
    known,
    meanings.map(({ any }) => any.flat()),
    idf,
    shown,
  );
  return {
    hits: shown.map(({ row, ...hit }): KeywordHit => ({ ...hit, beside: beside.get(row) ?? [] })),
    idf,
    documents,
    averageLength,
    corrected,
    spelled,
  };
}

const inverseFrequency = (documents: number, holding: number): number =>
  Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
