import type { ServiceSettings } from '../core/memdir.js';
import type { LintContext } from './lint/lint.js';
import type { ServicePorts } from './ports.js';
import type { SearchParts } from './search/parts.js';

/** What the features of the service work with. Immutable: changed settings make another one, so a call sees the same settings from its begin to its end. */
export interface ServiceContext extends LintContext, SearchParts {
  readonly ports: ServicePorts;
  readonly settings: ServiceSettings;
}
