import { reviewCompare } from './compare.js';
import { reviewDecide, reviewUndo } from './decide.js';
import { reviewQueue } from './queue.js';
import { listStale } from './stale.js';

/** Methods of the service about memories that deserve a look. */
export const reviewMethods = { stale: listStale, review: reviewQueue, reviewCompare, reviewDecide, reviewUndo };
