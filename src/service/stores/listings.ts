/** Listings of large stores, which take tens of milliseconds: a watched one is listed again only when something changed, and then after a rest. */
import { INDEX_NAME } from '../../core/index/index-file.js';
import type { StoreInfo, StoreKey } from '../../core/memory.js';
import type { ListedFile, Listing } from '../../core/ports/files.js';
import { raceAbort } from '../../core/race-abort.js';
import type { ServicePorts } from '../ports.js';

/** Files from which a store is large. */
export const LARGE = 1_000;

interface Kept {
  readonly listing: Promise<Listing>;
  readonly atMs: number;
  /** Number of the last event before it. */
  readonly event: number;
}

export interface Freshness {
  /** Milliseconds for which a listing counts although events came since. */
  readonly dirtyMs: number;
  /** The same without events. */
  readonly cleanMs: number;
}

export class Listings {
  readonly #ports: Pick<ServicePorts, 'files' | 'clock'>;
  /** Listings of large stores alone. */
  readonly #kept = new Map<StoreKey, Kept>();
  readonly #large = new Set<StoreKey>();
  #event = 0;

  constructor(ports: Pick<ServicePorts, 'files' | 'clock'>) {
    this.#ports = ports;
  }

  /** Notes a possible change. */
  hint(): void {
    this.#event += 1;
  }

  /** @param freshness undefined: the store is listed now */
  async list(store: StoreInfo, freshness: Freshness | undefined, signal?: AbortSignal): Promise<Listing> {
    const { files, clock } = this.#ports;
    const known = this.#kept.get(store.key);
    const now = clock.now();
    if (known && freshness) {
      const { dirtyMs, cleanMs } = freshness;
      if (now - known.atMs < (known.event === this.#event ? cleanMs : dirtyMs))
        return await raceAbort(known.listing, signal);
    }
    // Several wait for one listing, so that none of them can cancel it.
    if (!this.#large.has(store.key) || !freshness) return this.#note(store, await files.list(store.path, signal));
    const listing = files.list(store.path);
    const kept = { listing, atMs: now, event: this.#event };
    this.#kept.set(store.key, kept);
    listing.then(
      (done) => this.#note(store, done),
      () => this.#forget(store.key, kept),
    );
    return await raceAbort(listing, signal);
  }

  /** Takes over what this process wrote. */
  async written(store: StoreInfo, paths: readonly string[]): Promise<void> {
    const kept = this.#kept.get(store.key);
    if (kept === undefined) return;
    const changed = [...new Set([...paths, INDEX_NAME])];
    const stamps = await Promise.all(changed.map((path) => this.#ports.files.stamp(store.path, path)));
    const listing = kept.listing.then((before) => withStamps(before, new Set(changed), stamps));
    // A listing that failed is not kept.
    listing.catch(() => undefined);
    if (this.#kept.get(store.key) === kept) this.#kept.set(store.key, { ...kept, listing });
    else this.#kept.delete(store.key);
  }

  #note(store: StoreInfo, listing: Listing): Listing {
    if (listing.status === 'listed' && listing.files.length >= LARGE) this.#large.add(store.key);
    else {
      this.#large.delete(store.key);
      this.#kept.delete(store.key);
    }
    return listing;
  }

  #forget(key: StoreKey, kept: Kept): void {
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
  }
}

function withStamps(
  listing: Listing,
  changed: ReadonlySet<string>,
  stamps: readonly (ListedFile | undefined)[],
): Listing {
  if (listing.status !== 'listed') return listing;
  const files = listing.files.filter(({ path }) => !changed.has(path));
  for (const stamp of stamps) if (stamp !== undefined) files.push(stamp);
  return { ...listing, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
