/** Which words that stand side by side in a question do so in a document. */
import { type Known, textsOf } from './known.js';
import type { Db } from './native.js';

/** Words of a document from which the other one may be away. */
const NEAR = 2;

/** A document that holds some of the words of a question. */
export interface Holder {
  readonly row: number;
  /** By position in the question. */
  readonly held: readonly boolean[];
}

/**
 * For each document the positions of words that stand beside the one that follows in the question: in either order, at most one other word between.
 * @param words the terms that each word of the question stands for
 * @param idf of each of these words: the rarer one is looked for, and then the other beside it
 */
export function besideIn(
  db: Db,
  known: Known,
  words: readonly (readonly string[])[],
  idf: readonly number[],
  holders: readonly Holder[],
): ReadonlyMap<number, readonly number[]> {
  const padded = words.map((terms) => terms.map((term) => ` ${term} `));
  const rarerFirst = padded.map((one, at): readonly [readonly string[], readonly string[]] => {
    const next = padded[at + 1] ?? [];
    return (idf[at] ?? 0) >= (idf[at + 1] ?? 0) ? [one, next] : [next, one];
  });
  const candidates = holders.filter(({ held }) => held.some((is, at) => is && held[at + 1] === true));
  const texts = textsOf(
    db,
    candidates.map(({ row }) => row),
    known,
  );
  return new Map(
    candidates.map(({ row, held }) => {
      const text = texts.get(row) ?? '';
      const found: number[] = [];
      rarerFirst.forEach(([rarer, other], at) => {
        if (held[at] === true && held[at + 1] === true && rarer.some((a) => other.some((b) => beside(text, a, b))))
          found.push(at);
      });
      return [row, found];
    }),
  );
}

/** @param text terms with a blank around each; so are `a` and `b` */
function beside(text: string, a: string, b: string): boolean {
  for (let at = text.indexOf(a); at >= 0; at = text.indexOf(a, at + 1)) {
    let [from, to] = [at, at + a.length - 1];
    for (let word = 0; word < NEAR; word++) {
      from = Math.max(0, text.lastIndexOf(' ', from - 1));
      to = text.indexOf(' ', to + 1);
      if (to < 0) to = text.length;
    }
    if (text.slice(from, at + 1).includes(b) || text.slice(at + a.length - 1, to + 1).includes(b)) return true;
  }
  return false;
}
