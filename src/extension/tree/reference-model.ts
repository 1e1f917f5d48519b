/** Links between memories, read in both directions. */
import type { MemoryId } from '../../core/memory.js';
import type { MemorySummary, StoreView } from '../../core/results.js';

/** The memories that link to each memory, by its id. */
export function referencesTo(views: readonly StoreView[]): ReadonlyMap<MemoryId, readonly MemorySummary[]> {
  const found = new Map<MemoryId, MemorySummary[]>();
  for (const memory of views.flatMap(({ memories }) => memories)) {
    if (memory.deleted) continue;
    for (const target of memory.links) {
      if (target === memory.id) continue;
      const known = found.get(target);
      if (known === undefined) found.set(target, [memory]);
      else known.push(memory);
    }
  }
  return found;
}

/** The memories that a memory links to. */
export function referencesFrom(views: readonly StoreView[], memory: MemorySummary): readonly MemorySummary[] {
  const byId = new Map(views.flatMap(({ memories }) => memories).map((each) => [each.id, each]));
  return memory.links.flatMap((target) => byId.get(target) ?? []).filter(({ id }) => id !== memory.id);
}
