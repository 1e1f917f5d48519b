/** Which adjacent words of a query are near each other in a document. */
import type { WordSource } from './source.js';

/** Words from one to the other at most: one other word may be between them. */
const MAX_DISTANCE = 2;

export interface MatchedDocument {
  readonly row: number;
  /** By position in the query. */
  readonly matched: readonly boolean[];
}

/**
 * For each document the positions of words that are near the next word of the query: in either order, with at most one other word between.
 * @param words terms of each word of the query
 * @param idf of each of these words: the rarer one is found first, then the other one around it
 */
export function adjacentTerms(
  source: WordSource,
  words: readonly (readonly string[])[],
  idf: readonly number[],
  documents: readonly MatchedDocument[],
): ReadonlyMap<number, readonly number[]> {
  const padded = words.map((terms) => terms.map((term) => ` ${term} `));
  const rarerFirst = padded.map((one, at): readonly [readonly string[], readonly string[]] => {
    const next = padded[at + 1] ?? [];
    return (idf[at] ?? 0) >= (idf[at + 1] ?? 0) ? [one, next] : [next, one];
  });
  const candidates = documents.filter(({ matched }) => matched.some((is, at) => is && matched[at + 1] === true));
  const texts = source.termTexts(candidates.map(({ row }) => row));
  return new Map(
    candidates.map(({ row, matched }) => {
      const text = texts.get(row) ?? '';
      const found = rarerFirst.flatMap(([rarer, other], at) => {
        const bothMatch = matched[at] === true && matched[at + 1] === true;
        return bothMatch && rarer.some((a) => other.some((b) => areNear(text, a, b))) ? [at] : [];
      });
      return [row, found];
    }),
  );
}

/** @param text terms with a blank around each; so are `a` and `b` */
function areNear(text: string, a: string, b: string): boolean {
  for (let at = text.indexOf(a); at >= 0; at = text.indexOf(a, at + 1)) {
    let [from, to] = [at, at + a.length - 1];
    for (let word = 0; word < MAX_DISTANCE; word++) {
      from = Math.max(0, text.lastIndexOf(' ', from - 1));
      to = text.indexOf(' ', to + 1);
      if (to < 0) to = text.length;
    }
    if (text.slice(from, at + 1).includes(b) || text.slice(at + a.length - 1, to + 1).includes(b)) return true;
  }
  return false;
}
