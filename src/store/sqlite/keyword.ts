import type { KeywordHit, KeywordLeg, SearchFilter } from '../../core/ports.js';
import { allowedRows, frequencyOf, type Known } from './known.js';
import type { Db } from './native.js';
import { nearestTerms } from './nearest.js';
import { all, statement } from './statement.js';

interface Row {
  readonly row: number;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly body: string;
  readonly path: string;
}

/** The index folds the case of ASCII letters, nothing else. */
const fold = (text: string): string => (/[A-Z]/.test(text) ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text);

/** A term as the tokenizer would keep it; undefined for one that cannot be in the index (empty, with blanks or control characters). */
// eslint-disable-next-line no-control-regex
const searchable = (term: string): string | undefined => (term === '' || /[\u0000-\u0020\u007f]/.test(term) ? undefined : fold(term));

/** An FTS5 string: whatever stands inside the quotes is text, never syntax. */
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`;

/** The terms of the index that a term of the question stands for: itself, or the nearest ones when no document holds it. */
interface Wanted {
  readonly any: readonly string[];
  readonly corrected: boolean;
}

function meant(db: Db, term: string | undefined, known: Known): Wanted {
  if (term === undefined) return { any: [], corrected: false };
  if (frequencyOf(db, term, known) > 0) return { any: [term], corrected: false };
  const near = nearestTerms(db, term, known);
  return near.length > 0 ? { any: near, corrected: true } : { any: [term], corrected: false };
}

/** Best documents by bm25 with the fields name, description, body and path weighted 2, 2, 1, 1. */
export function keywordLeg(db: Db, known: Known, terms: readonly string[], filter: SearchFilter, limit: number): KeywordLeg {
  const { documents } = known;
  const wanted = terms.map((term) => meant(db, searchable(term), known));
  const idf = wanted.map(({ any }) => inverseFrequency(documents, Math.max(0, ...any.map((term) => frequencyOf(db, term, known)))));
  const corrected = wanted.flatMap((one, position) => (one.corrected ? [position] : []));
  const distinct = [...new Set(wanted.flatMap(({ any }) => any))];
  if (distinct.length === 0 || limit < 1) return { hits: [], idf, documents, corrected };
  // Filter and limit are not left to SQLite: reading the row of every document found takes it as long as the ranking itself.
  const allowed = allowedRows(db, filter, known);
  const found = statement(db, `select rowid, -bm25(terms, 2.0, 2.0, 1.0, 1.0) from terms where terms match ?`).raw().all(distinct.map(quoted).join(' OR ')) as Found[];
  const best = bestOf(found.filter(([row]) => allowed[row] === 1), limit);
  const scores = new Map(best);
  const rows = all<Row>(
    db,
    `select d.row, d.id, c.terms_name name, c.terms_description description, c.terms_body body, c.terms_path path
     from document d join content c using (row) where d.row in (select value from json_each(?))`,
    JSON.stringify(best.map(([row]) => row)),
  );
  const hits = rows.map((row) => hitOf(row, scores.get(row.row) ?? 0, wanted));
  return { hits: hits.sort((a, b) => b.bm25 - a.bm25 || (a.id < b.id ? -1 : 1)).slice(0, limit), idf, documents, corrected };
}

/** Row and bm25 of a document. */
type Found = [row: number, bm25: number];

/** The `limit` best and all that are as good as the last of them. */
function bestOf(found: readonly Found[], limit: number): readonly Found[] {
  if (found.length <= limit) return found;
  const least = Float64Array.from(found, ([, bm25]) => bm25).sort()[found.length - limit] ?? -Infinity;
  return found.filter(([, bm25]) => bm25 >= least);
}

function hitOf(row: Row, bm25: number, wanted: readonly Wanted[]): KeywordHit {
  const terms = fold(` ${row.name} ${row.description} ${row.body} ${row.path} `);
  return { id: row.id, bm25, held: wanted.map(({ any }) => any.some((term) => terms.includes(` ${term} `))) };
}

const inverseFrequency = (documents: number, holding: number): number => Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
