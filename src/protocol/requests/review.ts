import * as z from 'zod';

import { NO_PARAMS, reference, serviceRequest } from './request.js';

const decision = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['still-true', 'forget']) }),
  z.object({ do: z.literal('later'), days: z.number().int().positive().optional() }),
  z.object({ do: z.enum(['merge', 'supersede']), other: reference }),
]);

export const reviewRequests = {
  /** Memories that deserve a look, with the evidence. */
  review: serviceRequest({ params: NO_PARAMS, call: (memdir, _, signal) => memdir.review(signal) }),
  reviewDecide: serviceRequest({
    params: z.object({ id: reference, decision }),
    call: (memdir, params, signal) => memdir.reviewDecide(params.id, params.decision, signal),
    invalidates: () => ['tree'],
  }),
  reviewUndo: serviceRequest({
    params: z.object({ id: reference, record: z.string().optional() }),
    call: (memdir, undo) => memdir.reviewUndo(undo),
    invalidates: () => ['tree'],
  }),
};
