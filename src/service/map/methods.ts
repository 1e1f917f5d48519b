import { memoryMap } from './map.js';

/** Methods of the service about the map of memories. */
export const mapMethods = { memoryMap };
