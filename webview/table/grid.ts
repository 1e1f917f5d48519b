/** A grid by the pattern of ARIA that draws only the rows in sight. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';

import { element, setAttributes } from '../dom.js';
import type { Column } from './columns.js';
import type { Row } from './row.js';
import type { Selection, Way } from './selection.js';

/** Of a mouse. */
const RIGHT_BUTTON = 2;
/** Rows drawn beyond those in sight. */
const BEYOND = 8;

export interface GridEvents {
  /** The user goes to a row. */
  select(at: number, way: Way): void;
  open(at: number): void;
  selectAll(): void;
  /** A key that the grid has no use for. */
  key(event: KeyboardEvent): void;
  /** Before a context menu is shown: of that row, or of none. */
  menu(at: number | undefined): void;
}

export interface GridState {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly selection: Selection;
}

interface DrawnRow {
  readonly element: HTMLElement;
  readonly cells: HTMLElement[];
}

/** Keys that move to another row: the place they lead to. */
const STEPS: Readonly<Record<string, (at: number, last: number, page: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  PageDown: (at, last, page) => Math.min(last, at + page),
  PageUp: (at, _, page) => Math.max(0, at - page),
  Home: () => 0,
  End: (_, last) => last,
};

export class Grid {
  readonly element: HTMLElement;
  readonly #body = element('div', { role: 'rowgroup', class: 'rows' });
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  readonly #events: GridEvents;
  readonly #drawn = new Map<number, DrawnRow>();
  readonly #spare: DrawnRow[] = [];
  readonly #rowHeight: number;
  #state: GridState = { rows: [], columns: [], selection: { active: -1, anchor: -1, ids: new Set() } };
  /** Place of the cell that keys are about. */
  #column = 0;

