import { NO_PARAMS, serviceRequest } from './request.js';

export const captureRequests = {
  /** State of the queue of observations that drafts are made of. */
  queue: serviceRequest({ params: NO_PARAMS, call: (memdir) => memdir.capture.queue() }),
  queueRetry: serviceRequest({ params: NO_PARAMS, call: (memdir) => memdir.capture.retryDead() }),
};
