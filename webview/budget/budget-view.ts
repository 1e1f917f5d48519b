/** What MEMORY.md costs line by line, what of it to trim first, and what Claude Code loads beside it. */
import './budget.css';

import { t, tPlural } from '../../src/core/l10n.js';
import type { PanelTrim } from '../../src/protocol/webview/budget.js';
import type { PanelStore } from '../../src/protocol/webview/memories.js';
import { element, grouped } from '../dom.js';
import type { Panel, ShownView, View } from '../shell/view.js';
import { button, choiceField } from '../toolkit.js';
import { legend, Strip } from './strip.js';
import { scopeLegend, Treemap } from './treemap.js';
import { sizeWords, TrimList } from './trim-list.js';

class Budget implements ShownView {
  readonly element: HTMLElement;
  readonly #panel: Panel;
  readonly #stores = element('span', { class: 'choices' });
  readonly #folders = element('span', { class: 'choices' });
  readonly #sizes = element('p', { class: 'status' });
  readonly #total = element('p', { class: 'status' });
  readonly #scopes = element('div');
  readonly #strip: Strip;
  readonly #trims: TrimList;
  readonly #map: Treemap;
  #store: string | undefined;
  #offered = '';
  #folder = 0;
  #isOld = false;
  /** Counts what was asked: an answer to an older question is not shown. */
  #asked = 0;

  constructor(panel: Panel) {
    this.#panel = panel;
    const kept = panel.kept('budget');
    this.#store = typeof kept === 'string' ? kept : undefined;
    this.#strip = new Strip((line) => this.#openLine(line));
    this.#trims = new TrimList(
      (trims) => void this.#trim(trims, false),
      (trims) => void this.#trim(trims, true),
    );
    this.#map = new Treemap((part) => {
      if (part.isFile) panel.request('openLoaded', { path: part.path }).catch(panel.fail);
    });
    this.element = element('div', { class: 'budget' }, this.#index(), this.#start());
    panel.onMemories(({ stores }) => this.#update(stores));
  }

  #index(): HTMLElement {
    return element(
      'div',
      { class: 'index' },
      element('div', { class: 'toolbar' }, this.#stores, this.#sizes),
      this.#strip.element,
      legend(),
      this.#trims.element,
    );
  }

  #start(): HTMLElement {
    const text = button(t('Show the text'), () => {
      this.#panel.request('showLoaded', {}).catch(this.#panel.fail);
    });
    return element(
      'section',
      { class: 'start', 'aria-labelledby': 'start' },
      element('h2', { id: 'start' }, t('What Claude Code loads at the start')),
      element('div', { class: 'toolbar' }, this.#folders, this.#total, text),
      this.#map.element,
      this.#scopes,
    );
  }

  /** Loads what is out of date, once one can see it. */
  shown(): void {
    if (!this.#isOld || this.element.offsetParent === null) return;
    this.#isOld = false;
    void this.#load();
    void this.#loadStart();
  }

  #update(stores: readonly PanelStore[]): void {
    const indexed = stores.filter(({ hasIndex }) => hasIndex);
    const offered = JSON.stringify(indexed.map(({ key, label }) => [key, label]));
    if (!indexed.some(({ key }) => key === this.#store)) this.#store = indexed[0]?.key;
    if (offered !== this.#offered) {
      this.#offered = offered;
      const field = choiceField(
        t('Store'),
        indexed.map(({ key, label }) => ({ value: key, text: label })),
        (key) => {
          this.#store = key;
          this.#panel.keep('budget', key);
          void this.#load();
        },
      );
      this.#stores.replaceChildren(field);
      field.setAttribute('current-value', this.#store ?? '');
    }
    this.#isOld = true;
    this.shown();
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked;
    if (this.#store === undefined) {
      this.#sizes.textContent = t('No MEMORY.md');
      return;
    }
    try {
      const { sizes, lines, choices } = await this.#panel.request('indexBudget', { store: this.#store });
      if (asked !== this.#asked) return;
      this.#sizes.textContent = sizeWords(sizes);
      this.#strip.show(lines);
      this.#trims.show(choices, sizes);
    } catch (error) {
      this.#panel.fail(error);
    }
  }

  async #trim(trims: readonly PanelTrim[], apply: boolean): Promise<void> {
    const store = this.#store;
    if (store === undefined) return;
    const asked = ++this.#asked;
    try {
      const { sizes, applied } = await this.#panel.request('trim', { store, trims, apply });
      if (asked === this.#asked && !applied) this.#trims.showAfter(sizes);
      if (!applied) return;
      this.#trims.clear();
      await this.#load();
    } catch (error) {
      this.#panel.fail(error);
    }
  }

  async #loadStart(): Promise<void> {
    try {
      const loaded = await this.#panel.request('loaded', { folder: this.#folder });
      if (loaded === null) return;
      const { folders, parts, tokens } = loaded;
      this.#map.show(parts);
      this.#scopes.replaceChildren(scopeLegend(parts));
      this.#total.textContent = tPlural(
        parts.length,
        '{n} text, about {tokens} tokens',
        '{n} texts, about {tokens} tokens',
        {
          tokens: grouped(tokens),
        },
      );
      if (folders.length > 1 && this.#folders.childElementCount === 0)
        this.#folders.append(
          choiceField(
            t('Folder'),
            folders.map((name, at) => ({ value: String(at), text: name })),
            (at) => {
              this.#folder = Number(at);
              void this.#loadStart();
            },
          ),
        );
    } catch (error) {
      this.#panel.fail(error);
    }
  }

  #openLine(line: number): void {
    if (this.#store !== undefined)
      this.#panel.request('openIndex', { store: this.#store, line }).catch(this.#panel.fail);
  }
}

export const budgetView: View = { id: 'budget', title: () => t('Budget'), create: (panel) => new Budget(panel) };
