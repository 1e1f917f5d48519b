import * as z from 'zod';

import { CONNECT_AGENTS } from '../../core/connect/agents.js';
import { reference, serviceRequest } from './request.js';

const connection = z.object({
  agent: z.enum(CONNECT_AGENTS).optional(),
  folder: reference,
  scope: z.enum(['user', 'local', 'project']),
  remove: z.boolean().optional(),
});

export const connectRequests = {
  /** Agents that can be connected, with what is installed and what is connected. */
  connectAgents: serviceRequest({
    params: z.object({ folder: reference }),
    call: (memdir, { folder }) => memdir.connections.list(folder),
  }),
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
