/** Cache of the stores as the host last described them, shared by tree, status bar and panel; reloaded when something changed. */
import { isDeepStrictEqual } from 'node:util';

import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { pathOfId, type StoreKey } from '../../core/memory.js';
import type { IndexBudget } from '../../core/problem.js';
import type { MemorySummary, StoreView } from '../../core/results.js';
import { CONTEXT, type HostState } from '../../protocol/contributions.js';
import { setContext } from '../context-keys.js';
import { type HostClient, isCancelled } from '../host/host-client.js';
import { hasContent } from '../tree/tree-model.js';
import { transcriptsOf } from '../write/conversation.js';

/** Milliseconds in which several changes become one request. */
const DEBOUNCE_MS = 100;

export class StoreViews implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<readonly StoreView[]>();
  readonly #entered = new vscode.EventEmitter<HostState>();
  readonly #listeners: vscode.Disposable;
  /** Budgets as last measured by the host, unsaved text included. */
  readonly #budgets = new Map<StoreKey, IndexBudget>();
  /** Transcripts of the sessions that memories name, by session. */
  #transcripts: ReadonlyMap<string, string> = new Map();
  #loading: vscode.CancellationTokenSource | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Changes of several files that are under way. */
  #underWay = 0;

  readonly onChanged = this.#changed.event;
  readonly onState = this.#entered.event;
  /** State of the host, except that `ready` requires the stores, and `failed` includes a running host that cannot list them. */
  state: HostState = 'stopped';
  /** Undefined until the first answer. */
  current: readonly StoreView[] | undefined;

  readonly #host: HostClient;
  readonly #log: vscode.LogOutputChannel;

  constructor(host: HostClient, log: vscode.LogOutputChannel) {
    this.#host = host;
    this.#log = log;
    this.#listeners = vscode.Disposable.from(
      host.onState((state) => {
        if (state === 'ready') this.refresh();
        else this.#enter(state);
      }),
      host.onChanged(() => this.refresh()),
      host.onBudget(({ store, budget }) => {
        this.#budgets.set(store, budget);
        if (this.current && this.#underWay === 0) this.#show(this.current);
      }),
    );
  }

  /** Schedules a reload. */
  refresh(): void {
    clearTimeout(this.#timer);
    if (this.#underWay === 0) this.#timer = setTimeout(() => void this.load(), DEBOUNCE_MS);
  }

  /** Shows nothing of what is changed file by file until all of it is done: rows would move below the pointer at each step. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    clearTimeout(this.#timer);
    this.#loading?.cancel();
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      await this.load();
    }
  }

  /** The cached stores, else requested ones. Rejects with the host's reason. */
  async stores(): Promise<readonly StoreView[]> {
    if (this.current) return this.current;
    const views = await this.#host.request('view');
    this.#show(views);
    return views;
  }

  /** The transcript of the conversation that a memory is from; undefined where it names none, or none that is on this machine. */
  readonly conversationOf = ({ id, store }: Pick<MemorySummary, 'id' | 'store'>): string | undefined => {
    const session = this.current?.find((view) => view.store.key === store)?.sessions?.[pathOfId(id)];
    return session === undefined ? undefined : this.#transcripts.get(session);
  };

  /** Reloads now and cancels a reload under way. Never rejects: the last answer stays, and a failure is logged, and shown unless one is shown already. */
  async load(): Promise<void> {
    this.#loading?.cancel();
    const loading = (this.#loading = new vscode.CancellationTokenSource());
    try {
      // The first load shows memories as early as possible; their marks follow.
      for (const request of this.current ? (['view'] as const) : (['outline', 'view'] as const)) {
        const views = await this.#host.request(request, undefined, loading.token);
        if (loading.token.isCancellationRequested) return;
        this.#show(views);
      }
      // Listing the folders of all conversations takes a while; memories are shown without waiting for it.
      const transcripts = await transcriptsOf(this.current ?? []);
      if (loading.token.isCancellationRequested || isDeepStrictEqual(transcripts, this.#transcripts)) return;
      this.#transcripts = transcripts;
      this.#changed.fire(this.current ?? []);
    } catch (error) {
      if (!isCancelled(error)) this.#failed(messageOf(error));
    } finally {
      loading.dispose();
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  #show(views: readonly StoreView[]): void {
    this.current = views.map((view) =>
      view.budget ? { ...view, budget: this.#budgets.get(view.store.key) ?? view.budget } : view,
    );
    setContext(CONTEXT.hasStore, views.some(hasContent));
    setContext(
      CONTEXT.hasProblems,
      views.some(({ marks }) => Object.values(marks).some(({ count }) => count > 0)),
    );
    setContext(
      CONTEXT.hasDeleted,
      views.some(({ memories }) => memories.some(({ deleted }) => deleted)),
    );
    if (this.#host.state === 'ready') this.#enter('ready');
    this.#changed.fire(this.current);
  }

  #failed(reason: string): void {
    this.#log.error(`Memories could not be listed: ${reason}`);
    if (this.#host.state !== 'ready' || this.state === 'failed') return;
    this.#enter('failed');
    this.#host.offerRestart(`${t('Memories can’t be shown.')} ${reason}`);
  }

  #enter(state: HostState): void {
    if (this.state === state) return;
    this.state = state;
    setContext(CONTEXT.hostState, state);
    this.#entered.fire(state);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#loading?.cancel();
    this.#listeners.dispose();
    this.#changed.dispose();
    this.#entered.dispose();
  }
}
