import type { KeywordHit, KeywordLeg, SearchFilter } from '../../core/ports.js';
import { conditionOf } from './filter.js';
import type { Db } from './native.js';
import { all, count } from './statement.js';

interface Row {
  readonly id: string;
  readonly bm25: number;
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

/** Best documents by bm25 with the fields name, description, body and path weighted 2, 2, 1, 1. */
export function keywordLeg(db: Db, terms: readonly string[], filter: SearchFilter, limit: number): KeywordLeg {
  const documents = count(db, 'select count(*) n from document');
  const wanted = terms.map(searchable);
  const idf = wanted.map((term) => inverseFrequency(documents, term === undefined ? 0 : documentsWith(db, term)));
  const distinct = [...new Set(wanted.filter((term) => term !== undefined))];
  if (distinct.length === 0 || limit < 1) return { hits: [], idf, documents };
  const condition = conditionOf(filter);
  const rows = all<Row>(
    db,
    `select h.id, h.bm25, c.terms_name name, c.terms_description description, c.terms_body body, c.terms_path path
     from (select d.row, d.id, -bm25(terms, 2.0, 2.0, 1.0, 1.0) bm25 from terms join document d on d.row = terms.rowid
           where terms match ? and ${condition.sql} order by bm25 desc, d.id limit ?) h
     join content c on c.row = h.row order by h.bm25 desc, h.id`,
    distinct.map(quoted).join(' OR '), ...condition.values, limit,
  );
  return { hits: rows.map((row) => hitOf(row, wanted)), idf, documents };
}

function hitOf(row: Row, wanted: readonly (string | undefined)[]): KeywordHit {
  const terms = fold(` ${row.name} ${row.description} ${row.body} ${row.path} `);
  return { id: row.id, bm25: row.bm25, held: wanted.map((term) => term !== undefined && terms.includes(` ${term} `)) };
}

const documentsWith = (db: Db, term: string): number => count(db, 'select doc n from vocabulary where term = ?', term);

const inverseFrequency = (documents: number, holding: number): number => Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
