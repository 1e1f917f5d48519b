import type { Db } from './native.js';
import { statement } from './statement.js';

/** The documents that hold a term. */
export interface Postings {
  /** Document rows, ascending. */
  readonly rows: Uint32Array;
  /** What the term adds to the bm25 of each: the sum over a question's terms is the bm25 of all of them. */
  readonly scores: Float64Array;
}

/** Of one state of the index. */
export interface KeptPostings {
  readonly byTerm: Map<string, Postings>;
  /** Documents of all of them. */
  documents: number;
}

/** Documents that are kept for the terms asked for last; 12 bytes each. */
const MOST_KEPT = 500_000;

/** An FTS5 string: whatever stands inside the quotes is text, never syntax. */
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`;

/** Worked out once for each state of the index. Fields name, description, body and path are weighted 2, 2, 1, 1. */
export function postingsOf(db: Db, term: string, kept: KeptPostings): Postings {
  let found = kept.byTerm.get(term);
  if (!found) {
    const hits = statement(db, 'select rowid, -bm25(terms, 2.0, 2.0, 1.0, 1.0) from terms where terms match ?').raw().all(quoted(term)) as [number, number][];
    found = { rows: Uint32Array.from(hits, ([row]) => row), scores: Float64Array.from(hits, ([, score]) => score) };
    kept.documents += found.rows.length + 1;
    if (kept.documents > MOST_KEPT) {
      kept.byTerm.clear();
      kept.documents = found.rows.length + 1;
    }
    kept.byTerm.set(term, found);
  }
  return found;
}

/** Whether a document holds the term. */
export function holds({ rows }: Postings, row: number): boolean {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((rows[middle] as number) < row) from = middle + 1;
    else to = middle;
  }
  return rows[from] === row;
}

export interface Scored {
  readonly row: number;
  readonly score: number;
}

/** Sums of the allowed documents that hold any of the terms: the `limit` best and all that are as good as the last of them. */
export function bestOf(terms: readonly Postings[], allowed: Uint8Array, limit: number): Scored[] {
  const sums = new Float64Array(allowed.length);
  const touched: number[] = [];
  for (const { rows, scores } of terms) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      if (allowed[row] !== 1) continue;
      if (sums[row] === 0) touched.push(row);
      sums[row] = (sums[row] as number) + (scores[i] as number);
    }
  }
  const least = leastOfBest(Float64Array.from(touched, (row) => sums[row] as number), limit);
  return touched.filter((row) => (sums[row] as number) >= least).map((row) => ({ row, score: sums[row] as number }));
}

/** The `wanted`th largest of some values, whose order is lost; minus infinity when there are fewer. */
export function leastOfBest(values: Float64Array, wanted: number): number {
  const target = values.length - wanted;
  if (target < 0) return -Infinity;
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[(from + to) >>> 1] as number;
    let [low, high] = [from, to];
    while (low <= high) {
      while ((values[low] as number) < pivot) low++;
      while ((values[high] as number) > pivot) high--;
      if (low > high) break;
      const kept = values[low] as number;
      values[low++] = values[high] as number;
      values[high--] = kept;
    }
    if (target <= high) to = high;
    else if (target >= low) from = low;
    else break;
  }
  return values[target] as number;
}
