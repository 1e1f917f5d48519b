/** The interface of a fact source: see `FactCollector`. */
import type { StoreFacts } from '../../../core/parsed-store.js';
import type { ServicePorts } from '../../ports.js';
import type { StoreSnapshot } from '../../stores/snapshot.js';

/**
 * Determines one part of the facts. It caches by parsed file (a changed file is a new object), because it runs at every keystroke. A fact that
 * cannot be determined is left out and logged; linting goes on.
 */
export type FactSource = (
  snapshot: StoreSnapshot,
  wanted: FactsScope,
  signal?: AbortSignal,
) => Promise<Partial<StoreFacts>>;

/** `quick`: leaves out facts that need a scan of the whole store. */
export type FactsScope = 'all' | 'quick';

/** Makes a source for the life of a service. */
export type MakeFactSource = (ports: ServicePorts) => FactSource;
