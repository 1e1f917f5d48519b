/** The view Duplicates: what repeats or contradicts something newer, pair by pair, with the decisions of the review by key. */
import './review.css';

import { t, tPlural } from '../../src/core/l10n.js';
import type { PanelResult } from '../../src/protocol/webview/panel.js';
import { PAIR_DECISIONS, type PairDecision, type PanelPair } from '../../src/protocol/webview/review.js';
import { element, redraw, setAttributes } from '../dom.js';
import { type Reload, reloading } from '../reload.js';
import type { Panel, ShownView, View } from '../shell/view.js';
import { button } from '../toolkit.js';
import { diffTable } from './diff-table.js';

type Action = PanelResult<'pairs'>['actions'][number];
type Undo = NonNullable<PanelResult<'decide'>>['undo'];

const isDecision = (action: string): action is PairDecision => PAIR_DECISIONS.some((known) => known === action);

const isSame = (a: PanelPair, b: PanelPair): boolean => a.older.id === b.older.id && a.newer.id === b.newer.id;

class ReviewView implements ShownView {
  readonly element: HTMLElement;
  readonly #panel: Panel;
  readonly #reload: Reload;
  readonly #status = element('p', { class: 'status' });
  readonly #list: HTMLElement;
  readonly #evidence = element('div', { class: 'pair-evidence' });
  readonly #buttons = element('div', { class: 'toolbar' });
  readonly #diff: HTMLElement;
  #pairs: readonly PanelPair[] = [];
  #groupStarts: ReadonlySet<number> = new Set();
  #actions: readonly Action[] = [];
  #at = 0;
  /** The pair whose comparison is on the screen: only about it is decided. */
  #compared: PanelPair | undefined;
  readonly #undo: Undo[] = [];
  #isBusy = false;

  constructor(panel: Panel) {
    this.#panel = panel;
    this.#list = element('div', { class: 'pair-list', role: 'listbox', tabindex: 0, 'aria-label': t('Pairs') });
    this.#diff = element('div', { class: 'pair-diff', tabindex: 0, role: 'region', 'aria-label': t('Difference') });
    this.element = element(
      'section',
      { class: 'pairs', 'aria-label': t('Duplicates and contradictions') },
      this.#status,
      element(
        'div',
        { class: 'pairs-main' },
        this.#list,
        element('div', { class: 'pair' }, this.#evidence, this.#buttons, this.#diff),
      ),
    );
    this.#status.textContent = t('Looking for memories to review');
    this.#reload = reloading(panel, this.element, () => this.#load());
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  focus(): void {
    this.#list.focus();
  }

  shown(): void {
    this.#reload.shown();
  }

  async #load(): Promise<void> {
    const before = this.#pairs[this.#at];
    const { groups, actions, later } = await this.#panel.request('pairs', {});
    this.#pairs = groups.flat();
    let start = 0;
    this.#groupStarts = new Set(groups.map(({ length }) => (start += length) - length));
    this.#actions = actions;
    const same = this.#pairs.findIndex((pair) => before !== undefined && isSame(pair, before));
    this.#at = same >= 0 ? same : Math.max(0, Math.min(this.#at, this.#pairs.length - 1));
    this.#status.textContent = [
      this.#pairs.length === 0
        ? t('No duplicates or contradictions found.')
        : tPlural(this.#pairs.length, '1 pair', '{n} pairs'),
      ...(later > 0 ? [tPlural(later, '1 is postponed.', '{n} are postponed.')] : []),
    ].join(' · ');
    this.#drawList();
    await this.#drawPair();
  }

  #drawList(): void {
    const rows = this.#pairs.map(({ older, newer, sign }, at) => {
      const row = element(
        'div',
        {
          role: 'option',
          id: `pair-${String(at)}`,
          class: this.#groupStarts.has(at) ? 'first' : undefined,
          'aria-selected': String(at === this.#at),
        },
        element('div', {}, `${older.name} ↔ ${newer.name}`),
        element('div', { class: 'status' }, sign === 'contradicted' ? t('Contradiction') : t('Duplicate')),
      );
      row.addEventListener('click', () => this.#select(at));
      return row;
    });
    this.#list.replaceChildren(...rows);
    if (rows.length > 0) this.#list.setAttribute('aria-activedescendant', `pair-${String(this.#at)}`);
    else this.#list.removeAttribute('aria-activedescendant');
    rows[this.#at]?.scrollIntoView({ block: 'nearest' });
  }

  #select(at: number): void {
    this.#at = at;
    this.#drawList();
    this.#drawPair().catch(this.#panel.fail);
  }

