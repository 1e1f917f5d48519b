import type { Consolidation } from '../../core/ports/consolidation.js';
import type { Facts } from '../facts.js';
import type { WriteParts } from '../write/parts.js';

export interface DreamParts extends WriteParts {
  readonly facts: Facts;
  readonly consolidation: Consolidation;
}
