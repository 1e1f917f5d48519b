/** Cache of the inbox as the host last described it, shared by view, review and commands; reloaded when something changed. */
import * as vscode from 'vscode';

import type { QueueState } from '../../core/capture/results.js';
import { messageOf } from '../../core/errors.js';
import type { Inbox, PendingDraft } from '../../core/inbox/results.js';
import { CONTEXT } from '../../protocol/contributions.js';
import { setContext } from '../context-keys.js';
import type { FeatureContext } from '../feature.js';
import { type HostClient, isCancelled } from '../host/host-client.js';

/** Milliseconds in which several changes become one request. */
const DEBOUNCE_MS = 100;

export interface InboxContext {
  readonly features: FeatureContext;
  readonly state: InboxState;
}

export class InboxState implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable;
  #request: vscode.CancellationTokenSource | undefined;
  readonly #host: HostClient;
  readonly #log: vscode.LogOutputChannel;
  #timer: NodeJS.Timeout | undefined;
  #loading: Promise<void> = Promise.resolve();

  readonly onChanged = this.#changed.event;
  /** Undefined until the host has answered once. */
  inbox: Inbox | undefined;
  queue: QueueState | undefined;

  constructor(host: HostClient, log: vscode.LogOutputChannel) {
    this.#host = host;
    this.#log = log;
    const refresh = (): void => this.refresh();
    // The relations of drafts depend on the memories, so both events reload.
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
    this.#timer = setTimeout(() => void this.load(), DEBOUNCE_MS);
  }

  /** Reloads now and resolves once the newest reload is done. Never rejects: the last answer stays, and a failure is logged. */
  load(): Promise<void> {
    clearTimeout(this.#timer);
    const loading: Promise<void> = this.#load().then((): Promise<void> | undefined =>
      this.#loading === loading ? undefined : this.#loading,
    );
    this.#loading = loading;
    return loading;
  }

  async #load(): Promise<void> {
    this.#request?.cancel();
    const request = (this.#request = new vscode.CancellationTokenSource());
    try {
      const [inbox, queue] = await Promise.all([
        this.#host.request('inbox', undefined, request.token),
        this.#host.request('queue', undefined, request.token),
      ]);
      if (request.token.isCancellationRequested) return;
      this.inbox = inbox;
      this.queue = queue;
      setContext(CONTEXT.hasDrafts, inbox.drafts.length > 0);
      setContext(
        CONTEXT.draftPaths,
        inbox.drafts.map(({ path }) => path),
      );
      this.#changed.fire();
    } catch (error) {
      if (!isCancelled(error)) this.#log.error(`Drafts could not be listed: ${messageOf(error)}`);
    } finally {
      request.dispose();
      if (this.#request === request) this.#request = undefined;
    }
  }

  /** Reloads the queue alone. */
  async loadQueue(): Promise<void> {
    if (this.#host.state !== 'ready') return;
    try {
      const queue = await this.#host.request('queue');
      const same = this.queue !== undefined && displayKey(queue) === displayKey(this.queue);
      this.queue = queue;
      if (!same) this.#changed.fire();
    } catch (error) {
      this.#log.error(`The state of capture could not be read: ${messageOf(error)}`);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#request?.cancel();
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}

/** The displayed fields of a queue, for comparison. */
const displayKey = ({ dead, paused, lastFailure }: QueueState): string => JSON.stringify([dead, paused, lastFailure]);