  async #drawPair(): Promise<void> {
    const pair = this.#pairs[this.#at];
    const before = this.#compared;
    this.#compared = undefined;
    this.#drawButtons();
    // The same pair stays in sight while it is compared anew.
    if (pair === undefined || before === undefined || !isSame(pair, before)) {
      this.#evidence.replaceChildren();
      this.#diff.replaceChildren();
    }
    if (pair === undefined) return;
    const { older, newer, text, facts } = pair;
    const { rows } = await this.#panel.request('compare', { older: older.id, newer: newer.id });
    if (this.#pairs[this.#at] !== pair) return;
    this.#evidence.replaceChildren(
      element('strong', {}, text),
      element('div', { class: 'status' }, `${older.name}: ${facts.join(' · ')}`),
    );
    this.#diff.replaceChildren(
      diffTable(rows, [t('{name} (older)', { name: older.name }), t('{name} (newer)', { name: newer.name })]),
    );
    this.#compared = pair;
    this.#drawButtons();
  }

  #drawButtons(): void {
    const usable = this.#actions.filter(({ action }) =>
      action === 'undo' ? this.#undo.length > 0 : this.#pairs.length > 0,
    );
    redraw(
      this.#buttons,
      ...usable.map(({ action, key, label, detail }) => {
        const made = button(`${label} (${key})`, () => this.#do(action));
        // A button that is disabled loses the focus; a press of this one does nothing.
        setAttributes(made, {
          'aria-disabled': this.#isBusy || (action !== 'undo' && !this.#compared) ? 'true' : undefined,
        });
        made.title = detail;
        made.dataset.key = action;
        made.setAttribute('aria-keyshortcuts', key);
        return made;
      }),
    );
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && event.target === this.#list) {
      event.preventDefault();
      const next = this.#at + step;
      if (this.#pairs[next] !== undefined) this.#select(next);
      return;
    }
    const found = this.#actions.find(({ key }) => key === event.key.toLowerCase());
    if (found === undefined) return;
    event.preventDefault();
    this.#do(found.action);
  }

  #do(action: string): void {
    if (this.#isBusy) return;
    const pair = this.#compared;
    if (action === 'edit' && pair !== undefined) return this.#panel.open(pair.older, pair.older.line);
    const work =
      action === 'undo' ? this.#undoLast() : pair && isDecision(action) ? this.#decide(pair, action) : undefined;
    if (work === undefined) return;
    this.#isBusy = true;
    this.#compared = undefined;
    this.#drawButtons();
    work.catch(this.#panel.fail).finally(() => {
      this.#isBusy = false;
      this.#reload.now();
      this.#list.focus();
    });
  }

  async #decide({ older, newer }: PanelPair, decision: PairDecision): Promise<void> {
    const decided = await this.#panel.request('decide', { older: older.id, newer: newer.id, decision });
    if (decided === null) return;
    this.#undo.push(decided.undo);
    this.#panel.announce(decided.text);
  }

  async #undoLast(): Promise<void> {
    const undo = this.#undo.at(-1);
    if (undo === undefined) return;
    await this.#panel.request('undoDecision', { undo });
    this.#undo.pop();
    this.#panel.announce(t('Undone.'));
  }
}

export const reviewView: View = { id: 'pairs', title: () => t('Duplicates'), create: (panel) => new ReviewView(panel) };
