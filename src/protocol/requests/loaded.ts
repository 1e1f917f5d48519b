import * as z from 'zod';

import { reference, serviceRequest } from './request.js';

export const loadedRequests = {
  /** What Claude Code loads at the start of a session in a folder. */
  loaded: serviceRequest({
    params: z.object({ folder: reference.optional() }),
    call: (memdir, params) => memdir.loaded(params),
  }),
};
