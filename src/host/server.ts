import {
  CodeActionKind,
  CodeActionRequest,
  type Connection,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver';

import { messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';
import type { ServiceStatus } from '../core/results.js';
import { FIX_ALL_KIND, fromHost, type HostConfiguration } from '../protocol/methods.js';
import type { Memdir } from '../service/memdir.js';
import { lookDaily } from './dream.js';
import { askEditor } from './editor-model.js';
import { EngineHolder, type OpenEngine } from './engine.js';
import { createHandlers } from './handlers.js';
import { createIdleGc } from './idle-gc.js';
import { LANGUAGE_CAPABILITIES, registerFeatures } from './language/register.js';
import { codeActions } from './lint/code-actions.js';
import { Diagnostics } from './lint/diagnostics.js';
import { answer, register } from './register.js';
import { Requested } from './requested.js';
import { StartupOrder } from './startup-order.js';

export interface RunningServer {
  /** Ends all work and releases the engine. Safe to call twice. */
  stop(): Promise<void>;
}

const CAPABILITIES: InitializeResult = {
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL_KIND] },
    ...LANGUAGE_CAPABILITIES,
    workspace: { ...LANGUAGE_CAPABILITIES.workspace, workspaceFolders: { supported: true, changeNotifications: true } },
  },
  serverInfo: { name: 'memdir' },
};

function logTo(connection: Connection): Log {
  return {
    info: (message) => connection.console.info(message),
    warn: (message) => connection.console.warn(message),
    error: (message, cause) =>
      connection.console.error(cause === undefined ? message : `${message}: ${messageOf(cause)}`),
  };
}

/** Starts the host on a connection. `initialize` is answered at once; the engine opens behind it and requests wait for it. */
export function startServer(connection: Connection, open: OpenEngine): RunningServer {
  const log = logTo(connection);
  const sent = (sending: Promise<void>): void => {
    sending.catch((error: unknown) => log.warn(`A notification was not sent: ${messageOf(error)}`));
  };
  const memory = createIdleGc();
  const sendStatus = (status: ServiceStatus): void => {
    memory.heard(status);
    sent(connection.sendNotification(fromHost.status, status));
  };
  const tree = new StartupOrder();
  let leaveInbox = (): Promise<void> => Promise.resolve();
  const opened = async (memdir: Memdir): Promise<void> => {
    await leaveInbox();
    leaveInbox = memdir.inbox.watch(() => sent(connection.sendNotification(fromHost.inboxChanged, {})));
    await follow(memdir, { connection, diagnostics, tree, sendStatus });
  };
  const holder = new EngineHolder(
    (request) => open(request, log, askEditor(connection)),
    log,
    opened,
    (reason) => sendStatus({ kind: 'paused', reason }),
  );
  const engine = (signal?: AbortSignal): Promise<Memdir> => holder.memdir(signal);
  const diagnostics = new Diagnostics(connection, engine, log, () => storesChecked());
  const requested = new Requested((request) => holder.use(request), log);
  const configure = (configuration: HostConfiguration | undefined): void => {
    if (requested.configure(configuration)) diagnostics.everythingChanged();
  };
  const stopLooking = lookDaily({
    engine,
    enabled: () => requested.settings?.['dream.enabled'] ?? false,
    due: (due) => connection.sendNotification(fromHost.dreamDue, due),
    log,
  });
  const stop = async (): Promise<void> => {
    memory.stop();
    stopLooking();
    await leaveInbox();
    diagnostics.close();
    await holder.close();
  };

  connection.onInitialize((params) => {
    requested.initialize(params);
    return CAPABILITIES;
  });
  connection.onInitialized(() => {
    requested.begin();
    connection.workspace.onDidChangeWorkspaceFolders(() => {
      connection.workspace
        .getWorkspaceFolders()
        .then((folders) => requested.foldersChanged(folders))
        .catch((error: unknown) => log.error('The new workspace folders could not be read', error));
    });
  });
  connection.onCodeAction((params, token) =>
    answer(CodeActionRequest.method, token, log, async () =>
      codeActions(params, await diagnostics.current(params.textDocument.uri), diagnostics.documents),
    ),
  );
  connection.onShutdown(stop);
  const storesChecked = registerFeatures({ connection, engine, documents: diagnostics.documents, log });
  register(connection, createHandlers({ connection, engine, diagnostics, tree, configure, log }), log);
  connection.listen();
  return { stop };
}

interface FollowParts {
  readonly connection: Connection;
  readonly diagnostics: Diagnostics;
  readonly tree: StartupOrder;
  readonly sendStatus: (status: ServiceStatus) => void;
}

/** Connects a freshly opened engine: its status, and after the first tree the check of everything and its changes. */
async function follow(memdir: Memdir, { connection, diagnostics, tree, sendStatus }: FollowParts): Promise<void> {
  memdir.onStatus(sendStatus);
  sendStatus(memdir.status());
  const shown = tree.afterTree();
  const notify = (stores: readonly string[]): Promise<void> =>
    connection.sendNotification(fromHost.changed, { stores });
  await notify((await memdir.roots()).map(({ key }) => key));
  await shown;
  await memdir.follow((stores) => {
    diagnostics.storesChanged(stores);
    notify(stores).catch((error: unknown) =>
      connection.console.warn(`A change was not announced: ${messageOf(error)}`),
    );
  });
  diagnostics.everythingChanged();
}
