/** Answers the view Time. */
import type { timeRequests } from '../../protocol/webview/time.js';
import type { Handlers, OpenPanel } from './handlers.js';

export const timeHandlers = ({ host }: OpenPanel): Handlers<keyof typeof timeRequests> => ({
  timeline: () => host.request('timeline'),
});
