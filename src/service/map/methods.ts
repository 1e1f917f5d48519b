import type { MemoryMap } from '../../core/map/results.js';
import type { ServiceContext } from '../context.js';

/** Methods of the service about the map of memories. The simulation of the layout is loaded once a map is asked for. */
export const mapMethods = {
  memoryMap: async (context: ServiceContext, signal?: AbortSignal): Promise<MemoryMap> =>
    (await import('./map.js')).memoryMap(context, signal),
};
