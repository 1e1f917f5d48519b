/** Consolidation of a store: one call plans it, a person reviews the proposals, another call applies them. */
import { MemdirError } from '../../core/errors.js';
import type { Consolidation } from '../../core/ports/consolidation.js';
import type { Dreams } from '../memdir.js';
import type { ServicePorts } from '../ports.js';
import { applyDream } from './apply.js';
import type { DreamContext } from './context.js';
import { PlanCache, planDream, previewFiles } from './plan.js';
import { undoDream } from './undo.js';

/** @param context called for each request, because settings change while the service lives */
export function createDreams(
  ports: Pick<ServicePorts, 'consolidation'>,
  context: () => Omit<DreamContext, 'consolidation'>,
): Dreams {
  const plans = new PlanCache();
  const ready = (): DreamContext => ({ ...context(), consolidation: portOf(ports.consolidation) });
  return {
    plan: async (request, signal) => await planDream(ready(), plans, request, signal),
    previewFiles: (ids, digest) => Promise.resolve().then(() => previewFiles(plans, ids, digest)),
    apply: async (ids, digest) => await applyDream(ready(), plans, ids, digest),
    undo: async (id) => await undoDream(ready(), id),
  };
}

function portOf(consolidation: Consolidation | undefined): Consolidation {
  if (consolidation === undefined) throw new MemdirError('unavailable', 'Memory cannot be consolidated here.');
  return consolidation;
}
