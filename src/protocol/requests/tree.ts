import * as z from 'zod';

import { hostNotification, hostRequest, NO_PARAMS, serviceRequest } from './request.js';

const memory = z.object({ id: z.string() });

export const treeRequests = {
  view: serviceRequest({ params: NO_PARAMS, call: (memdir, _, signal) => memdir.view(signal) }),
  /** The same without marks, sooner: what can be shown before every file is checked. */
  outline: hostRequest({
    params: NO_PARAMS,
    run: (host, _, signal) => host.makeTree(async () => (await host.memdir(signal)).outline(signal)),
  }),
  /** A memory with its text; counts as an access. */
  show: serviceRequest({ params: memory, call: (memdir, { id }) => memdir.show(id) }),
  /** A look at a memory, which is no access. */
  preview: serviceRequest({ params: memory, call: (memdir, { id }) => memdir.preview(id) }),
};

export const treeNotifications = {
  /** The user opened a memory: counts as an access. */
  opened: hostNotification({
    params: memory,
    run: async (host, { id }) => {
      await (await host.memdir()).show(id);
    },
  }),
};
