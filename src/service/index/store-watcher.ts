/** Debounces events of the file watcher: one comparison of index and disk some time after the last event. */
import { messageOf } from '../../core/errors.js';
import type { StoreInfo, StoreKey } from '../../core/memory.js';
import type { ServicePorts } from '../ports.js';
import type { Snapshots } from '../stores/snapshot.js';
import type { IndexSync } from './index-sync.js';

const DEBOUNCE_MS = 300;
const FIRST_MS = 1_000;
/** Milliseconds after which a comparison starts although events keep coming. */
const LONGEST_WAIT_MS = 2_000;

type Changed = (stores: readonly StoreKey[]) => void;

class StoreWatcher {
  #stores: readonly StoreInfo[] = [];
  #stopWatching: (() => Promise<void>) | undefined;
  readonly #hinted = new Set<StoreKey>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstHintMs = 0;
  /** When the last comparison ended. */
  #caughtUpMs = Number.NEGATIVE_INFINITY;
  #stopped = false;
  /** Whether the watcher was just started: it reports nothing until it has scanned all folders. */
  #new = false;
  #work: Promise<void> = Promise.resolve();
  readonly #unlisten: () => void;

  constructor(
    readonly ports: ServicePorts,
    readonly indexSync: IndexSync,
    readonly snapshots: Snapshots,
    readonly changed: Changed,
  ) {
    this.#unlisten = indexSync.onChange((stores) => this.#announce(stores));
  }

  async start(): Promise<void> {
    await this.#watch(await this.indexSync.findStores());
    // The tree is shown first; a search in the meantime compares by itself.
    this.#later(FIRST_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten();
    clearTimeout(this.#timer);
    this.indexSync.watched = false;
    this.snapshots.watch([]);
    await this.#stopWatching?.();
    await this.#work;
  }

  async #watch(stores: readonly StoreInfo[]): Promise<void> {
    const { events } = this.ports;
    const same =
      stores.length === this.#stores.length && stores.every((store, i) => store.path === this.#stores[i]?.path);
    const before = this.#stores;
    this.#stores = stores;
    if (!events || (same && before.length > 0)) return;
    await this.#stopWatching?.();
    this.#stopWatching = events.watch(
      stores.map((store) => store.path),
      (path) => this.#hint(path),
    );
    this.indexSync.watched = true;
    this.#new = true;
    this.snapshots.watch(stores.map((store) => store.key));
    if (before.length > 0) for (const store of stores) this.#hinted.add(store.key);
  }

  #hint(path: string): void {
    if (this.#stopped) return;
    for (const store of this.#stores) {
      if (store.path !== path) continue;
      this.#hinted.add(store.key);
      this.snapshots.invalidate(store.key);
    }
    this.indexSync.hint();
    const now = this.ports.clock.now();
    if (this.#timer === undefined) this.#firstHintMs = now;
    const rest = this.#caughtUpMs + this.indexSync.restMs - now;
    this.#later(Math.max(rest, now - this.#firstHintMs >= LONGEST_WAIT_MS ? 0 : DEBOUNCE_MS));
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#work = this.#work.then(() => this.#catchUp());
    }, ms);
  }

  async #catchUp(): Promise<void> {
    if (this.#stopped) return;
    const hinted = [...this.#hinted];
    this.#hinted.clear();
    if (this.#new) for (const { key } of this.#stores) this.snapshots.invalidate(key);
    this.#new = false;
    try {
      await this.indexSync.compare();
      this.#caughtUpMs = this.ports.clock.now();
      await this.#watch(await this.indexSync.stores());
      this.#announce([...new Set([...hinted, ...this.#hinted])]);
      this.#hinted.clear();
    } catch (error) {
      if (!this.#stopped) this.ports.log.warn(`The index could not be brought up to date: ${messageOf(error)}`);
      this.#announce(hinted);
    }
  }

  #announce(stores: readonly StoreKey[]): void {
    if (this.#stopped || stores.length === 0) return;
    try {
      this.changed(stores);
    } catch (error) {
      this.ports.log.error(`A listener for changes failed: ${messageOf(error)}`, error);
    }
  }
}

/** Watches the stores (where the ports can) and compares at once; returns the stop function. */
export async function watchStores(
  ports: ServicePorts,
  indexSync: IndexSync,
  snapshots: Snapshots,
  changed: Changed,
): Promise<() => Promise<void>> {
  const follower = new StoreWatcher(ports, indexSync, snapshots, changed);
  await follower.start();
  return () => follower.stop();
}
