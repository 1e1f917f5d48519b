/** Search as you type: the hits of Recall, each with the reasons for its place. */
import './search.css';

import * as z from 'zod/mini';

import { LEVEL_LABELS } from '../../src/core/groups.js';
import { t, tPlural } from '../../src/core/l10n.js';
import { type Level, LEVELS } from '../../src/core/memory.js';
import type { PanelMemories } from '../../src/protocol/webview/memories.js';
import type { PanelHits } from '../../src/protocol/webview/search.js';
import { element } from '../dom.js';
import type { Panel, ShownView, View } from '../shell/view.js';
import { choiceField, searchField } from '../toolkit.js';
import { HitList } from './hit-list.js';

/** Milliseconds after the last key. */
const DEBOUNCE_MS = 80;

const keptSearch = z.object({ query: z.string(), type: z.string(), level: z.union([z.enum(LEVELS), z.literal('')]) });
type Question = z.infer<typeof keptSearch>;

class Search implements ShownView {
  readonly element: HTMLElement;
  readonly #panel: Panel;
  readonly #field: HTMLElement & { value: string };
  readonly #choices = element('span', { class: 'choices' });
  readonly #status = element('p', { class: 'status' });
  readonly #hits: HitList;
  #question: Question;
  #types = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOld = false;

  constructor(panel: Panel) {
    this.#panel = panel;
    this.#question = keptSearch.safeParse(panel.kept('search')).data ?? { query: '', type: '', level: '' };
    this.#hits = new HitList(
      (hit) => panel.open(hit, hit.line),
      () => this.#field.focus(),
    );
    this.#field = searchField(
      t('Search memories by keyword or question'),
      (query) => this.#ask({ query }),
      () => this.#hits.focus(),
    );
    this.#field.value = this.#question.query;
    this.element = element(
      'div',
      { class: 'search' },
      element('div', { class: 'toolbar' }, this.#field, this.#choices, this.#status),
      this.#hits.element,
    );
    panel.on('hits', (hits) => this.#show(hits));
    panel.onMemories((memories) => {
      this.#offer(memories);
      this.#isOld = true;
      this.shown();
    });
  }

  /** Asks again after memories changed, once one can see the hits. */
  shown(): void {
    if (!this.#isOld || this.element.offsetParent === null) return;
    this.#isOld = false;
    this.#find();
  }

  focus(): void {
    this.#field.focus();
  }

  #ask(change: Partial<Question>): void {
    this.#question = { ...this.#question, ...change };
    this.#panel.keep('search', this.#question);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#find(), DEBOUNCE_MS);
  }

  #find(): void {
    const { query, type, level } = this.#question;
    this.#panel
      .request('search', { query, ...(type !== '' && { type }), ...(level !== '' && { level }) })
      .catch(this.#panel.fail);
  }

  #show({ query, groups, notice }: PanelHits): void {
    if (query !== this.#question.query) return;
    this.#hits.show(groups);
    const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
    const words = [
      count === 0 ? t('No matching memories') : tPlural(count, '{n} memory', '{n} memories'),
      ...(notice === undefined ? [] : [notice]),
    ].join('. ');
    if (words === this.#status.textContent) return;
    this.#status.textContent = words;
    this.#panel.announce(words);
  }

  /** Drop-downs anew where there are other types. */
  #offer({ memories }: PanelMemories): void {
    const types = [...new Set(memories.map(({ type }) => type))].sort();
    if (this.#types === types.join()) return;
    this.#types = types.join();
    const byType = choiceField(
      t('Type'),
      [{ value: '', text: t('All types') }, ...types.map((type) => ({ value: type, text: type }))],
      (type) => this.#ask({ type }),
    );
    const byLevel = choiceField(
      t('Level'),
      [{ value: '', text: t('All levels') }, ...LEVELS.map((level) => ({ value: level, text: LEVEL_LABELS[level]() }))],
      (level) => this.#ask({ level: level as Level | '' }),
    );
    this.#choices.replaceChildren(byType, byLevel);
    byType.setAttribute('current-value', types.includes(this.#question.type) ? this.#question.type : '');
    byLevel.setAttribute('current-value', this.#question.level);
  }
}

export const searchView: View = { id: 'search', title: () => t('Search'), create: (panel) => new Search(panel) };
