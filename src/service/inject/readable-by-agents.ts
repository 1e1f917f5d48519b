/** Which memories agents may be given: none that a link of a project puts outside of it. The author of the project chose where such a link leads. */
import { type MemoryId, pathOfId, type StoreKey, storeOfId } from '../../core/memory.js';
import type { SearchContext } from '../search/context.js';

/** Those of these memories that agents may be given; none of a store that is not in scope. */
export async function readableByAgents(
  { ports: { files }, indexSync }: Pick<SearchContext, 'ports' | 'indexSync'>,
  ids: readonly MemoryId[],
): Promise<ReadonlySet<MemoryId>> {
  const stores = new Map((await indexSync.stores()).map((store) => [store.key, store]));
  const readable = new Set<MemoryId>();
  for (const [key, some] of Map.groupBy(ids, (id): StoreKey => storeOfId(id))) {
    const store = stores.get(key);
    if (store === undefined || store.linkedFrom !== undefined) continue;
    const linked = await files.linkedOut(store.path, some.map(pathOfId));
    for (const id of some) if (!linked.has(pathOfId(id))) readable.add(id);
  }
  return readable;
}
