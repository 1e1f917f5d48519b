/** Byte arrays of the documents asked for last, by model and document; the ones not asked for longest go first. */
import type { MemoryId } from '../../core/memory.js';

type Arrays = readonly { readonly byteLength: number }[];

export class Kept<T extends Arrays> {
  readonly #byKey = new Map<string, { readonly value: T | undefined; readonly bytes: number }>();
  #bytes = 0;

  constructor(readonly mostBytes: number) {}

  /** What is known of the documents; `load` is asked for the others. Documents that it does not give have nothing. */
  get(model: string, ids: readonly MemoryId[], load: (ids: readonly MemoryId[]) => ReadonlyMap<MemoryId, T>): ReadonlyMap<MemoryId, T> {
    const missing = ids.filter((id) => !this.#byKey.has(`${model}\n${id}`));
    const loaded = missing.length > 0 ? load(missing) : undefined;
    const found = new Map<MemoryId, T>();
    for (const id of ids) {
      const key = `${model}\n${id}`;
      const kept = this.#byKey.get(key);
      const value = kept ? kept.value : loaded?.get(id);
      if (value !== undefined) found.set(id, value);
      this.#put(key, value, kept?.bytes);
    }
    return found;
  }

  #put(key: string, value: T | undefined, before: number | undefined): void {
    const bytes = before ?? key.length + (value ?? []).reduce((sum, one) => sum + one.byteLength, 0);
    this.#byKey.delete(key);
    this.#byKey.set(key, { value, bytes });
    if (before === undefined) this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#byKey) {
      if (this.#bytes <= this.mostBytes) return;
      this.#byKey.delete(oldest);
      this.#bytes -= freed;
    }
  }
}

/** Texts of the documents asked for last, by row; the ones not asked for longest go first. */
export class KeptTexts {
  readonly #byRow = new Map<number, string>();
  #units = 0;

  /** @param mostUnits UTF-16 units of all of them */
  constructor(readonly mostUnits: number) {}

  /** `load` is asked for those that are not known. */
  get(rows: readonly number[], load: (rows: readonly number[]) => readonly (readonly [number, string])[]): ReadonlyMap<number, string> {
    const missing = rows.filter((row) => !this.#byRow.has(row));
    const found = new Map<number, string>(missing.length > 0 ? load(missing) : []);
    for (const [, text] of found) this.#units += text.length;
    for (const row of rows) {
      const text = found.get(row) ?? this.#byRow.get(row);
      if (text === undefined) continue;
      found.set(row, text);
      this.#byRow.delete(row);
      this.#byRow.set(row, text);
    }
    for (const [oldest, text] of this.#byRow) {
      if (this.#units <= this.mostUnits) break;
      this.#byRow.delete(oldest);
      this.#units -= text.length;
    }
    return found;
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
