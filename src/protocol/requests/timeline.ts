import { NO_PARAMS, serviceRequest } from './request.js';

export const timelineRequests = {
  /** Memories by their dates, and what happened to them. */
  timeline: serviceRequest({ params: NO_PARAMS, call: (memdir, _, signal) => memdir.timeline(signal) }),
};
