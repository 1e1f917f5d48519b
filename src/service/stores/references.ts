/** How memories are named where every token counts. */
import { type MemoryId, pathOfId } from '../../core/memory.js';
import type { IndexStore } from '../../core/ports/index-store.js';
import type { IndexSync } from '../index/index-sync.js';
import { memoryId } from '../paths.js';

export interface ReferenceContext {
  readonly ports: { readonly index: Pick<IndexStore, 'facts'> };
  readonly indexSync: Pick<IndexSync, 'stores'>;
}

/** See Memdir.references. */
export async function references(
  { ports, indexSync }: ReferenceContext,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, string>> {
  const keys = (await indexSync.stores()).map(({ key }) => key);
  const namesakes = new Map(
    ids.map((id) => {
      const path = pathOfId(id);
      return [id, keys.map((key) => memoryId(key, path)).filter((other) => other !== id)] as const;
    }),
  );
  const others = [...namesakes.values()].flat();
  const there = others.length === 0 ? new Map<MemoryId, unknown>() : await ports.index.facts(others);
  return new Map([...namesakes].map(([id, same]) => [id, same.some((other) => there.has(other)) ? id : pathOfId(id)]));
}
