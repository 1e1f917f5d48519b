/** Answers the view Map. */
import type { mapRequests } from '../../protocol/webview/map.js';
import type { Handlers, OpenPanel } from './handlers.js';

export const mapHandlers = ({ host }: OpenPanel): Handlers<keyof typeof mapRequests> => ({
  memoryMap: () => host.request('memoryMap'),
});
