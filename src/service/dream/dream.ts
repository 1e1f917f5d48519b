/** Consolidation of a store: one call plans it, a person reviews the proposals, another call applies them. */
import type { Dreams } from '../../core/memdir.js';
import type { Consolidation } from '../../core/ports/consolidation.js';
import type { DreamContext } from './context.js';

/** Loaded at the first call: no other part of the product needs it. */
async function load() {
  const [{ applyDream }, { createPlanCache, planDream, previewFiles }, { undoDream }] = await Promise.all([
    import('./apply.js'),
    import('./plan.js'),
    import('./undo.js'),
  ]);
  return { plans: createPlanCache(), applyDream, planDream, previewFiles, undoDream };
}

/** @param context called for each request, because settings change while the service lives */
export function createDreams(consolidation: Consolidation, context: () => Omit<DreamContext, 'consolidation'>): Dreams {
  let loaded: ReturnType<typeof load> | undefined;
  const parts = (): ReturnType<typeof load> => (loaded ??= load());
  const ready = (): DreamContext => ({ ...context(), consolidation });
  return {
    plan: async (request, signal) => {
      const { planDream, plans } = await parts();
      return await planDream(ready(), plans, request, signal);
    },
    previewFiles: async (ids, digest) => {
      const { previewFiles, plans } = await parts();
      return previewFiles(plans, ids, digest);
    },
    apply: async (ids, digest) => {
      const { applyDream, plans } = await parts();
      return await applyDream(ready(), plans, ids, digest);
    },
    undo: async (id) => await (await parts()).undoDream(ready(), id),
  };
}
