import { NO_PARAMS, serviceRequest } from './request.js';

export const mapRequests = {
  /** Where memories lie when alike ones are near each other, with what connects them. Takes about a second for a thousand. */
  memoryMap: serviceRequest({ params: NO_PARAMS, call: (memdir, _, signal) => memdir.memoryMap(signal) }),
};
