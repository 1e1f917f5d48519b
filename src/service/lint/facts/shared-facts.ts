/** Facts that several agents or scopes remember: unlike other facts they need every store in scope. */
import type { StoreKey } from '../../../core/memory.js';
import type { SharedFact, StoreFacts } from '../../../core/parsed-store.js';
import { keeperOf, sharedFacts } from '../../../core/similarity/shared-facts.js';
import type { IndexSync } from '../../index/index-sync.js';
import type { Snapshots, StoreSnapshot } from '../../stores/snapshot.js';

export interface SharedContext {
  readonly indexSync: Pick<IndexSync, 'stores'>;
  readonly snapshots: Snapshots;
}

export class SharedFacts {
  /** The maps of files that were compared last, which stay the same while nothing changes. */
  #compared: readonly StoreSnapshot['files'][] = [];
  #found: ReadonlyMap<StoreKey, readonly SharedFact[]> = new Map();

  async collect(
    { indexSync, snapshots }: SharedContext,
    snapshot: StoreSnapshot,
    signal?: AbortSignal,
  ): Promise<Pick<StoreFacts, 'shared'>> {
    const stores = (await indexSync.stores()).filter(({ exists }) => exists);
    // With one keeper there is nothing to compare.
    if (new Set(stores.map(keeperOf)).size < 2) return {};
    const all: StoreSnapshot[] = [];
    for (const info of stores)
      all.push(
        info.key === snapshot.info.key
          ? snapshot
          : (snapshots.recent(info.key) ?? (await snapshots.load(info, signal))),
      );
    const files = all.map((store) => store.files);
    if (files.length !== this.#compared.length || files.some((each, at) => each !== this.#compared[at])) {
      this.#found = sharedFacts(all);
      this.#compared = files;
    }
    const shared = this.#found.get(snapshot.info.key);
    return shared === undefined ? {} : { shared };
  }
}
