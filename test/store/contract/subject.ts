/** The index that a test of the contract works with: a fresh one for each test. */
import type { IndexedDocument } from '../../../src/core/ports/documents.js';
import type { IndexStore, SearchFilter } from '../../../src/core/ports/index-store.js';
import { vectorLeg, wordsLeg } from '../queries.js';
import { plane } from '../samples.js';

export const NONE: SearchFilter = {};

export class Subject {
  #store: IndexStore | undefined;

  get store(): IndexStore {
    if (!this.#store) throw new Error('No index is open.');
    return this.#store;
  }

  async open(make: () => Promise<IndexStore>): Promise<void> {
    this.#store = await make();
  }

  put(...upsert: IndexedDocument[]): Promise<void> {
    return this.store.apply({ upsert });
  }

  /** Found by words. */
  async ids(terms: readonly string[], filter: SearchFilter = NONE): Promise<string[]> {
    return (await wordsLeg(this.store, terms, filter, 50)).hits.map((hit) => hit.id);
  }

  /** Found by vectors of the model `m`, nearest to 0 degrees first. */
  async near(filter: SearchFilter = NONE, limit = 50): Promise<string[]> {
    return (await vectorLeg(this.store, plane(0), 'm', filter, limit)).hits.map((hit) => hit.id);
  }
}
