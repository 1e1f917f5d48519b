import type { Connection } from 'vscode-languageserver';

import type { Memdir } from '../core/memdir.js';
import type { Log } from '../core/ports/log.js';
import type { HostConfiguration } from '../protocol/configuration.js';
import type { HostContext } from '../protocol/requests/host-context.js';
import { agentView } from '../service/tools/agent-view.js';
import { callTool, previewTool } from '../service/tools/call-tool.js';
import type { Notify } from './events.js';
import type { Diagnostics } from './lint/diagnostics.js';
import { fixAll } from './lint/fix-all.js';
import { trimIndex } from './lint/trim-index.js';
import { withProgress } from './progress.js';
import type { StartupOrder } from './startup-order.js';

export interface HostOptions {
  readonly connection: Connection;
  readonly memdir: (signal?: AbortSignal) => Promise<Memdir>;
  readonly diagnostics: Diagnostics;
  readonly startup: StartupOrder;
  readonly configure: (configuration: HostConfiguration) => void;
  readonly notify: Notify;
  readonly log: Log;
}

/** The host as requests see it. */
export const hostContext = (options: HostOptions): HostContext => {
  const { connection, memdir, diagnostics, startup, configure, notify, log } = options;
  return {
    memdir,
    configure,
    invalidate: async (view, service) => {
      if (view === 'inbox') return await notify('inboxChanged', {});
      diagnostics.everythingChanged();
      await notify('changed', { stores: (await service.roots()).map(({ key }) => key) });
    },
    makeTree: (work) => startup.runTree(work),
    lintAll: (signal) => diagnostics.checkAll(signal),
    fixAll: (service, target, signal) =>
      fixAll({ connection, memdir: service, documents: diagnostics.documents }, target, signal),
    indexBudget: async (service, store, signal) =>
      service.indexBudget(store, (await diagnostics.documents.snapshot()).overlay, signal),
    trimIndex: (service, request, signal) =>
      trimIndex({ connection, memdir: service, documents: diagnostics.documents }, request, signal),
    withProgress: (progress, work) => withProgress(connection, progress, work),
    callTool: (service, name, input, signal) => callTool(agentView(service), name, input, { signal, log }),
    previewTool: (service, name, input, signal) => previewTool(agentView(service), name, input, { signal, log }),
  };
};
