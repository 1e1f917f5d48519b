import type { ServiceSettings } from '../memdir.js';
import type { ServicePorts } from '../ports.js';
import type { Upkeep } from '../upkeep.js';
import type { QueryVectors } from './query-vectors.js';

/** What is needed to search. */
export interface SearchContext {
  readonly ports: ServicePorts;
  readonly upkeep: Upkeep;
  readonly vectors: QueryVectors;
  readonly settings: ServiceSettings;
}
