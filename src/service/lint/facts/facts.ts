/** Collects the facts that lint rules need and that markdown does not contain: see {@link StoreFacts}. Each source is a file of this folder. */
import { throwIfAborted } from '../../../core/errors.js';
import { isIndexOf } from '../../../core/file-kinds.js';
import type { StoreFacts } from '../../../core/parsed-store.js';
import type { ServicePorts } from '../../ports.js';
import type { StoreSnapshot } from '../../stores/snapshot.js';
import { citationFacts } from './citations.js';
import { relationFacts } from './relations.js';
import type { FactSource, FactsScope, MakeFactSource } from './source.js';
import { useFacts } from './uses.js';

/** What the listing knows besides memories. */
export const listingFacts: MakeFactSource =
  () =>
  async ({ info, listing, files }) => {
    if (listing.status !== 'listed') return {};
    const { others, unlisted, stores } = listing;
    const unopened = listing.files
      .filter(({ path }) => !isIndexOf(info, path) && !files.has(path))
      .map(({ path }) => path);
    const unread = [...(unlisted ?? []).map(({ path }) => path), ...unopened];
    return {
      ...(others === undefined ? {} : { others }),
      ...(unlisted === undefined ? {} : { unlisted }),
      ...(stores === undefined ? {} : { stores }),
      ...(unread.length === 0 ? {} : { unread }),
    };
  };

const SOURCES: readonly MakeFactSource[] = [listingFacts, citationFacts, relationFacts, useFacts];

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
