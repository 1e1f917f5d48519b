/** What lint rules need to know that the markdown does not say: see {@link StoreFacts}. One source a file in `facts/`. */
import { throwIfAborted } from '../core/errors.js';
import type { StoreFacts } from '../core/parsed-store.js';
import { citationFacts } from './facts/citations.js';
import { otherFileFacts } from './facts/others.js';
import { relationFacts } from './facts/relations.js';
import type { FactSource, FactsWanted, MakeFactSource } from './facts/source.js';
import type { ServicePorts } from './ports.js';
import type { StoreSnapshot } from './snapshot.js';

const SOURCES: readonly MakeFactSource[] = [otherFileFacts, citationFacts, relationFacts];

export class Facts {
  readonly #sources: readonly FactSource[];

  constructor(ports: ServicePorts) {
    this.#sources = SOURCES.map((make) => make(ports));
  }

  async of(snapshot: StoreSnapshot, signal?: AbortSignal, wanted: FactsWanted = 'all'): Promise<StoreFacts> {
    const parts = await Promise.all(this.#sources.map((find) => find(snapshot, wanted, signal)));
    throwIfAborted(signal);
    return Object.assign({}, ...parts) as StoreFacts;
  }
}
