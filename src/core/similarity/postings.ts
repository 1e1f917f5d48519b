/** A key with more values is too common to be selective. */
const MOST_POSTINGS = 40;

/** Inverted index from a key to values. */
export class Postings<K, V> {
  readonly #lists = new Map<K, V[]>();
  readonly #most: number;

  constructor(most = MOST_POSTINGS) {
    this.#most = most;
  }

  add(key: K, value: V): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, [value]);
    else list.push(value);
  }

  count(key: K): number {
    return this.#lists.get(key)?.length ?? 0;
  }

  /** Empty for a key with too many values. */
  of(key: K): readonly V[] {
    const list = this.#lists.get(key) ?? [];
    return list.length > this.#most ? [] : list;
  }

  remove(key: K, gone: (value: V) => boolean): void {
    const list = this.#lists.get(key)?.filter((value) => !gone(value)) ?? [];
    if (list.length === 0) this.#lists.delete(key);
    else this.#lists.set(key, list);
  }
}
