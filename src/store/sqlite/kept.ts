/**
 * What was worked out for the keys asked for last, in two halves: what is asked for comes into the young one, and once that is full the old one goes.
 * Reading costs one look in a map, where an order of all keys would cost three.
 */
export class Kept<Key, T> {
  #young = new Map<Key, T | undefined>();
  #old = new Map<Key, T | undefined>();
  #size = 0;

  /**
   * @param most size of all values of a half together; a key adds 1
   * @param sizeOf of a value
   */
  constructor(
    readonly most: number,
    readonly sizeOf: (value: T) => number,
  ) {}

  /** What is known of the keys; `load` is asked for the others. Keys that it does not give have nothing. In the order asked for. */
  get(keys: readonly Key[], load: (keys: readonly Key[]) => ReadonlyMap<Key, T>): ReadonlyMap<Key, T> {
    const missing = keys.filter((key) => !this.#young.has(key) && !this.#old.has(key));
    const loaded = missing.length > 0 ? load(missing) : undefined;
    const found = new Map<Key, T>();
    for (const key of keys) {
      const value = this.#young.get(key) ?? this.#old.get(key) ?? loaded?.get(key);
      if (value !== undefined) found.set(key, value);
      if (!this.#young.has(key)) this.#put(key, value);
    }
    return found;
  }

  #put(key: Key, value: T | undefined): void {
    this.#young.set(key, value);
    this.#size += 1 + (value === undefined ? 0 : this.sizeOf(value));
    if (this.#size <= this.most) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#size = 0;
  }
}

/** Models in use at once: one, and one beside it for other languages. */
const MOST_MODELS = 2;

/** What was worked out for the models asked for last. */
export class Recent<T> {
  readonly #byKey = new Map<string, T>();

  get(key: string, load: () => T): T {
    const known = this.#byKey.has(key) ? (this.#byKey.get(key) as T) : load();
    this.#byKey.delete(key);
    this.#byKey.set(key, known);
    if (this.#byKey.size > MOST_MODELS) this.#byKey.delete(this.#byKey.keys().next().value ?? '');
    return known;
  }
}
