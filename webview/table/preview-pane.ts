/** The text of the row that keys are about, beside the table. */
import { ageWords } from '../../src/core/age.js';
import { t } from '../../src/core/l10n.js';
import { element } from '../dom.js';
import type { Panel } from '../shell/view.js';
import type { Row } from './row.js';

/** Milliseconds that a row is the active one before its text is read. */
const DEBOUNCE_MS = 80;

export class PreviewPane {
  readonly element: HTMLElement;
  readonly #panel: Panel;
  readonly #name = element('h2');
  readonly #facts = element('p', { class: 'facts' });
  readonly #text = element('pre', { tabindex: 0 });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #row: Row | undefined;

  constructor(panel: Panel) {
    this.#panel = panel;
    this.element = element(
      'section',
      { class: 'preview', 'aria-label': t('Preview') },
      this.#name,
      this.#facts,
      this.#text,
    );
    this.#text.setAttribute('aria-label', t('Text'));
  }

  show(row: Row | undefined): void {
    if (row?.memory === this.#row?.memory) return;
    this.#row = row;
    clearTimeout(this.#timer);
    if (row === undefined) return this.#fill('', [], t('Select a memory to see its text.'));
    this.#timer = setTimeout(() => this.#read(row), DEBOUNCE_MS);
  }

  #read(row: Row): void {
    const { id, name, type, ageDays, description } = row.memory;
    this.#panel.request('preview', { id }).then(
      ({ text }) => {
        if (this.#row === row) this.#fill(name, [type, row.store?.label ?? '', ageWords(ageDays), description], text);
      },
      (error: unknown) => this.#panel.fail(error),
    );
  }

  #fill(name: string, facts: readonly string[], text: string): void {
    this.#name.textContent = name;
    this.#facts.textContent = facts.filter(Boolean).join(' · ');
    this.#text.textContent = text;
    this.#text.scrollTop = 0;
  }
}
