/** Compares the hits of a search with their files: between two comparisons of files and index a file may disappear or change. */
import { messageOf } from '../../core/errors.js';
import type { StoreInfo } from '../../core/memory.js';
import type { IndexedDocument } from '../../core/ports/documents.js';
import type { SearchPorts } from '../ports.js';

/** Whether the files of some documents are those that the index knows. A file that cannot be looked at (a drive that is gone) counts as unchanged. */
export async function areUnchanged(
  { files, log }: Pick<SearchPorts, 'files' | 'log'>,
  stores: readonly StoreInfo[],
  documents: readonly IndexedDocument[],
): Promise<boolean> {
  const unchanged = await Promise.all(
    documents.map(async ({ store, path, stamp }) => {
      const home = stores.find(({ key }) => key === store);
      if (home?.exists !== true) return true;
      try {
        const now = await files.stamp(home.path, path);
        if (now === undefined) return false;
        if (stamp.version !== undefined) return now.version === stamp.version;
        return (await files.read(home.path, path))?.stamp.hash === stamp.hash;
      } catch (error) {
        log.warn(`${path} in ${home.label} could not be looked at: ${messageOf(error)}`);
        return true;
      }
    }),
  );
  return unchanged.every(Boolean);
}
