import * as z from 'zod';

import { reference, serviceRequest } from './request.js';

const decision = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['still-true', 'forget']) }),
  z.object({ do: z.literal('later'), days: z.number().int().positive().optional() }),
  z.object({ do: z.enum(['merge', 'supersede']), other: reference }),
]);

export const reviewRequests = {
  /** Memories that deserve a look, with the evidence. */
  review: serviceRequest({
    params: z.object({ ids: z.array(reference).readonly().optional() }),
    call: (memdir, request, signal) => memdir.review(request, signal),
  }),
  /** The texts of two memories beside each other. */
  reviewCompare: serviceRequest({
    params: z.object({ id: reference, other: reference }),
    call: (memdir, { id, other }) => memdir.reviewCompare(id, other),
  }),
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
