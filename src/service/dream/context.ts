import type { Consolidation } from '../../core/ports/consolidation.js';
import type { FactCollector } from '../lint/facts/facts.js';
import type { WriteContext } from '../write/context.js';

export interface DreamContext extends WriteContext {
  readonly facts: FactCollector;
  readonly consolidation: Consolidation;
}
