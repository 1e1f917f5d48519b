import { LRUCache } from 'lru-cache';

/** Remembers that a key has no value. */
const NO_VALUE = Symbol('no value');

/** Values of the keys asked for last, limited by the size of all values together. */
export class SizedCache<Key extends string | number, Value extends NonNullable<unknown>> {
  readonly #values: LRUCache<Key, Value | typeof NO_VALUE>;

  /**
   * @param maxSize of all values together; a key adds 1
   * @param sizeOf a value, a whole number
   */
  constructor(maxSize: number, sizeOf: (value: Value) => number) {
    this.#values = new LRUCache({
      maxSize,
      sizeCalculation: (value) => 1 + (value === NO_VALUE ? 0 : sizeOf(value)),
    });
  }

  /** Values in the order of the keys; `load` is asked for those that are not cached. Keys that `load` leaves out have no value. */
  get(keys: readonly Key[], load: (missing: readonly Key[]) => ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> {
    const { found, missing } = this.known(keys);
    return missing.length === 0 ? found : this.#withLoaded(keys, found, missing, load(missing));
  }

  /** The same where loading takes time. */
  async fetch(
    keys: readonly Key[],
    load: (missing: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ): Promise<ReadonlyMap<Key, Value>> {
    const { found, missing } = this.known(keys);
    return missing.length === 0 ? found : this.#withLoaded(keys, found, missing, await load(missing));
  }

  /** Values that are cached, and the keys that are not. */
  known(keys: readonly Key[]): { readonly found: Map<Key, Value>; readonly missing: readonly Key[] } {
    const found = new Map<Key, Value>();
    const missing: Key[] = [];
    for (const key of keys) {
      const value = this.#values.get(key);
      if (value === undefined) missing.push(key);
      else if (value !== NO_VALUE) found.set(key, value);
    }
    return { found, missing };
  }

  #withLoaded(
    keys: readonly Key[],
    found: ReadonlyMap<Key, Value>,
    missing: readonly Key[],
    loaded: ReadonlyMap<Key, Value>,
  ): ReadonlyMap<Key, Value> {
    for (const key of missing) this.#values.set(key, loaded.get(key) ?? NO_VALUE);
    return new Map(
      keys.flatMap((key): [Key, Value][] => {
        const value = found.get(key) ?? loaded.get(key);
        return value === undefined ? [] : [[key, value]];
      }),
    );
  }
}

/** Models in use at once: the main one, and one for other languages. */
const MAX_MODELS = 2;

/** What was computed for the models asked for last. */
export class ModelCache<Value extends NonNullable<unknown>> {
  readonly #values = new LRUCache<string, Value>({ max: MAX_MODELS });

  /** A key without a value is computed again each time. */
  get<Result extends Value | undefined>(key: string, load: () => Result): Result | Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = load();
    if (value !== undefined) this.#values.set(key, value);
    return value;
  }
}
