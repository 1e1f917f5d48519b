/** Whether what a search is about to show is still so: between two comparisons of files and index a file may have gone or changed. */
import { messageOf } from '../../core/errors.js';
import type { MemoryId, StoreInfo } from '../../core/memory.js';
import type { ServicePorts } from '../ports.js';

/** Whether the files of some memories are there with the time and size that the index knows. What nothing can be told of (a drive that is gone) is taken for unchanged. */
export async function stillThere(
  { files, index, log }: Pick<ServicePorts, 'files' | 'index' | 'log'>,
  stores: readonly StoreInfo[],
  ids: readonly MemoryId[],
): Promise<boolean> {
  const documents = await index.documents(ids);
  const unchanged = await Promise.all(
    [...documents.values()].map(async ({ store, path, stamp }) => {
      const home = stores.find(({ key }) => key === store);
      if (home?.exists !== true) return true;
      try {
        const now = await files.stamp(home.path, path);
        return now?.modifiedMs === stamp.modifiedMs && now.size === stamp.size;
      } catch (error) {
        log.warn(`${path} in ${home.label} could not be looked at: ${messageOf(error)}`);
        return true;
      }
    }),
  );
  return unchanged.every(Boolean);
}
