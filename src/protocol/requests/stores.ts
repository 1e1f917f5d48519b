import * as z from 'zod';

import { reference, serviceRequest } from './request.js';

const move = z.object({ from: reference, folder: reference });

export const storeRequests = {
  /** Stores that may be memory of a workspace folder (absolute path) from before it was renamed. */
  moveCandidates: serviceRequest({
    params: z.object({ folder: reference }),
    call: (memdir, { folder }) => memdir.moves.candidates(folder),
  }),
  movePlan: serviceRequest({ params: move, call: (memdir, request) => memdir.moves.plan(request) }),
  /** Rejects with `changed-on-disk` when the plan would be another one now. */
  move: serviceRequest({
    params: move.extend({ digest: reference }),
    call: (memdir, plan) => memdir.moves.apply(plan),
    invalidates: () => ['tree'],
  }),
  moveUndo: serviceRequest({
    params: z.object({ id: reference }),
    call: (memdir, { id }) => memdir.moves.undo(id),
    invalidates: () => ['tree'],
  }),
};
