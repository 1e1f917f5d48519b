/** Consolidation of a store: one call plans it, a person reviews the proposals, another call applies them. */
import type { Dreams } from '../../core/memdir.js';
import type { Consolidation } from '../../core/ports/consolidation.js';
import { applyDream } from './apply.js';
import type { DreamContext } from './context.js';
import { createPlanCache, planDream, previewFiles } from './plan.js';
import { undoDream } from './undo.js';

/** @param context called for each request, because settings change while the service lives */
export function createDreams(consolidation: Consolidation, context: () => Omit<DreamContext, 'consolidation'>): Dreams {
  const plans = createPlanCache();
  const ready = (): DreamContext => ({ ...context(), consolidation });
  return {
    plan: async (request, signal) => await planDream(ready(), plans, request, signal),
    previewFiles: (ids, digest) => Promise.resolve().then(() => previewFiles(plans, ids, digest)),
    apply: async (ids, digest) => await applyDream(ready(), plans, ids, digest),
    undo: async (id) => await undoDream(ready(), id),
  };
}
