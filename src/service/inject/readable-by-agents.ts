/**
 * Which memories agents may be given. None that a link of a project puts outside of it: the author of the project chose where such a link leads. Of
 * another agent's memory those of the project and of the user, and no notes of a session, nor what Codex learned in other projects.
 */
import { type MemoryId, pathOfId, type StoreInfo, type StoreKey, storeOfId } from '../../core/memory.js';
import { isSessionStore } from '../../core/stores/agent-forms.js';
import { isAboutOnly } from '../../core/stores/codex-scope.js';
import type { SearchContext } from '../search/context.js';

type ReadContext = Pick<SearchContext, 'ports' | 'indexSync'>;

/** Whether agents are given anything of a store. */
export const isForAgents = (store: Pick<StoreInfo, 'kind' | 'scope' | 'linkedFrom'>): boolean =>
  store.linkedFrom === undefined && !isSessionStore(store);

/** Those of these memories that agents may be given; none of a store that is not in scope. */
export async function readableByAgents(
  { ports, indexSync }: ReadContext,
  ids: readonly MemoryId[],
): Promise<ReadonlySet<MemoryId>> {
  const stores = new Map((await indexSync.stores()).map((store) => [store.key, store]));
  const readable = new Set<MemoryId>();
  for (const [key, some] of Map.groupBy(ids, (id): StoreKey => storeOfId(id))) {
    const store = stores.get(key);
    if (store === undefined || !isForAgents(store)) continue;
    const paths = some.map(pathOfId);
    const withheld = await ports.files.linkedOut(store.path, paths);
    const elsewhere = store.kind === 'codex' ? await ofOtherProjects(ports, store, paths) : new Set<string>();
    for (const id of some) if (!withheld.has(pathOfId(id)) && !elsewhere.has(pathOfId(id))) readable.add(id);
  }
  return readable;
}

async function ofOtherProjects(
  { files, scope }: ReadContext['ports'],
  { path: root }: StoreInfo,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const elsewhere = new Set<string>();
  for (const path of paths) {
    const source = await files.read(root, path);
    if (source !== undefined && !isAboutOnly(source.text, scope.folders)) elsewhere.add(path);
  }
  return elsewhere;
}
