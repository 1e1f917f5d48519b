import * as z from 'zod';

import { reference, serviceRequest } from './request.js';

const choice = z.object({ ids: z.array(z.string()).readonly(), digest: z.string() });

export const dreamRequests = {
  /** What consolidation proposes; nothing is written. */
  dreamPlan: serviceRequest({
    params: z.object({ store: z.string().optional(), force: z.boolean().optional(), model: z.boolean().optional() }),
    call: (memdir, request, signal) => memdir.dream.plan(request, signal),
  }),
  /** Each file as all of these proposals together would make it. */
  dreamTogether: serviceRequest({
    params: choice,
    call: (memdir, { ids, digest }) => memdir.dream.previewFiles(ids, digest),
  }),
  /** Rejects with `changed-on-disk` when the memories are other ones by now. */
  dreamApply: serviceRequest({
    params: choice,
    call: (memdir, { ids, digest }) => memdir.dream.apply(ids, digest),
    invalidates: () => ['tree'],
  }),
  dreamUndo: serviceRequest({
    params: z.object({ id: reference }),
    call: (memdir, { id }) => memdir.dream.undo(id),
    invalidates: () => ['tree'],
  }),
};
