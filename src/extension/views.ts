/** The stores as the host last described them, shared by tree, status bar and panel; asked again when something changed. */
import * as vscode from 'vscode';
import { messageOf } from '../core/errors.js';
import { CONTEXT } from '../protocol/ids.js';
import { toHost } from '../protocol/methods.js';
import type { IndexBudget, StoreKey, StoreView } from '../protocol/wire.js';
import { isCancelled, type Host } from './client.js';

/** Milliseconds in which several changes become one question. */
const GATHER_MS = 100;

export class Views implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<readonly StoreView[]>();
  readonly #listeners: vscode.Disposable;
  /** Budgets as the host last measured them, unsaved text included. */
  readonly #budgets = new Map<StoreKey, IndexBudget>();
  #asking: vscode.CancellationTokenSource | undefined;
  #timer: NodeJS.Timeout | undefined;

  readonly onChanged = this.#changed.event;
  /** Undefined until the host has answered once. */
  current: readonly StoreView[] | undefined;

  constructor(
    private readonly host: Host,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#listeners = vscode.Disposable.from(
      host.onState((state) => {
        void vscode.commands.executeCommand('setContext', CONTEXT.hostState, state);
        if (state === 'ready') this.refresh();
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

  /** Asks now. Never rejects: a failure is logged and the last answer stays. */
  async load(): Promise<void> {
    this.#asking?.cancel();
    const asking = (this.#asking = new vscode.CancellationTokenSource());
    try {
      const views = await this.host.ask(toHost.view, asking.token);
      if (asking.token.isCancellationRequested) return;
      await vscode.commands.executeCommand('setContext', CONTEXT.hasStore, views.some((view) => view.store.exists));
      this.#show(views);
    } catch (error) {
      if (!isCancelled(error)) this.log.error(`Memories could not be listed: ${messageOf(error)}`);
    } finally {
      asking.dispose();
      if (this.#asking === asking) this.#asking = undefined;
    }
  }

  #show(views: readonly StoreView[]): void {
    this.current = views.map((view) => (view.budget ? { ...view, budget: this.#budgets.get(view.store.key) ?? view.budget } : view));
    this.#changed.fire(this.current);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#asking?.cancel();
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}

/** The store whose MEMORY.md belongs to the workspace: Claude Code's own, else the first with an index. */
export const workspaceStore = (views: readonly StoreView[]): StoreView | undefined =>
  views.find(({ store, budget }) => budget && (store.kind === 'main' || store.kind === 'custom') && store.off === undefined) ?? views.find(({ budget }) => budget);
