/** What is counted of the tokens of memories. */

/** Memories that a question's late interaction is compared with. */
export const SAMPLE = 64;
/** Memories whose tokens are counted; of more the ones with the smallest hashes, which is a fixed random choice. */
export const COUNTED = 2_000;

/**
 * By document, each token once.
 * @param chunks document and numbers of the tokens of each chunk, as they are stored
 */
export function countTokens<Key>(chunks: readonly (readonly [Key, Uint8Array])[]): {
  readonly documents: ReadonlySet<Key>;
  readonly frequency: ReadonlyMap<number, number>;
} {
  const byDocument = new Map<Key, Set<number>>();
  for (const [key, ids] of chunks) {
    const known = byDocument.get(key) ?? new Set<number>();
    for (const id of new Uint32Array(Uint8Array.from(ids).buffer)) known.add(id);
    byDocument.set(key, known);
  }
  const frequency = new Map<number, number>();
  for (const ids of byDocument.values()) for (const id of ids) frequency.set(id, (frequency.get(id) ?? 0) + 1);
  return { documents: new Set(byDocument.keys()), frequency };
}

export function grouped<Key>(rows: readonly (readonly [Key, Uint8Array])[]): Map<Key, Uint8Array[]> {
  const found = new Map<Key, Uint8Array[]>();
  for (const [key, value] of rows) {
    const known = found.get(key);
    if (known) known.push(value);
    else found.set(key, [value]);
  }
  return found;
}
