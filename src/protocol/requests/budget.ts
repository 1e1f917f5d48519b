import * as z from 'zod';

import { hostRequest, reference } from './request.js';

const trims = z.array(z.object({ line: z.number().int().min(0), how: z.enum(['remove', 'shorten']) })).readonly();

export const budgetRequests = {
  /** The MEMORY.md of a store line by line, unsaved text included, and what of it to trim first. */
  indexBudget: hostRequest({
    params: z.object({ store: reference }),
    run: async (host, { store }, signal) => host.indexBudget(await host.memdir(signal), store, signal),
  }),
  /** The budget after some of these choices; with `apply` the editor shows the change for the user to accept. */
  trimIndex: hostRequest({
    params: z.object({ store: reference, trims, apply: z.boolean() }),
    run: async (host, request, signal) => host.trimIndex(await host.memdir(signal), request, signal),
  }),
};
