/** Consolidation of a store: looked for in one call, looked through by a person, applied in another. */
import { MemdirError } from '../core/errors.js';
import type { Dreams } from '../core/memdir.js';
import type { Consolidation } from '../core/ports/consolidation.js';
import { applyDream } from './dream/apply.js';
import type { DreamParts } from './dream/parts.js';
import { planDream, Plans } from './dream/plan.js';
import { together } from './dream/together.js';
import { undoDream } from './dream/undo.js';
import type { ServicePorts } from './ports.js';

/** `parts` gives what is set now: settings change while the service lives. */
export function dreamsOf(
  ports: Pick<ServicePorts, 'consolidation'>,
  parts: () => Omit<DreamParts, 'consolidation'>,
): Dreams {
  const plans = new Plans();
  const ready = (): DreamParts => ({ ...parts(), consolidation: portOf(ports.consolidation) });
  return {
    plan: async (request, signal) => await planDream(ready(), plans, request, signal),
    together: (ids, digest) => Promise.resolve().then(() => together(plans, ids, digest)),
    apply: async (ids, digest) => await applyDream(ready(), plans, ids, digest),
    undo: async (id) => await undoDream(ready(), id),
  };
}

function portOf(consolidation: Consolidation | undefined): Consolidation {
  if (consolidation === undefined) throw new MemdirError('unavailable', 'Memory cannot be consolidated here.');
  return consolidation;
}
