/** The stores in scope, as they were found last. */
import type { StoreInfo } from '../../core/memory.js';
import type { SearchPorts } from '../ports.js';

export class StoreLookup {
  readonly #ports: Pick<SearchPorts, 'roots' | 'scope' | 'clock'>;
  #last: { readonly found: Promise<readonly StoreInfo[]>; readonly atMs: number } | undefined;
  /** Keys of the stores that were found last. */
  #keys: string | undefined;

  constructor(ports: Pick<SearchPorts, 'roots' | 'scope' | 'clock'>) {
    this.#ports = ports;
  }

  /** Those of the last look if that is no older than so many milliseconds. */
  recent(freshMs: number): Promise<readonly StoreInfo[]> | undefined {
    return this.#last && this.#ports.clock.now() - this.#last.atMs < freshMs ? this.#last.found : undefined;
  }

  /** The next question looks again. */
  forget(): void {
    this.#last = undefined;
  }

  /** Looks again. `changed`: they are others than before, because a folder became trusted or a setting changed. */
  async find(): Promise<{ readonly stores: readonly StoreInfo[]; readonly changed: boolean }> {
    const found = this.#ports.roots.find(this.#ports.scope);
    this.#last = { found, atMs: this.#ports.clock.now() };
    try {
      const stores = await found;
      const [before, keys] = [this.#keys, stores.map(({ key }) => key).join(' ')];
      this.#keys = keys;
      return { stores, changed: before !== undefined && before !== keys };
    } catch (error) {
      this.#last = undefined;
      throw error;
    }
  }
}
