import type { StoreView } from '../../protocol/wire.js';

/** What belongs to the workspace: Claude Code's own stores, then a folder of the project. */
const OWN: readonly (readonly string[])[] = [['main', 'custom'], ['in-repo']];

/** The store whose MEMORY.md belongs to the workspace, also while it has memories and no index; without one the first with an index that is not a sub-agent's: its notes are of no workspace. */
export function workspaceStore(views: readonly StoreView[]): StoreView | undefined {
  const used = views.filter(
    ({ store, budget, memories }) =>
      store.off === undefined && (budget !== undefined || memories.some(({ deleted }) => !deleted)),
  );
  for (const kinds of OWN) {
    const own = used.find(({ store }) => kinds.includes(store.kind));
    if (own) return own;
  }
  return views.find(({ store, budget }) => budget !== undefined && store.kind !== 'agent');
}

/** Where a new memory may go: one place for each folder that is open, in their order. */
export const newMemoryStores = (views: readonly StoreView[]): readonly StoreView[] =>
  views.filter(({ store }) => (store.kind === 'main' || store.kind === 'custom') && store.off === undefined);
