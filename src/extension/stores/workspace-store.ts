import type { StoreView } from '../../core/results.js';
import { isAgentKind } from '../../core/stores/agent-forms.js';

/** Kinds of stores that belong to the workspace, by precedence: Claude Code's own, then a folder of the project. */
const OWN: readonly (readonly string[])[] = [['main', 'custom'], ['in-repo']];

/** The store of the workspace, with an index or at least memories; else the first other store with an index, except those of sub-agents, which belong to no workspace. */
export function workspaceStore(views: readonly StoreView[]): StoreView | undefined {
  const used = views.filter(
    ({ store, budget, memories }) =>
      store.off === undefined && (budget !== undefined || memories.some(({ deleted }) => !deleted)),
  );
  for (const kinds of OWN) {
    const own = used.find(({ store }) => kinds.includes(store.kind));
    if (own) return own;
  }
  return views.find(({ store, budget }) => budget !== undefined && store.kind !== 'agent' && !isAgentKind(store.kind));
}

/** Stores for a new memory: one for each open folder, in their order. */
export const newMemoryStores = (views: readonly StoreView[]): readonly StoreView[] =>
  views.filter(({ store }) => (store.kind === 'main' || store.kind === 'custom') && store.off === undefined);
