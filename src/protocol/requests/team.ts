import * as z from 'zod';

import { NO_PARAMS, reference, serviceRequest } from './request.js';

export const teamRequests = {
  /** How the team folders get to the others, and what waits. The server is not asked. */
  teamStatus: serviceRequest({ params: NO_PARAMS, call: (memdir) => memdir.team.status() }),
  teamSync: serviceRequest({
    params: NO_PARAMS,
    call: (memdir, _, signal) => memdir.team.sync({ pull: true, push: true, asked: true }, signal),
    invalidates: () => ['tree'],
  }),
  /** What the others would get of a memory; nothing is written. */
  teamPlanShare: serviceRequest({
    params: z.object({ id: reference }),
    call: (memdir, { id }, signal) => memdir.team.planShare(id, signal),
  }),
  teamShare: serviceRequest({
    params: z.object({ id: reference, digest: z.string(), confirmed: z.boolean().optional() }),
    call: (memdir, request, signal) => memdir.team.share(request, signal),
    invalidates: () => ['tree'],
  }),
  teamRevoke: serviceRequest({
    params: z.object({ id: reference }),
    call: (memdir, { id }, signal) => memdir.team.revoke(id, signal),
    invalidates: () => ['tree'],
  }),
  /** Password from the editor's secret storage, for as long as the host runs and the setting has this address; without one the host forgets it. */
  teamPassword: serviceRequest({
    params: z.object({ url: z.string(), password: z.string().optional() }),
    call: async (memdir, { url, password }) => memdir.team.setPassword(url, password),
  }),
};
