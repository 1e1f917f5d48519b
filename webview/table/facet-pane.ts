/** The facets beside the table: groups of check boxes with counts. */
import { t, tPlural } from '../../src/core/l10n.js';
import { element, hidden, redraw } from '../dom.js';
import { type Chosen, FACET, type Faceted, type FacetId, FACETS, type FacetValue, toggled } from './facets.js';

/** Values of a facet that are shown at first. */
const MOST_VALUES = 8;

export class FacetPane {
  readonly element: HTMLElement;
  readonly #changed: (chosen: Chosen) => void;
  readonly #opened = new Set<FacetId>();
  #shown = '';

  constructor(changed: (chosen: Chosen) => void) {
    this.#changed = changed;
    this.element = element('div', { class: 'facets', role: 'group', 'aria-label': t('Filters') });
  }

  show(facets: Faceted['values'], chosen: Chosen): void {
    const groups = FACETS.map((id, at) => ({ id, values: facets[at] ?? [] })).filter(
      // One value that all have says nothing.
      ({ id, values }) => values.length > 1 || (chosen[id]?.length ?? 0) > 0,
    );
    const shown = JSON.stringify([groups, [...this.#opened]]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    redraw(this.element, ...groups.map(({ id, values }) => this.#group(id, values, facets, chosen)));
  }

  #group(id: FacetId, values: readonly FacetValue[], facets: Faceted['values'], chosen: Chosen): HTMLElement {
    const isOpen = this.#opened.has(id);
    const some = values.filter((value, at) => isOpen || at < MOST_VALUES || value.chosen);
    const more = values.length - some.length;
    const rest = element(
      'button',
      { type: 'button', class: 'more', 'data-key': `more:${id}` },
      tPlural(more, '{n} more', '{n} more'),
    );
    rest.addEventListener('click', () => {
      this.#opened.add(id);
      this.show(facets, chosen);
    });
    return element(
      'fieldset',
      {},
      element('legend', {}, FACET[id].title()),
      ...some.map((value) => this.#value(id, value, chosen)),
      more > 0 ? rest : undefined,
    );
  }

  #value(id: FacetId, { value, label, count, chosen: isChosen }: FacetValue, chosen: Chosen): HTMLElement {
    const box = element('input', { type: 'checkbox', 'data-key': `${id}:${value}` });
    box.checked = isChosen;
    box.addEventListener('change', () => this.#changed(toggled(chosen, id, value)));
    return element(
      'label',
      { class: count === 0 ? 'none' : undefined },
      box,
      element('span', { class: 'value', title: label }, label),
      element('span', { class: 'count' }, hidden(', '), String(count)),
    );
  }
}
