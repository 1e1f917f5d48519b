/** How often memories were used, for stores whose index is cut: it decides what is worth a loaded place. */
import { memoryId } from '../../paths.js';
import type { MakeFactSource } from './source.js';

export const useFacts: MakeFactSource =
  ({ index, log }) =>
  async (snapshot, wanted) => {
    if (wanted === 'quick' || snapshot.index?.budget.cutLine === undefined) return {};
    const ids = new Map([...snapshot.files.keys()].map((path) => [path, memoryId(snapshot.info.key, path)]));
    const counts = await index.accessCounts([...ids.values()]).catch((error: unknown) => {
      log.error(`The uses of ${snapshot.info.label} could not be looked up.`, error);
      return undefined;
    });
    if (counts === undefined) return {};
    const uses = new Map([...ids].map(([path, id]) => [path, counts.get(id) ?? 0]));
    return { uses };
  };
