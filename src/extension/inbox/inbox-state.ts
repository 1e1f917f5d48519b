/** The inbox as the host last described it, shared by view, review and commands; asked again when something changed. */
import * as vscode from 'vscode';

import type { QueueState } from '../../core/capture/results.js';
import { messageOf } from '../../core/errors.js';
import type { Inbox, PendingDraft } from '../../core/inbox/results.js';
import { CONTEXT } from '../../protocol/contributions.js';
import type { FeatureContext } from '../feature.js';
import { type HostClient, isCancelled } from '../host/host-client.js';

/** Milliseconds in which several changes become one question. */
const GATHER_MS = 100;

const setContext = (key: string, value: unknown): void => void vscode.commands.executeCommand('setContext', key, value);

/** What is needed to decide upon drafts. */
export interface InboxContext {
  readonly features: FeatureContext;
  readonly state: InboxState;
}

export class InboxState implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable;
  #asking: vscode.CancellationTokenSource | undefined;
  #timer: NodeJS.Timeout | undefined;
  #loading: Promise<void> = Promise.resolve();

  readonly onChanged = this.#changed.event;
  /** Undefined until the host has answered once. */
  inbox: Inbox | undefined;
  queue: QueueState | undefined;

  constructor(
    private readonly host: HostClient,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const refresh = (): void => this.refresh();
    // Other memories are other relations of the drafts.
    this.#listeners = vscode.Disposable.from(
      host.onInboxChanged(refresh),
      host.onChanged(refresh),
      host.onState((state) => state === 'ready' && this.refresh()),
    );
  }

  get drafts(): readonly PendingDraft[] {
    return this.inbox?.drafts ?? [];
  }

  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), GATHER_MS);
  }

  /** Asks now, and resolves with what is newest then. Never rejects: the last answer stays, and a failure is logged. */
  load(): Promise<void> {
    clearTimeout(this.#timer);
    const loading: Promise<void> = this.#load().then((): Promise<void> | undefined =>
      this.#loading === loading ? undefined : this.#loading,
    );
    this.#loading = loading;
    return loading;
  }

  async #load(): Promise<void> {
    this.#asking?.cancel();
    const asking = (this.#asking = new vscode.CancellationTokenSource());
    try {
      const [inbox, queue] = await Promise.all([
        this.host.request('inbox', undefined, asking.token),
        this.host.request('queue', undefined, asking.token),
      ]);
      if (asking.token.isCancellationRequested) return;
      this.inbox = inbox;
      this.queue = queue;
      setContext(CONTEXT.hasDrafts, inbox.drafts.length > 0);
      setContext(
        CONTEXT.draftPaths,
        inbox.drafts.map(({ path }) => path),
      );
      this.#changed.fire();
    } catch (error) {
      if (!isCancelled(error)) this.log.error(`Drafts could not be listed: ${messageOf(error)}`);
    } finally {
      asking.dispose();
      if (this.#asking === asking) this.#asking = undefined;
    }
  }

  /** What changes while drafts stay as they are. */
  async loadQueue(): Promise<void> {
    if (this.host.state !== 'ready') return;
    try {
      const queue = await this.host.request('queue');
      const same = this.queue !== undefined && rest(queue) === rest(this.queue);
      this.queue = queue;
      if (!same) this.#changed.fire();
    } catch (error) {
      this.log.error(`The state of capture could not be read: ${messageOf(error)}`);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#asking?.cancel();
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}

/** What is shown of a queue. */
const rest = ({ dead, paused, lastFailure }: QueueState): string => JSON.stringify([dead, paused, lastFailure]);
