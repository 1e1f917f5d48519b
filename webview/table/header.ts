/** The header of the table: sorts by a click or a key, and resizes columns by dragging or by Alt and arrow keys. */
import { t } from '../../src/core/l10n.js';
import { element, setAttributes } from '../dom.js';
import type { Column, ColumnId } from './columns.js';
import type { Sort } from './sort.js';

export interface HeaderEvents {
  sort(column: ColumnId, add: boolean): void;
  /** Pixels; undefined: as wide as there is room. */
  resize(column: ColumnId, width: number | undefined): void;
}

const LEAST_PX = 40;
/** Pixels by which a key makes a column wider. */
const STEP_PX = 16;

export class Header {
  readonly element: HTMLElement;
  readonly #row = element('div', { role: 'row', class: 'head', 'aria-rowindex': 1 });
  readonly #events: HeaderEvents;
  #columns: readonly Column[] = [];
  #stop = 0;

  constructor(events: HeaderEvents) {
    this.#events = events;
    this.element = element('div', { role: 'rowgroup', class: 'heads' }, this.#row);
    this.#row.addEventListener('keydown', (event) => this.#pressed(event));
  }

  show(columns: readonly Column[], sort: Sort): void {
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#stop = Math.min(this.#stop, columns.length - 1);
      this.#row.replaceChildren(...columns.map((column, at) => this.#cell(column, at)));
    }
    columns.forEach(({ id }, at) => {
      const place = sort.findIndex(({ column }) => column === id);
      const key = sort[place];
      const direction = key === undefined ? 'none' : key.descending ? 'descending' : 'ascending';
      const cell = this.#row.children[at];
      if (!(cell instanceof HTMLElement)) return;
      // Only one column may say so to a screen reader.
      setAttributes(cell, { 'aria-sort': place === 0 ? direction : undefined });
      cell.dataset.sort = key === undefined ? '' : `${key.descending ? '↓' : '↑'}${sort.length > 1 ? place + 1 : ''}`;
    });
  }

  #cell({ id, title, isNumber }: Column, at: number): HTMLElement {
    const button = element(
      'button',
      {
        type: 'button',
        tabindex: at === this.#stop ? 0 : -1,
        title: t('{column}: sort. Shift adds it as the second column, Alt and the arrow keys resize it.', {
          column: title(),
        }),
      },
      title(),
    );
    button.addEventListener('click', (event) => this.#events.sort(id, event.shiftKey));
    const edge = element('div', { class: 'edge', 'aria-hidden': 'true' });
    edge.addEventListener('pointerdown', (event) => this.#drag(event, edge, id));
    edge.addEventListener('dblclick', () => this.#events.resize(id, undefined));
    return element(
      'div',
      { role: 'columnheader', class: `headcell ${id}${isNumber === true ? ' number' : ''}`, 'aria-colindex': at + 1 },
      button,
      edge,
    );
  }

  #drag(event: PointerEvent, edge: HTMLElement, id: ColumnId): void {
    const cell = edge.parentElement;
    if (cell === null) return;
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
    const [from, width] = [event.clientX, cell.getBoundingClientRect().width];
    const moved = ({ clientX }: PointerEvent): void =>
      this.#events.resize(id, Math.max(LEAST_PX, Math.round(width + clientX - from)));
    edge.addEventListener('pointermove', moved);
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', moved), { once: true });
  }

  #pressed(event: KeyboardEvent): void {
    const column = this.#columns[this.#stop];
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || column === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const width = this.#row.children[this.#stop]?.getBoundingClientRect().width ?? 0;
    if (event.altKey) this.#events.resize(column.id, Math.max(LEAST_PX, Math.round(width + step * STEP_PX)));
    else this.#go(Math.max(0, Math.min(this.#columns.length - 1, this.#stop + step)));
  }

  #go(stop: number): void {
    this.#stop = stop;
    [...this.#row.querySelectorAll('button')].forEach((button, at) => {
      button.tabIndex = at === stop ? 0 : -1;
      if (at === stop) button.focus();
    });
  }
}
