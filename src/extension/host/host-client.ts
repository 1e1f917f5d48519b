import * as vscode from 'vscode';
import {
  CancellationToken,
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  RenameRequest,
  ResponseError,
  RevealOutputChannelOn,
  TextDocumentEdit,
  TransportKind,
  WorkDoneProgress,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
  type WorkspaceMiddleware,
} from 'vscode-languageclient/node';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { StoreKey } from '../../core/memory.js';
import type { ChatQuestion } from '../../core/ports/chat-model.js';
import type { IndexBudget } from '../../core/problem.js';
import type { ServiceStatus } from '../../core/results.js';
import type { InitializationOptions, RunningEditor } from '../../protocol/configuration.js';
import type { HostState } from '../../protocol/contributions.js';
import {
  type DreamDue,
  type EditorNotificationHandlers,
  type EditorNotificationName,
  type Failure,
  methodOf,
  type NotificationName,
  type NotificationParams,
  type RequestArguments,
  type RequestName,
  type RequestResult,
} from '../../protocol/methods.js';
import { PULL_TOKEN, REBUILD_TOKEN } from '../../protocol/progress.js';
import { hostConfiguration } from '../configuration.js';
import { escapeMessage } from '../escape.js';
import { RenameAutosave } from '../write/rename-autosave.js';
import { RestartPolicy } from './restart-policy.js';

/** Reading a thousand memories makes much short-lived garbage: a small young generation keeps 50 MB less resident and takes no longer. */
const HOST_FLAGS = ['--max-semi-space-size=4'];
/** Without it glibc reserves an arena for each thread of the engine, about ten megabytes that stay unused. Other systems ignore it. */
const HOST_ENV = { MALLOC_ARENA_MAX: '1' };

const cannotStart = (): string =>
  t('Memdir’s background host can’t start. See the log for the reason, then restart it or reinstall Memdir.');

/** Answers the host's questions to the editor's language model. */
export type AskModel = (question: ChatQuestion, token: vscode.CancellationToken) => Promise<{ readonly text: string }>;

export type HostProgress = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

/** Whether a request was cancelled. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof vscode.CancellationError ||
  (error instanceof ResponseError && (error.data as Failure | undefined)?.code === 'cancelled');

/** Without the client's own error notifications: {@link HostClient} reports a failure once, with what to do. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Client of the background host: starts it once, restarts it a bounded number of times, and sends typed requests. */
export class HostClient implements vscode.Disposable {
  readonly #status = new vscode.EventEmitter<ServiceStatus>();
  readonly #changed = new vscode.EventEmitter<readonly StoreKey[]>();
  readonly #budget = new vscode.EventEmitter<{ readonly store: StoreKey; readonly budget: IndexBudget }>();
  readonly #inboxChanged = new vscode.EventEmitter<void>();
  readonly #dreamDue = new vscode.EventEmitter<DreamDue>();
  readonly #state = new vscode.EventEmitter<HostState>();
  readonly #progress = new vscode.EventEmitter<HostProgress>();
  readonly #pull = new vscode.EventEmitter<HostProgress>();
  readonly #edit = new vscode.EventEmitter<void>();
  readonly #restarts = new RestartPolicy();
  readonly #renames: RenameAutosave;
  /** Whether the host ran at all since the user last started it. */
  #ran = false;
  #running = Promise.withResolvers<LanguageClient>();
  #client: LanguageClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #disposed = false;

  readonly onStatus = this.#status.event;
  readonly onChanged = this.#changed.event;
  readonly onBudget = this.#budget.event;
  readonly onInboxChanged = this.#inboxChanged.event;
  readonly onDreamDue = this.#dreamDue.event;
  readonly onState = this.#state.event;
  readonly onRebuildProgress = this.#progress.event;
  readonly onPullProgress = this.#pull.event;
  /** An edit of the host has come, which VS Code may show for the user to accept. */
  readonly onEdit = this.#edit.event;
  state: HostState = 'stopped';
  status: ServiceStatus | undefined;

  readonly #module: string;
  readonly #log: vscode.LogOutputChannel;
  readonly #askModel: AskModel;
  readonly #editor: RunningEditor;
  readonly #environment: () => Readonly<Record<string, string>>;

