import type { TranscriptMemories } from '../../core/inject/transcript-memories.js';
import type { MemoryId } from '../../core/memory.js';
import { isAbsolute, memoryId, storeOf } from '../paths.js';
import type { SearchContext } from '../search/context.js';

/** The memories in scope among what is in the context of an agent. */
export async function presentMemories(
  { indexSync }: Pick<SearchContext, 'indexSync'>,
  { files, ids }: TranscriptMemories,
): Promise<readonly MemoryId[]> {
  const stores = await indexSync.stores();
  const ofFiles = files.flatMap((file): MemoryId[] => {
    const home = isAbsolute(file) ? storeOf(stores, file) : undefined;
    return home === undefined ? [] : [memoryId(home.store.key, home.path)];
  });
  return [...new Set([...ofFiles, ...ids])];
}
