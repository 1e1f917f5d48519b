/** Collects the facts that lint rules need and that markdown does not contain: see {@link StoreFacts}. Each source is a file of this folder. */
import { throwIfAborted } from '../../../core/errors.js';
import type { StoreFacts } from '../../../core/parsed-store.js';
import type { ServicePorts } from '../../ports.js';
import type { StoreSnapshot } from '../../stores/snapshot.js';
import { citationFacts } from './citations.js';
import { relationFacts } from './relations.js';
import type { FactSource, FactsScope, MakeFactSource } from './source.js';

/** Files other than memories, from the listing. */
export const otherFileFacts: MakeFactSource =
  () =>
  async ({ listing }) =>
    listing.status === 'listed' && listing.others !== undefined ? { others: listing.others } : {};

const SOURCES: readonly MakeFactSource[] = [otherFileFacts, citationFacts, relationFacts];

export class FactCollector {
  readonly #sources: readonly FactSource[];

  constructor(ports: ServicePorts) {
    this.#sources = SOURCES.map((make) => make(ports));
  }

  async collect(snapshot: StoreSnapshot, signal?: AbortSignal, wanted: FactsScope = 'all'): Promise<StoreFacts> {
    const results = await Promise.all(this.#sources.map((find) => find(snapshot, wanted, signal)));
    throwIfAborted(signal);
    return Object.assign({}, ...results) as StoreFacts;
  }
}
