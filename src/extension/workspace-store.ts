import type { StoreView } from '../protocol/wire.js';

/**
 * The store whose MEMORY.md belongs to the workspace: Claude Code's own, also while it has memories and no index; else the first with an index.
 */
export const workspaceStore = (views: readonly StoreView[]): StoreView | undefined =>
  views.find(({ store, budget, memories }) => (store.kind === 'main' || store.kind === 'custom') && store.off === undefined && (budget !== undefined || memories.some(({ deleted }) => !deleted))) ??
  views.find(({ budget }) => budget);
