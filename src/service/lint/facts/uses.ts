/** How often memories were used, for stores whose index is cut: it decides what is worth a loaded place. */
import { memoryId } from '../../paths.js';
import { idsOf } from '../../stores/catalogue.js';
import type { MakeFactSource } from './source.js';

export const useFacts: MakeFactSource =
  ({ index, log }) =>
  async (snapshot, wanted) => {
    if (wanted === 'quick' || snapshot.index?.budget.cutLine === undefined) return {};
    const counts = await index.accessCounts(idsOf(snapshot)).catch((error: unknown) => {
      log.error(`The uses of ${snapshot.info.label} could not be looked up.`, error);
      return undefined;
    });
    if (counts === undefined) return {};
    const uses = new Map<string, number>();
    for (const path of snapshot.files.keys()) uses.set(path, counts.get(memoryId(snapshot.info.key, path)) ?? 0);
    return { uses };
  };
