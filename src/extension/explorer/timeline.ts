/** Answers the view Time. */
import type { timelineRequests } from '../../protocol/webview/timeline.js';
import type { Handlers, OpenPanel } from './handlers.js';

export const timelineHandlers = ({ host }: OpenPanel): Handlers<keyof typeof timelineRequests> => ({
  timeline: () => host.request('timeline'),
});
