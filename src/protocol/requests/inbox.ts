import * as z from 'zod';

import { NO_PARAMS, reference, serviceRequest } from './request.js';

const change = z
  .object({
    name: reference.optional(),
    description: reference.optional(),
    type: reference.optional(),
    body: reference.optional(),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: 'Name what changes: name, description, type or body',
  });

const decision = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['accept', 'reject', 'never', 'undo', 'reopen']) }),
  z.object({ do: z.literal('merge'), into: reference }),
  z.object({ do: z.literal('supersede'), memory: reference }),
]);

export const inboxRequests = {
  /** Drafts that wait and concern what is open here. */
  inbox: serviceRequest({ params: NO_PARAMS, call: (memdir, _, signal) => memdir.inbox.list({}, signal) }),
  inboxEdit: serviceRequest({
    params: z.object({ id: reference, change }),
    call: (memdir, params) => memdir.inbox.edit(params.id, params.change),
    invalidates: () => ['inbox'],
  }),
  /** One result for each draft. Rejects when a single draft is decided, and cannot be. `batchId`: the same for requests that are one action of the user. */
  inboxDecide: serviceRequest({
    params: z.object({ ids: z.array(reference).min(1).readonly(), decision, batchId: reference.optional() }),
    call: (memdir, params, signal) => memdir.inbox.decide(params.ids, params.decision, signal, params.batchId),
    invalidates: (results) => [
      'inbox',
      ...(results.some(({ status }) => status === 'saved' || status === 'updated') ? (['tree'] as const) : []),
    ],
  }),
  /** What was decided, the last first. */
  inboxDecided: serviceRequest({ params: NO_PARAMS, call: (memdir) => memdir.inbox.listDecided() }),
};
