import * as z from 'zod';

import { hostRequest, NO_PARAMS } from './request.js';

export const lintRequests = {
  lintAll: hostRequest({ params: NO_PARAMS, run: (host, _, signal) => host.lintAll(signal) }),
  /**
   * Makes every safe repair of a file (by address), a store or several memories as one edit of the editor, unsaved text included. That of
   * more than a file is shown first, for the user to accept.
   */
  fixAll: hostRequest({
    params: z.union([
      z.object({ file: z.string() }),
      z.object({ store: z.string() }),
      z.object({ memories: z.array(z.string()).readonly() }),
    ]),
    run: async (host, target, signal) => host.fixAll(await host.memdir(signal), target, signal),
  }),
};
