/** Tells the client which resources changed. */
import { INDEX_NAME } from '../core/index/index-file.js';
import type { MemoryId } from '../core/memory.js';
import type { StoreContents } from '../service/memdir.js';
import { memoryId } from '../service/paths.js';

/** What resources looked like: `face` is what a list shows of one, `hash` is that of its bytes. */
type Seen = ReadonlyMap<MemoryId, { readonly face: string; readonly hash: string }>;

export interface ResourceChanges {
  /** Ids whose content is another one, or gone. */
  readonly changed: readonly MemoryId[];
  /** Whether a list of resources would be another one. */
  readonly list: boolean;
}

export const NOTHING_SEEN: Seen = new Map();

export function seenOf(stores: readonly StoreContents[]): Seen {
  const seen = new Map<MemoryId, { face: string; hash: string }>();
  for (const { info, indexHash, memories } of stores) {
    if (indexHash !== undefined) seen.set(memoryId(info.key, INDEX_NAME), { face: info.label, hash: indexHash });
    for (const { id, hash, name, description, deletedMs } of memories)
      seen.set(id, { face: deletedMs === undefined ? `${name}\n${description}` : '', hash });
  }
  return seen;
}

export function changesBetween(before: Seen, after: Seen): ResourceChanges {
  const changed: MemoryId[] = [];
  let list = false;
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(id), after.get(id)];
    if (was?.hash !== is?.hash) changed.push(id);
    list ||= (was?.face ?? '') !== (is?.face ?? '');
  }
  return { changed, list };
}
