import type { IndexSync } from '../index/index-sync.js';
import type { ServiceSettings } from '../memdir.js';
import type { ServicePorts } from '../ports.js';
import type { QueryVectors } from './query-vectors.js';

/** What is needed to search. */
export interface SearchParts {
  readonly ports: ServicePorts;
  readonly indexSync: IndexSync;
  readonly vectors: QueryVectors;
  readonly settings: ServiceSettings;
}
