/** The begin of a memory in rows below the answers of the review: the quick pick lies on top of the editor that shows it. */
import { displayWidth } from '../../core/display-width.js';
import { bodyOf } from '../../core/frontmatter/split.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';

/** Columns of a row of a quick pick. */
const COLUMNS = 80;

/** Rows of the text below the front matter, secrets hidden. The last one says when there is more. */
export function excerptOf(text: string, most: number): readonly string[] {
  const rows: string[] = [];
  for (const line of maskForDisplay(bodyOf(text)).split(/\r?\n/)) {
    if (line.trim() === '') continue;
    for (const row of wrapped(line)) {
      if (rows.length === most) return [...rows.slice(0, -1), `${rows.at(-1) ?? ''} …`];
      rows.push(row);
    }
  }
  return rows;
}

/** Begins no row. */
const CLOSING = /^[\p{Pe}\p{Pf}.,:;!?。，、：；！？…]/u;

/** Rows of a text, broken between words, also of languages that have no spaces. */
export function* wrapped(line: string, columns = COLUMNS): Generator<string> {
  let row = '';
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'word' }).segment(line.trim())) {
    if (row !== '' && displayWidth(row) + displayWidth(segment) > columns && !CLOSING.test(segment)) {
      yield row.trim();
      row = '';
    }
    row += segment;
  }
  if (row.trim() !== '') yield row.trim();
}
