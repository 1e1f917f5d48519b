/** How memories are named where every token counts. */
import { type MemoryId, pathOfId } from '../core/memory.js';
import type { IndexStore } from '../core/ports/index-store.js';
import { memoryId } from './places.js';
import type { Upkeep } from './upkeep.js';

export interface ReferenceParts {
  readonly ports: { readonly index: Pick<IndexStore, 'facts'> };
  readonly upkeep: Pick<Upkeep, 'stores'>;
}

/** See Memdir.references. */
export async function references(
  { ports, upkeep }: ReferenceParts,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, string>> {
  const keys = (await upkeep.stores()).map(({ key }) => key);
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
