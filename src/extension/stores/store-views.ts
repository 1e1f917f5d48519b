/** The stores as the host last described them, shared by tree, status bar and panel; asked again when something changed. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { CONTEXT, type HostState } from '../../protocol/ids.js';
import { toHost } from '../../protocol/methods.js';
import type { IndexBudget, StoreKey, StoreView } from '../../protocol/wire.js';
import { type HostClient, isCancelled } from '../host/host-client.js';
import { hasContent } from '../tree/tree-model.js';

/** Milliseconds in which several changes become one question. */
const GATHER_MS = 100;

const setContext = (key: string, value: unknown): void => void vscode.commands.executeCommand('setContext', key, value);

export class StoreViews implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<readonly StoreView[]>();
  readonly #entered = new vscode.EventEmitter<HostState>();
  readonly #listeners: vscode.Disposable;
  /** Budgets as the host last measured them, unsaved text included. */
  readonly #budgets = new Map<StoreKey, IndexBudget>();
  #asking: vscode.CancellationTokenSource | undefined;
  #timer: NodeJS.Timeout | undefined;

  readonly onChanged = this.#changed.event;
  readonly onState = this.#entered.event;
  /** That of the host, but `ready` only when it has described the stores, and `failed` when it runs and cannot. */
  state: HostState = 'stopped';
  /** Undefined until the host has answered once. */
  current: readonly StoreView[] | undefined;

  constructor(
    private readonly host: HostClient,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#listeners = vscode.Disposable.from(
      host.onState((state) => {
        if (state === 'ready') this.refresh();
        else this.#enter(state);
      }),
      host.onChanged(() => this.refresh()),
      host.onBudget(({ store, budget }) => {
        this.#budgets.set(store, budget);
        if (this.current) this.#show(this.current);
      }),
    );
  }

  /** Asks again soon; an answer that is under way is no longer wanted. */
  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), GATHER_MS);
  }

  /** The stores, asked for when they are not known yet. Rejects with the host's reason. */
  async stores(): Promise<readonly StoreView[]> {
    if (this.current) return this.current;
    const views = await this.host.request(toHost.view);
    this.#show(views);
    return views;
  }

  /** Asks now. Never rejects: the last answer stays, and a failure is logged, and shown when nothing else is. */
  async load(): Promise<void> {
    this.#asking?.cancel();
    const asking = (this.#asking = new vscode.CancellationTokenSource());
    try {
      // Until there is anything to show, memories come first and their marks after them.
      for (const request of this.current ? [toHost.view] : [toHost.outline, toHost.view]) {
        const views = await this.host.request(request, asking.token);
        if (asking.token.isCancellationRequested) return;
        this.#show(views);
      }
    } catch (error) {
      if (!isCancelled(error)) this.#failed(messageOf(error));
    } finally {
      asking.dispose();
      if (this.#asking === asking) this.#asking = undefined;
    }
  }

  #show(views: readonly StoreView[]): void {
    this.current = views.map((view) =>
      view.budget ? { ...view, budget: this.#budgets.get(view.store.key) ?? view.budget } : view,
    );
    setContext(CONTEXT.hasStore, views.some(hasContent));
    if (this.host.state === 'ready') this.#enter('ready');
    this.#changed.fire(this.current);
  }

  #failed(reason: string): void {
    this.log.error(`Memories could not be listed: ${reason}`);
    if (this.host.state !== 'ready' || this.state === 'failed') return;
    this.#enter('failed');
    this.host.offerRestart(`Memories cannot be shown. ${reason}`);
  }

  #enter(state: HostState): void {
    if (this.state === state) return;
    this.state = state;
    setContext(CONTEXT.hostState, state);
    this.#entered.fire(state);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#asking?.cancel();
    this.#listeners.dispose();
    this.#changed.dispose();
    this.#entered.dispose();
  }
}
