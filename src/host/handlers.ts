import type { Connection } from 'vscode-languageserver';

import { MemdirError, messageOf } from '../core/errors.js';
import type { MemoryId } from '../core/memory.js';
import type { Log } from '../core/ports/log.js';
import type { IndexProgress } from '../core/results.js';
import { fromHost, type HostConfiguration, type HostHandlers, REBUILD_TOKEN } from '../protocol/methods.js';
import type { Memdir } from '../service/memdir.js';
import { connectHandlers } from './connect.js';
import { dreamHandlers } from './dream.js';
import { inboxHandlers } from './inbox.js';
import { lifecycleHandlers } from './lifecycle.js';
import type { Diagnostics } from './lint/diagnostics.js';
import { fixAll } from './lint/fix-all.js';
import { modelHandlers } from './models.js';
import { moveHandlers } from './moves.js';
import { withProgress } from './progress.js';
import type { StartupOrder } from './startup-order.js';
import { toolHandlers } from './tools.js';

export interface HandlerParts {
  readonly connection: Connection;
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  readonly diagnostics: Diagnostics;
  readonly tree: StartupOrder;
  readonly configure: (configuration: HostConfiguration) => void;
  readonly log: Log;
}

/** The parameters' type holds for our own extension; whatever else comes must fail with a sentence. */
function idOf(params: { readonly id: MemoryId } | undefined): MemoryId {
  if (typeof params?.id !== 'string') throw new MemdirError('bad-input', 'Name a memory by its id.');
  return params.id;
}

/** Requests that only read. */
function readingHandlers({
  engine,
  tree,
  log,
}: Pick<HandlerParts, 'engine' | 'tree' | 'log'>): Pick<
  HostHandlers,
  'view' | 'outline' | 'show' | 'search' | 'opened' | 'health'
> {
  const countAccess = async (params: { readonly id: MemoryId }): Promise<void> => {
    await (await engine()).show(idOf(params));
  };
  return {
    view: async (signal) => (await engine(signal)).view(signal),
    outline: (signal) => tree.runTree(async () => (await engine(signal)).outline(signal)),
    show: async (params, signal) => {
      const id = idOf(params);
      return (await engine(signal)).show(id);
    },
    search: async (request, signal) => {
      if (typeof request?.query !== 'string') throw new MemdirError('bad-input', 'A search needs a question.');
      return (await engine(signal)).search(request, signal);
    },
    opened: (params) => {
      countAccess(params).catch((error: unknown) => log.warn(`The access was not counted: ${messageOf(error)}`));
    },
    health: async (signal) => (await engine(signal)).doctor(),
  };
}

/** Answers of the host, one a request of the protocol. */
export function createHandlers({ connection, engine, diagnostics, tree, configure, log }: HandlerParts): HostHandlers {
  const renew = async (memdir: Memdir): Promise<void> => {
    diagnostics.everythingChanged();
    await connection.sendNotification(fromHost.changed, { stores: (await memdir.roots()).map(({ key }) => key) });
  };
  return {
    ...readingHandlers({ engine, tree, log }),
    refresh: async (signal) => {
      const memdir = await engine(signal);
      const report = await memdir.index({ embed: 'later' }, undefined, signal);
      await renew(memdir);
      return report;
    },
    rebuild: async (signal) => {
      const memdir = await engine(signal);
      return withProgress(connection, { token: REBUILD_TOKEN, title: 'Rebuild search index' }, (report) =>
        memdir.index(
          { full: true, embed: true },
          ({ phase, done, total }) => report(`${PHASES[phase]} ${done} of ${total}`, done, total),
          signal,
        ),
      );
    },
    lintAll: (signal) => diagnostics.checkAll(signal),
    fixAll: async (target, signal) =>
      fixAll({ connection, memdir: await engine(signal), documents: diagnostics.documents }, target, signal),
    ...lifecycleHandlers({ engine, changed: renew }),
    ...toolHandlers({ engine, changed: renew, log }),
    ...moveHandlers({ engine, moved: renew }),
    ...modelHandlers({ connection, engine }),
    ...connectHandlers(engine),
    ...inboxHandlers({
      engine,
      changed: renew,
      inboxChanged: () => connection.sendNotification(fromHost.inboxChanged, {}),
    }),
    ...dreamHandlers({ engine, changed: renew }),
    configure,
  };
}

const PHASES: Readonly<Record<IndexProgress['phase'], string>> = {
  reading: 'Reading',
  embedding: 'Preparing search by meaning',
};