  /** `module`: absolute path of the built host. `environment`: of its process, beside that of VS Code. */
  constructor(
    module: string,
    log: vscode.LogOutputChannel,
    askModel: AskModel,
    editor: RunningEditor,
    environment: () => Readonly<Record<string, string>>,
  ) {
    this.#module = module;
    this.#log = log;
    this.#askModel = askModel;
    this.#editor = editor;
    this.#environment = environment;
    this.#renames = new RenameAutosave(log);
  }

  /** Starts the host; does nothing when it is running or being started. Never rejects: failures are shown once. */
  async start(): Promise<void> {
    if (this.#client || this.#disposed) return;
    this.#enter('starting');
    const client = this.#newClient();
    this.#client = client;
    try {
      await client.start();
    } catch (error) {
      this.#ended(client, messageOf(error));
      return;
    }
    if (this.#client !== client) return;
    this.#ran = true;
    this.#running.resolve(client);
    this.#enter('ready');
  }

  /** Stops the host and starts it again, with the full number of restarts. */
  async restart(): Promise<void> {
    await this.#stop();
    this.#restarts.reset();
    this.#ran = false;
    await this.start();
  }

  /** Shows a failure of the host, with buttons for the log and a restart. */
  offerRestart(message: string): void {
    const [showLog, restart] = [t('Show log'), t('Restart')];
    vscode.window.showErrorMessage(escapeMessage(message), showLog, restart).then(
      (choice) => {
        if (choice === showLog) this.#log.show();
        if (choice === restart) void this.restart();
      },
      (error: unknown) => this.#log.error(messageOf(error)),
    );
  }

  /**
   * Sends a request once the host runs; without parameters the token comes after `undefined`. Rejects with the host's reason, and with a
   * cancellation (see {@link isCancelled}) once the token is cancelled.
   */
  async request<N extends RequestName>(
    name: N,
    ...[params, token]: RequestArguments<N, vscode.CancellationToken>
  ): Promise<RequestResult<N>> {
    const client = await this.#ready(token);
    // What is undefined would be sent as one more parameter.
    const args: unknown[] = [params, token].filter((argument) => argument !== undefined);
    return client.sendRequest<RequestResult<N>>(methodOf(name), ...(args as [unknown]));
  }

  /**
   * The edits that rename what is at a position: of texts, and of the file. Asked of the host itself, because VS Code's command for it
   * puts the file that moves before the texts that change: they would be edits of a file that is gone.
   */
  async renameEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    newName: string,
  ): Promise<{ readonly texts: vscode.WorkspaceEdit; readonly moves: vscode.WorkspaceEdit | undefined }> {
    const client = await this.#running.promise;
    const place = client.code2ProtocolConverter.asTextDocumentPositionParams(document, position);
    const edit = await client.sendRequest(RenameRequest.type, { ...place, newName });
    const changes = edit?.documentChanges ?? [];
    const texts = changes.filter((change) => TextDocumentEdit.is(change));
    const moves = changes.filter((change) => !TextDocumentEdit.is(change));
    const convert = client.protocol2CodeConverter;
    return {
      texts: await convert.asWorkspaceEdit({ documentChanges: texts }),
      moves: moves.length === 0 ? undefined : await convert.asWorkspaceEdit({ documentChanges: moves }),
    };
  }

  /** Sends a notification; dropped while the host does not run. */
  notify<N extends NotificationName>(name: N, params: NotificationParams<N>): void {
    if (this.state !== 'ready' || !this.#client) return;
    this.#client
      .sendNotification(methodOf(name), params)
      .catch((error: unknown) => this.#log.warn(`${name} was not sent: ${messageOf(error)}`));
  }

  sendConfiguration(): void {
    this.notify('configure', hostConfiguration());
  }

  dispose(): void {
    this.#disposed = true;
    this.#renames.dispose();
    for (const emitter of [
      this.#status,
      this.#changed,
      this.#budget,
      this.#inboxChanged,
      this.#dreamDue,
      this.#state,
      this.#progress,
      this.#pull,
      this.#edit,
    ])
      emitter.dispose();
  }

  /** Ends the host for good; resolves when its process is gone. */
  async stop(): Promise<void> {
    this.#disposed = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    if (this.state === 'ready' || this.state === 'failed') this.#running = Promise.withResolvers();
    this.#enter('stopped');
    try {
      await client?.dispose(3000);
    } catch (error) {
      this.#log.warn(`The host did not stop cleanly: ${messageOf(error)}`);
    }
  }

  async #ready(token: vscode.CancellationToken | undefined): Promise<LanguageClient> {
    if (!token) return this.#running.promise;
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    return new Promise((resolve, reject) => {
      const listener = token.onCancellationRequested(() => {
        reject(new vscode.CancellationError());
      });
      this.#running.promise.then(resolve, reject).finally(() => {
        listener.dispose();
      });
    });
  }

