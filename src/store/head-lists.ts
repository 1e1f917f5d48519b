/** Heads of a store by path, in the order of JavaScript's strings. */
import type { DocumentHead } from '../core/ports/documents.js';

/** Sorting thousands again takes longer than putting a few in their places. */
export function withChanged(
  before: ReadonlyMap<string, DocumentHead>,
  changed: (readonly [string, DocumentHead])[],
): ReadonlyMap<string, DocumentHead> {
  const added = changed.filter(([path]) => !before.has(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  const heads = new Map<string, DocumentHead>();
  let at = 0;
  for (const [path, head] of before) {
    for (let next = added[at]; next !== undefined && next[0] < path; next = added[(at += 1)]) heads.set(...next);
    heads.set(path, head);
  }
  for (const [path, head] of added.slice(at)) heads.set(path, head);
  for (const [path, head] of changed) heads.set(path, head);
  return heads;
}

/** Not by the database: it has another order of characters. */
export const byPath = (heads: (readonly [string, DocumentHead])[]): ReadonlyMap<string, DocumentHead> =>
  new Map(heads.sort(([a], [b]) => (a < b ? -1 : 1)));