  /** @param header the first row group */
  constructor(label: string, header: HTMLElement, events: GridEvents) {
    this.#events = events;
    this.element = element(
      'div',
      { role: 'grid', class: 'grid', tabindex: 0, 'aria-label': label, 'aria-multiselectable': 'true' },
      header,
      this.#body,
    );
    this.#rowHeight = Math.round(parseFloat(getComputedStyle(document.body).fontSize || '13') * 1.7);
    this.element.style.setProperty('--row-height', `${this.#rowHeight}px`);
    this.#virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
      count: 0,
      getScrollElement: () => this.element,
      estimateSize: () => this.#rowHeight,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      // Before the page is laid out.
      initialRect: { width: window.innerWidth, height: window.innerHeight },
      overscan: BEYOND,
      paddingStart: this.#rowHeight,
      scrollPaddingStart: this.#rowHeight,
      onChange: () => this.#draw(),
    });
    this.#virtualizer._didMount();
    this.#listen();
  }

  /** Called once the grid is in the page. */
  attach(): void {
    this.#virtualizer._willUpdate();
  }

  show(state: GridState): void {
    const { rows, columns } = state;
    const isRedrawn = rows !== this.#state.rows || columns !== this.#state.columns;
    this.#state = state;
    this.#column = Math.min(this.#column, columns.length - 1);
    setAttributes(this.element, { 'aria-rowcount': rows.length + 1, 'aria-colcount': columns.length });
    if (isRedrawn) {
      this.#virtualizer.setOptions({ ...this.#virtualizer.options, count: rows.length });
      this.#virtualizer._willUpdate();
      // Below its padding, which is the header.
      this.#body.style.height = `${this.#virtualizer.getTotalSize() - this.#rowHeight}px`;
      this.#refill();
    }
    this.#draw();
  }

  /** A row keeps its element: below the pointer it must be the same one between two clicks. */
  #refill(): void {
    for (const [at, drawn] of [...this.#drawn]) {
      const row = this.#state.rows[at];
      if (row === undefined) this.#drop(at);
      else this.#fill(drawn, row, at);
    }
  }

  /** Brings a row into sight. */
  reveal(at: number): void {
    this.#virtualizer.scrollToIndex(at, { align: 'auto' });
    this.#draw();
  }

  #draw(): void {
    const items = this.#virtualizer.getVirtualItems();
    const wanted = new Set(items.map(({ index }) => index));
    // The active row is part of the page as long as keys are about it.
    if (this.#state.selection.active >= 0) wanted.add(this.#state.selection.active);
    for (const at of [...this.#drawn.keys()]) if (!wanted.has(at)) this.#drop(at);
    for (const at of wanted) this.#drawRow(at);
    const { active } = this.#state.selection;
    setAttributes(this.element, {
      'aria-activedescendant': this.#drawn.has(active) ? cellId(active, this.#column) : undefined,
    });
  }

  #drop(at: number): void {
    const row = this.#drawn.get(at);
    if (row === undefined) return;
    this.#drawn.delete(at);
    row.element.remove();
    this.#spare.push(row);
  }

  #drawRow(at: number): void {
    const row = this.#state.rows[at];
    if (row === undefined) return;
    const known = this.#drawn.get(at);
    const drawn = known ?? this.#take();
    if (known === undefined) {
      this.#drawn.set(at, drawn);
      this.#fill(drawn, row, at);
      this.#body.append(drawn.element);
    }
    const { active, ids } = this.#state.selection;
    const isSelected = ids.has(row.memory.id);
    setAttributes(drawn.element, { 'aria-selected': String(isSelected) });
    drawn.element.classList.toggle('active', at === active);
    drawn.cells.forEach((cell, place) => cell.classList.toggle('active', at === active && place === this.#column));
  }

  #take(): DrawnRow {
    return this.#spare.pop() ?? { element: element('div', { role: 'row', class: 'row' }), cells: [] };
  }

  #fill({ element: line, cells }: DrawnRow, row: Row, at: number): void {
    const { columns } = this.#state;
    setAttributes(line, { 'aria-rowindex': at + 2 });
    line.dataset.at = String(at);
    line.style.transform = `translateY(${at * this.#rowHeight}px)`;
    while (cells.length > columns.length) cells.pop()?.remove();
    while (cells.length < columns.length) {
      const cell = element('div', { role: 'gridcell' });
      cells.push(cell);
      line.append(cell);
    }
    columns.forEach((column, place) => {
      const cell = cells[place];
      if (cell === undefined) return;
      const text = column.text(row);
      cell.textContent = text;
      cell.title = text;
      cell.id = cellId(at, place);
      cell.className = `cell ${column.id}${column.isNumber === true ? ' number' : ''}`;
      cell.ariaColIndex = String(place + 1);
    });
    line.classList.toggle('error', row.memory.severity === 'error');
    line.classList.toggle('warning', row.memory.severity === 'warning');
  }

  #listen(): void {
    const { element: grid } = this;
    grid.addEventListener('keydown', (event) => {
      if (event.target === grid) this.#pressed(event);
    });
    grid.addEventListener('mousedown', (event) => {
      const at = placeOf(event.target);
      if (at < 0 || event.button !== 0) return;
      // Shift would select text.
      if (event.shiftKey) event.preventDefault();
      this.#column = Math.max(0, columnOf(event.target));
      this.#events.select(at, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'one');
    });
    grid.addEventListener('dblclick', (event) => {
      const at = placeOf(event.target);
      if (at >= 0) this.#events.open(at);
    });
    // Before VS Code reads what the menu is about.
    grid.addEventListener('contextmenu', (event) => this.#menu(event), { capture: true });
  }

  #menu(event: MouseEvent): void {
    const pointed = placeOf(event.target);
    // A key asks for the menu of the active row, the pointer for that of the row below it.
    const isAsked = event.target === this.element && event.button !== RIGHT_BUTTON;
    const at = isAsked ? this.#state.selection.active : pointed;
    const row = this.#state.rows[at];
    if (row === undefined) return this.#events.menu(undefined);
    if (!this.#state.selection.ids.has(row.memory.id)) this.#events.select(at, 'one');
    this.#events.menu(at);
  }

  #pressed(event: KeyboardEvent): void {
    const { rows, columns, selection } = this.#state;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#rowHeight) - 2);
    const step = STEPS[event.key];
    if (step !== undefined && rows.length > 0) {
      const at = step(selection.active, rows.length - 1, page);
      taken(event);
      this.#events.select(at, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'move' : 'one');
      this.reveal(at);
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      taken(event);
      const next = this.#column + (event.key === 'ArrowRight' ? 1 : -1);
      this.#column = Math.max(0, Math.min(columns.length - 1, next));
      this.#draw();
      this.#drawn.get(selection.active)?.cells[this.#column]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      taken(event);
      if (selection.active >= 0) this.#events.open(selection.active);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      taken(event);
      this.#events.selectAll();
    } else this.#events.key(event);
  }
}

/** VS Code hears keys of the page too, and must not act on this one. */
function taken(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

const cellId = (at: number, column: number): string => `cell-${at}-${column}`;

function placeOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
  return row?.dataset.at === undefined ? -1 : Number(row.dataset.at);
}

function columnOf(target: EventTarget | null): number {
  const cell = target instanceof Element ? target.closest('.cell') : null;
  return cell === null ? -1 : [...(cell.parentElement?.children ?? [])].indexOf(cell);
}
