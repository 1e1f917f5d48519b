/** The panel's frame: tabs, what all views share, and the line that screen readers read. */
import { t } from '../../src/core/l10n.js';
import { type PanelMemories, panelMemoriesOf, type ToldMemories } from '../../src/protocol/webview/memories.js';
import type { KeptState } from '../../src/protocol/webview/shell.js';
import { element } from '../dom.js';
import { isGivenUp, onEvent, request } from './extension.js';
import { drawNotices } from './notices.js';
import { PanelState } from './panel-state.js';
import { createTabs, tabId, tabPanelId, type Tabs } from './tabs.js';
import type { Panel, ShownView, View, ViewId } from './view.js';

/** Calls listeners with the last value, and with each one after it. */
class Latest<Value> {
  readonly #listeners: ((value: Value) => void)[] = [];
  current: Value | undefined;

  listen(listener: (value: Value) => void): void {
    this.#listeners.push(listener);
    if (this.current !== undefined) listener(this.current);
  }

  set(value: Value): void {
    this.current = value;
    for (const listener of this.#listeners) listener(value);
  }
}

function onTheme(listener: () => void): void {
  new MutationObserver(listener).observe(document.body, {
    attributes: true,
    attributeFilter: ['class', 'data-vscode-theme-id'],
  });
}

class Shell {
  readonly #views: readonly View[];
  readonly #kept: PanelState;
  readonly #memories = new Latest<PanelMemories>();
  readonly #shown = new Map<ViewId, { readonly view: ShownView; readonly room: HTMLElement }>();
  readonly #tabs: Tabs;
  readonly #live = element('div', { class: 'hidden', role: 'status', 'aria-live': 'polite' });
  readonly #failure = element('div', { class: 'failure', role: 'alert' });
  readonly #notices = element('div', { class: 'notices', role: 'status' });
  readonly #rooms = element('div', { class: 'views' });
  readonly #panel: Panel;
  #current: View | undefined;
  #isBlocked = false;

  constructor(views: readonly View[], state: KeptState) {
    this.#views = views;
    const fail = (error: unknown): void => this.#fail(error);
    this.#kept = new PanelState(state, fail);
    this.#panel = this.#panelOf(fail);
    this.#tabs = createTabs(views, (id) => this.#show(id));
    const head = element('header', {}, element('h1', { class: 'hidden' }, t('Memories')), this.#tabs.element);
    document.body.append(head, this.#failure, element('main', {}, this.#notices, this.#rooms), this.#live);
  }

  /** Shows the view that was shown last, with the memories that the page was made with, and asks for what changed since. */
  start(memories: ToldMemories | undefined): void {
    const first = this.#views.find(({ id }) => id === this.#kept.get('tab')) ?? this.#views[0];
    if (first === undefined) return;
    this.#show(first.id);
    // The page loads after its tab is shown, so it takes the focus only if the user is not typing elsewhere.
    const focus = (): void => {
      if (document.activeElement === document.body) this.#shown.get(first.id)?.view.focus?.();
    };
    if (document.hasFocus()) focus();
    else window.addEventListener('focus', focus, { once: true });
    let last: ToldMemories | undefined;
    // Files may have changed all the same, so every view hears of it.
    const set = (told: ToldMemories): void => {
      const isSame = told === last;
      last = told;
      this.#memories.set((isSame ? this.#memories.current : undefined) ?? panelMemoriesOf(told));
    };
    onEvent('memories', set);
    let noticed = '';
    onEvent('notices', (told) => {
      const text = JSON.stringify(told);
      // They would be read again after each change of a memory.
      if (text === noticed) return;
      noticed = text;
      this.#isBlocked = drawNotices(this.#notices, told, this.#panel.fail);
      this.#hideBlocked();
    });
    if (memories === undefined) this.#live.textContent = t('Loading memories…');
    else set(memories);
    request('ready', {}).catch(this.#panel.fail);
  }

  #panelOf(fail: Panel['fail']): Panel {
    const [memories, kept] = [this.#memories, this.#kept];
    return {
      request,
      on: onEvent,
      onMemories: (listener) => memories.listen(listener),
      get memories() {
        return memories.current;
      },
      onTheme,
      kept: (view) => kept.get(view),
      keep: (view, value) => kept.set(view, value),
      announce: (text) => (this.#live.textContent = text),
      fail,
      open: ({ id }, line) => {
        request('open', { id, ...(line !== undefined && { line }) }).catch(fail);
      },
      show: (id, asked) => this.#show(id, asked),
    };
  }

  #fail(error: unknown): void {
    if (!isGivenUp(error)) this.#failure.textContent = error instanceof Error ? error.message : String(error);
  }

  #show(id: ViewId, asked?: unknown): void {
    const wanted = this.#views.find((view) => view.id === id);
    if (wanted === undefined) return;
    const now = this.#shown.get(id) ?? this.#create(wanted);
    for (const [each, { room }] of this.#shown) room.hidden = each !== id;
    this.#current = wanted;
    this.#hideBlocked();
    this.#tabs.select(id);
    this.#failure.textContent = '';
    if (this.#kept.get('tab') !== id) this.#kept.set('tab', id);
    now.view.shown?.(asked);
  }

  /** Nothing is behind a tab while nothing can be shown, except what says more about that. */
  #hideBlocked(): void {
    this.#rooms.hidden = this.#isBlocked && this.#current?.needsNoMemories !== true;
  }

  #create(wanted: View): { readonly view: ShownView; readonly room: HTMLElement } {
    const view = wanted.create(this.#panel);
    const room = element(
      'div',
      { role: 'tabpanel', id: tabPanelId(wanted.id), class: 'view', 'aria-labelledby': tabId(wanted.id) },
      view.element,
    );
    this.#rooms.append(room);
    const made = { view, room };
    this.#shown.set(wanted.id, made);
    return made;
  }
}

/** Draws the panel into the page. */
export const startShell = (views: readonly View[], state: KeptState, memories: ToldMemories | undefined): void =>
  new Shell(views, state).start(memories);