  #newClient(): LanguageClient {
    const client: LanguageClient = new QuietClient(
      'memdir',
      'Memdir',
      {
        module: this.#module,
        transport: TransportKind.ipc,
        options: { execArgv: HOST_FLAGS, env: { ...HOST_ENV, ...this.#environment() } },
      },
      this.#options(() => client),
    );
    const handlers: EditorNotificationHandlers = {
      status: (status) => {
        this.status = status;
        this.#status.fire(status);
      },
      changed: ({ stores }) => this.#changed.fire(stores),
      budget: (budget) => this.#budget.fire(budget),
      inboxChanged: () => this.#inboxChanged.fire(),
      dreamDue: (due) => this.#dreamDue.fire(due),
    };
    client.onRequest(methodOf('askModel'), this.#askModel);
    for (const [name, handle] of Object.entries(handlers) as [EditorNotificationName, (params: unknown) => void][])
      client.onNotification(methodOf(name), handle);
    client.onProgress(WorkDoneProgress.type, REBUILD_TOKEN, (value) => this.#progress.fire(value));
    client.onProgress(WorkDoneProgress.type, PULL_TOKEN, (value) => this.#pull.fire(value));
    return client;
  }

  #options(client: () => LanguageClient): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: 'file', language: 'markdown' }],
      initializationOptions: (): InitializationOptions => ({
        ...hostConfiguration(),
        editor: this.#editor,
        language: vscode.l10n.bundle,
      }),
      outputChannel: this.#log,
      middleware: { workspace: { willRenameFiles: this.#renames.middleware, handleApplyEdit: this.#announceEdit } },
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: (error) => {
          this.#log.error(error);
          return { action: ErrorAction.Continue, handled: true };
        },
        closed: () => {
          // eslint-disable-next-line memdir/user-text -- for the log.
          this.#ended(client(), 'The process ended unexpectedly.');
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    };
  }

  readonly #announceEdit: NonNullable<WorkspaceMiddleware['handleApplyEdit']> = (params, next) => {
    this.#edit.fire();
    return next(params, CancellationToken.None);
  };

  /** Handles the unexpected end of a client: starts another one, or gives up and reports it once. */
  #ended(client: LanguageClient, reason: string): void {
    if (this.#client !== client || this.#disposed) return;
    this.#client = undefined;
    this.#log.error(`Background host: ${reason}`);
    if (this.state === 'ready') this.#running = Promise.withResolvers();
    const delay = this.#restarts.delayAfterCrash(Date.now());
    this.#enter(delay === undefined ? 'failed' : 'starting');
    if (delay === undefined) this.#giveUp();
    else this.#retry = setTimeout(() => void this.start(), delay);
  }

  #giveUp(): void {
    this.#running.promise.catch(() => this.#log.info('Requests are refused until the host is restarted.'));
    this.#running.reject(new Error(t('The background host isn’t running. Run “Memdir: Restart background host”.')));
    this.offerRestart(
      this.#ran
        ? t('Memdir’s background host keeps stopping. See the log for the reason, then restart it.')
        : cannotStart(),
    );
  }

  #enter(state: HostState): void {
    if (this.state === state) return;
    this.state = state;
    if (state !== 'ready') this.status = undefined;
    this.#state.fire(state);
  }
}
