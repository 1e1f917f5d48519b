import { isInside, isSamePath } from '../../core/paths.js';
import type { StoreView } from '../../core/results.js';
import { isAgentKind } from '../../core/stores/agent-forms.js';

/** Kinds of stores that belong to the workspace, by precedence: Claude Code's own, then a folder of the project. */
const OWN: readonly (readonly string[])[] = [['main', 'custom'], ['in-repo']];

const isUsed = ({ store, budget, memories }: StoreView): boolean =>
  store.off === undefined && (budget !== undefined || memories.some(({ deleted }) => !deleted));

/**
 * The store that the active editor belongs to: the one its file is in, else that of its folder. Without one the store of the workspace, with an index or at
 * least memories; else the first other store with an index, except those of sub-agents, which belong to no workspace.
 * @param active real path of the file in the active editor, and of its workspace folder
 */
export function workspaceStore(
  views: readonly StoreView[],
  active: { readonly file?: string | undefined; readonly folder?: string | undefined } = {},
): StoreView | undefined {
  const { file, folder } = active;
  const used = views.filter(isUsed);
  const around = used
    .filter(({ store }) => file !== undefined && isInside(file, store.path))
    .sort((a, b) => b.store.path.length - a.store.path.length)[0];
  if (around) return around;
  const own = used.filter(({ store }) => OWN.some((kinds) => kinds.includes(store.kind)));
  const here = own.filter(
    ({ store: { project } }) => folder !== undefined && project !== undefined && isSamePath(project, folder),
  );
  for (const candidates of [here, own])
    for (const kinds of OWN) {
      const found = candidates.find(({ store }) => kinds.includes(store.kind));
      if (found) return found;
    }
  return views.find(({ store, budget }) => budget !== undefined && store.kind !== 'agent' && !isAgentKind(store.kind));
}

/** Stores for a new memory: one for each open folder, in their order. */
export const newMemoryStores = (views: readonly StoreView[]): readonly StoreView[] =>
  views.filter(({ store }) => (store.kind === 'main' || store.kind === 'custom') && store.off === undefined);
