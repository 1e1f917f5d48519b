import * as z from 'zod';

import { reference, serviceRequest } from './request.js';

const connection = z.object({
  agent: z.enum(['claude', 'copilot', 'agents']).optional(),
  folder: reference,
  scope: z.enum(['user', 'local', 'project']),
  remove: z.boolean().optional(),
});

export const connectRequests = {
  /** What connecting an agent would change in its settings; nothing is written. */
  connectPlan: serviceRequest({
    params: connection,
    call: (memdir, request) => memdir.connections.plan(request),
  }),
  /** Rejects with `changed-on-disk` when the plan would be another one now. */
  connectApply: serviceRequest({
    params: connection.extend({ digest: z.string() }),
    call: (memdir, plan) => memdir.connections.apply(plan),
  }),
};
