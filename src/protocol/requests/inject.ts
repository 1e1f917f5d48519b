import * as z from 'zod';

import { serviceRequest } from './request.js';

const memories = z.object({ ids: z.array(z.string()).readonly() });

export const injectRequests = {
  /** What an agent is given of these memories, byte for byte, and why not the rest. Counts as an access. */
  given: serviceRequest({ params: memories, call: (memdir, { ids }, signal) => memdir.renderForAgent(ids, signal) }),
  /** Those of these memories that no agent is given. */
  keptFromAgents: serviceRequest({
    params: memories,
    call: (memdir, { ids }, signal) => memdir.keptFromAgents(ids, signal),
  }),
};
