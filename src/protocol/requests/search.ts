import * as z from 'zod';

import { LEVELS } from '../../core/memory.js';
import { serviceRequest } from './request.js';

export const searchRequests = {
  search: serviceRequest({
    params: z.object({
      query: z.string(),
      limit: z.number().int().min(1).max(100).optional(),
      type: z.string().optional(),
      level: z.enum(LEVELS).optional(),
      repo: z.string().optional(),
      agentId: z.string().optional(),
      stores: z.array(z.string()).readonly().optional(),
      all: z.boolean().optional(),
      explain: z.boolean().optional(),
      vectorTimeoutMs: z.number().min(0).optional(),
      skipRefresh: z.boolean().optional(),
      idsOnly: z.boolean().optional(),
    }),
    call: (memdir, request, signal) => memdir.search(request, signal),
  }),
};
