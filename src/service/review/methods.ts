import { listStale } from './stale.js';

/** Methods of the service about memories that deserve a look. */
export const reviewMethods = { stale: listStale };
