/** The background host: Memdir as a language server. */
import {
  CodeActionKind,
  CodeActionRequest,
  type Connection,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver';

import { messageOf } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { Memdir } from '../core/memdir.js';
import type { Log } from '../core/ports/log.js';
import type { ServiceStatus } from '../core/results.js';
import { maskForDisplay } from '../core/secrets/secrets.js';
import { FIX_ALL_KIND } from '../protocol/methods.js';
import { EngineHolder } from '../service/engine-holder.js';
import { hostContext } from './context.js';
import { scheduleDreams } from './dream.js';
import { askEditor } from './editor-model.js';
import {
  engineKey,
  type EngineOptions,
  EngineOptionsState,
  type HostEngine,
  type OpenEngine,
} from './engine-options.js';
import { notifier, type Notify } from './events.js';
import { createIdleGc } from './idle-gc.js';
import { LANGUAGE_CAPABILITIES, registerFeatures } from './language/register.js';
import { codeActions } from './lint/code-actions.js';
import { Diagnostics } from './lint/diagnostics.js';
import { answer, register } from './register.js';
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

/** Milliseconds after the engine could not be opened until the next request tries again. */
const RETRY_MS = 5_000;

/** Starts the host on a connection. `initialize` is answered at once; the engine opens behind it and requests wait for it. */
export function startServer(connection: Connection, open: OpenEngine): RunningServer {
  const server = new HostServer(connection, open);
  server.listen();
  return server;
}

class HostServer implements RunningServer {
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #notify: Notify;
  readonly #startup = new StartupOrder();
  readonly #idle = createIdleGc();
  readonly #holder: EngineHolder<EngineOptions, HostEngine>;
  readonly #request: EngineOptionsState;
  readonly #diagnostics: Diagnostics;
  #stopDreams: () => void = () => undefined;
  #stopInbox: () => Promise<void> = () => Promise.resolve();
  #storesChecked: () => void = () => undefined;

  constructor(connection: Connection, open: OpenEngine) {
    this.#connection = connection;
    this.#log = logTo(connection);
    this.#notify = notifier(connection);
    this.#holder = new EngineHolder({
      open: (request) => open(request, this.#log, askEditor(connection)),
      keyOf: engineKey,
      configure: (engine, { settings }) => engine.configure(settings),
      prepare: (memdir) => this.#follow(memdir),
      waitForPrepare: false,
      failed: (error) => this.#engineFailed(error),
      retryMs: RETRY_MS,
      handover: 'close-first',
      closedMessage: t('The background host is shutting down.'),
      log: this.#log,
    });
    this.#request = new EngineOptionsState((request) => this.#holder.request(request), this.#log);
    this.#diagnostics = new Diagnostics(connection, this.#memdir, this.#log, () => this.#storesChecked(), this.#notify);
  }

  readonly #memdir = (signal?: AbortSignal): Promise<Memdir> => this.#holder.memdir(signal);

  listen(): void {
    const [connection, diagnostics, log] = [this.#connection, this.#diagnostics, this.#log];
    this.#registerLifecycle();
    connection.onCodeAction((params, token) =>
      answer(CodeActionRequest.method, token, log, async () =>
        codeActions(params, await diagnostics.current(params.textDocument.uri), diagnostics.documents),
      ),
    );
    const { documents } = diagnostics;
    this.#storesChecked = registerFeatures({ connection, engine: this.#memdir, documents, log });
    const context = hostContext({
      connection,
      memdir: this.#memdir,
      diagnostics,
      startup: this.#startup,
      notify: this.#notify,
      log,
      configure: (configuration) => {
        this.#request.configure(configuration);
        diagnostics.everythingChanged();
      },
    });
    register(connection, context, log);
    this.#stopDreams = scheduleDreams({
      memdir: this.#memdir,
      enabled: () => this.#request.settings?.['dream.enabled'] ?? false,
      due: (due) => this.#notify('dreamDue', due),
      log,
    });
    connection.listen();
  }

  async stop(): Promise<void> {
    this.#idle.stop();
    this.#stopDreams();
    await this.#stopInbox();
    this.#diagnostics.close();
    await this.#holder.close();
  }

  #registerLifecycle(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => {
      this.#request.initialize(params);
      return CAPABILITIES;
    });
    connection.onInitialized(() => {
      this.#request.initialized();
      connection.workspace.onDidChangeWorkspaceFolders(() => {
        connection.workspace
          .getWorkspaceFolders()
          .then((folders) => this.#request.foldersChanged(folders))
          .catch((error: unknown) => this.#log.error('The new workspace folders could not be read', error));
      });
    });
    connection.onShutdown(() => this.stop());
  }

  /** Connects an engine that was opened: its status, and after the first tree the check of everything and its changes. */
  async #follow(memdir: Memdir): Promise<void> {
    await this.#stopInbox();
    this.#stopInbox = memdir.inbox.watch(() => void this.#notify('inboxChanged', {}));
    memdir.onStatus((status) => this.#sendStatus(status));
    this.#sendStatus(memdir.status());
    const treeSent = this.#startup.afterTree();
    await this.#notify('changed', { stores: (await memdir.roots()).map(({ key }) => key) });
    await treeSent;
    await memdir.follow((stores) => {
      this.#diagnostics.storesChanged(stores);
      void this.#notify('changed', { stores });
    });
    this.#diagnostics.everythingChanged();
  }

  #engineFailed(error: unknown): void {
    this.#log.error('Memdir could not open its engine.', error);
    this.#sendStatus({ kind: 'paused', reason: messageOf(error) });
  }

  #sendStatus(status: ServiceStatus): void {
    this.#idle.heard(status);
    void this.#notify('status', status);
  }
}

function logTo(connection: Connection): Log {
  return {
    info: (message) => connection.console.info(maskForDisplay(message)),
    warn: (message) => connection.console.warn(maskForDisplay(message)),
    error: (message, cause) =>
      connection.console.error(maskForDisplay(cause === undefined ? message : `${message}: ${messageOf(cause)}`)),
  };
}
