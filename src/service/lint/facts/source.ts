/** What a source of facts is: see `Facts`. */
import type { StoreFacts } from '../../../core/parsed-store.js';
import type { ServicePorts } from '../../ports.js';
import type { StoreSnapshot } from '../../stores/snapshot.js';

/**
 * Finds out one part of the facts. It keeps what it knows by parsed file (those are made anew when a file changes), because it is
 * asked at every keystroke. Something that cannot be found out is left absent and logged, never an error: checking goes on.
 */
export type FactSource = (
  snapshot: StoreSnapshot,
  wanted: FactsScope,
  signal?: AbortSignal,
) => Promise<Partial<StoreFacts>>;

/** `quick`: what must first be found out about a whole store is left out. */
export type FactsScope = 'all' | 'quick';

/** Makes a source for the life of a service. */
export type MakeFactSource = (ports: ServicePorts) => FactSource;
