import type { ServiceSettings } from '../../core/memdir.js';
import type { IndexSync } from '../index/index-sync.js';
import type { SearchPorts } from '../ports.js';
import type { QueryVectors } from './query-vectors.js';

/** What is needed to search. */
export interface SearchParts {
  readonly ports: SearchPorts;
  readonly indexSync: IndexSync;
  readonly vectors: QueryVectors;
  readonly settings: ServiceSettings;
}
