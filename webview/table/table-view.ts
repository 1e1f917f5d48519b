/** The table of all memories: sorted, filtered by words and facets, with commands on all that is selected. */
import './table.css';

import { t, tPlural } from '../../src/core/l10n.js';
import { memo } from '../../src/core/memo.js';
import type { PanelMemories } from '../../src/protocol/webview/memories.js';
import type { PanelCommand } from '../../src/protocol/webview/shell.js';
import { element } from '../dom.js';
import type { Panel, ShownView, View } from '../shell/view.js';
import { button, searchField, toggle } from '../toolkit.js';
import { ActionBar } from './action-bar.js';
import { type Column, type ColumnId, COLUMNS, tracksOf } from './columns.js';
import { FacetPane } from './facet-pane.js';
import { type Chosen, chosenCount, type Faceted, faceted } from './facets.js';
import { Grid } from './grid.js';
import { Header } from './header.js';
import { PreviewPane } from './preview-pane.js';
import type { Row } from './row.js';
import { NO_SELECTION, selected, type Selection, selectionAmong, type Way } from './selection.js';
import { sortAfterClick, sortedRows } from './sort.js';
import { readLook, type TableLook } from './table-look.js';

/** What the menu of rows is about, for VS Code. */
const SECTION = 'memories';

/** Keys that run a command on what is selected, as in the Memories view. */
const KEYS: Readonly<Record<string, PanelCommand>> = {
  Delete: 'memdir.forget',
  F2: 'memdir.rename',
};

const rowsOf = ({ memories, stores }: PanelMemories): readonly Row[] => {
  const byKey = new Map(stores.map((store) => [store.key, store]));
  return memories.map((memory) => ({ memory, store: byKey.get(memory.store) }));
};

/** Whether all words occur in what the table shows of a memory. */
const hasWords = (row: Row, words: readonly string[]): boolean => {
  const text = textOf(row);
  return words.every((word) => text.includes(word));
};
const textOf = memo(({ memory }: Row) => `${memory.name} ${memory.description} ${memory.type}`.toLowerCase());

class Table implements ShownView {
  readonly element: HTMLElement;
  readonly #panel: Panel;
  readonly #grid: Grid;
  readonly #header: Header;
  readonly #facets: FacetPane;
  readonly #preview: PreviewPane;
  readonly #actions: ActionBar;
  readonly #status = element('p', { class: 'status' });
  /** Over the rows that there are not. */
  readonly #nothing: HTMLElement;
  readonly #search: HTMLElement & { value: string };
  #look: TableLook;
  #columns: readonly Column[] = [];
  #all: readonly Row[] = [];
  #rows: readonly Row[] = [];
  #worded: { readonly key: string; readonly among: readonly Row[]; readonly rows: readonly Row[] } | undefined;
  #faceted: (Faceted & { readonly among: readonly Row[]; readonly chosen: Chosen }) | undefined;
  #ids: readonly string[] = [];
  #selection: Selection = NO_SELECTION;

  constructor(panel: Panel) {
    this.#panel = panel;
    this.#look = readLook(panel.kept('table'));
    this.#header = new Header({
      sort: (column, add) => this.#set({ sort: sortAfterClick(this.#look.sort, column, add) }),
      resize: (column, width) => this.#resize(column, width),
    });
    this.#grid = new Grid(t('Memories'), this.#header.element, {
      select: (at, way) => this.#select(at, way),
      open: (at) => this.#open(at),
      selectAll: () => this.#selectAll(),
      key: (event) => this.#pressed(event),
      menu: (at) => this.#describeMenu(at),
    });
    this.#facets = new FacetPane((chosen: Chosen) => this.#set({ chosen }));
    this.#search = searchField(
      t('Filter by words'),
      (words) => this.#set({ words }),
      () => this.focus(),
    );
    this.#search.value = this.#look.words;
    this.#preview = new PreviewPane(panel);
    this.#actions = new ActionBar(
      (command) => this.#run(command),
      () => this.focus(),
    );
    this.#nothing = element(
      'div',
      { class: 'nothing' },
      element('p', {}, t('No memory matches the filters.')),
      button(t('Clear filters'), () => this.#clearFilters(), true),
    );
    this.element = element(
      'div',
      { class: 'table' },
      element('div', { class: 'toolbar' }, this.#search, ...this.#buttons(), this.#status),
      this.#actions.element,
      element(
        'div',
        { class: 'panes' },
        this.#facets.element,
        element('div', { class: 'rows-room' }, this.#grid.element, this.#nothing),
        this.#preview.element,
      ),
    );
    this.#showColumns();
    let last: PanelMemories | undefined;
    panel.onMemories((memories) => {
      if (memories === last) return;
      last = memories;
      this.#all = rowsOf(memories);
      const before = this.#status.textContent;
      this.#update();
      if (before !== this.#status.textContent && this.element.offsetParent !== null) this.#announce();
      // `npm run bench -- explorer` reads it.
      requestAnimationFrame(() => performance.mark('rows'));
    });
  }

  shown(): void {
    this.#grid.attach();
  }

  focus(): void {
    if (this.#selection.active < 0) this.#select(0, 'move');
    this.#grid.element.focus();
  }

  #buttons(): readonly HTMLElement[] {
    const { showsFacets, showsPreview } = this.#look;
    return [
      toggle(t('Filters'), showsFacets, (shows) => this.#set({ showsFacets: shows })),
      toggle(t('Preview'), showsPreview, (shows) => this.#set({ showsPreview: shows })),
      button(t('Columns…'), () => void this.#chooseColumns()),
      button(t('Save view…'), () => {
        this.#panel.request('saveLook', { look: { ...this.#look } }).catch(this.#panel.fail);
      }),
      button(t('Saved views…'), () => void this.#chooseLook()),
    ];
  }

  async #chooseColumns(): Promise<void> {
    const columns = COLUMNS.map(({ id, title }) => ({ id, title: title(), shown: this.#look.columns.includes(id) }));
    try {
      const chosen = await this.#panel.request('chooseColumns', { columns });
      if (chosen !== null) this.#set({ columns: readLook({ columns: chosen }).columns });
    } catch (error) {
      this.#panel.fail(error);
    }
  }

  async #chooseLook(): Promise<void> {
    try {
      const look = await this.#panel.request('chooseLook', {});
      if (look === null) return;
      // Panes stay as they are.
      const { columns, widths, sort, chosen, words } = readLook(look);
      this.#search.value = words;
      this.#set({ columns, widths, sort, chosen, words });
    } catch (error) {
      this.#panel.fail(error);
    }
  }

  #set(change: Partial<TableLook>): void {
    this.#look = { ...this.#look, ...change };
    this.#panel.keep('table', this.#look);
    if (change.columns !== undefined || change.widths !== undefined) this.#showColumns();
    this.#update();
    if (change.chosen !== undefined || change.words !== undefined || change.sort !== undefined) this.#announce();
  }

  #clearFilters(): void {
    this.#search.value = '';
    this.#set({ chosen: {}, words: '' });
    this.#search.focus();
  }

  #announce(): void {
    this.#panel.announce(this.#status.textContent);
  }

  #showColumns(): void {
    const { columns, widths } = this.#look;
    this.#columns = COLUMNS.filter(({ id }) => columns.includes(id));
    this.#grid.element.style.setProperty('--columns', tracksOf(this.#columns, widths));
  }

  #resize(column: ColumnId, width: number | undefined): void {
    const widths = { ...this.#look.widths };
    if (width === undefined) delete widths[column];
    else widths[column] = width;
    this.#look = { ...this.#look, widths };
    this.#panel.keep('table', this.#look);
    const columns = this.#columns;
    this.#showColumns();
    // The same columns: their cells stay.
    this.#columns = columns;
  }

  /** Rows with all words, the same array while neither changes. */
  #found(words: string): readonly Row[] {
    const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
    if (asked.length === 0) return this.#all;
    const key = asked.join(' ');
    if (this.#worded?.key !== key || this.#worded.among !== this.#all)
      this.#worded = { key, among: this.#all, rows: this.#all.filter((row) => hasWords(row, asked)) };
    return this.#worded.rows;
  }

  /** Filters, sorts and draws anew. */
  #update(): void {
    const { chosen, words, sort, showsFacets, showsPreview } = this.#look;
    const found = this.#found(words);
    if (this.#faceted === undefined || found !== this.#faceted.among || chosen !== this.#faceted.chosen)
      this.#faceted = { among: found, chosen, ...faceted(found, chosen) };
    this.#rows = sortedRows(this.#faceted.rows, sort, this.#all);
    const ids = this.#rows.map(({ memory }) => memory.id);
    this.#selection = selectionAmong(this.#selection, this.#ids, ids);
    this.#ids = ids;
    this.#facets.element.hidden = !showsFacets;
    this.#preview.element.hidden = !showsPreview;
    if (showsFacets) this.#facets.show(this.#faceted.values, chosen);
    this.#header.show(this.#columns, sort);
    this.#draw();
  }

  #draw(): void {
    this.#grid.show({ rows: this.#rows, columns: this.#columns, selection: this.#selection });
    if (this.#look.showsPreview) this.#preview.show(this.#rows[this.#selection.active]);
    this.#actions.show(this.#selection.ids.size);
    const filters = chosenCount(this.#look.chosen) + (this.#look.words.trim() === '' ? 0 : 1);
    const [shown, all, picked] = [this.#rows.length, this.#all.length, this.#selection.ids.size];
    this.#nothing.hidden = shown > 0 || filters === 0;
    this.#status.textContent = [
      filters === 0
        ? tPlural(all, '{n} memory', '{n} memories')
        : tPlural(all, '{shown} of {n} memory', '{shown} of {n} memories', { shown }),
      ...(picked > 1 ? [tPlural(picked, '{n} selected', '{n} selected')] : []),
    ].join(', ');
  }

  #select(at: number, way: Way): void {
    const before = this.#selection.ids.size;
    this.#selection = selected(this.#selection, this.#ids, at, way);
    this.#draw();
    // The row that it is about is read by itself.
    if (Math.max(before, this.#selection.ids.size) > 1) this.#announce();
  }

  #selectAll(): void {
    this.#selection = { ...this.#selection, ids: new Set(this.#ids) };
    this.#draw();
    this.#announce();
  }

  #open(at: number): void {
    const row = this.#rows[at];
    if (row !== undefined) this.#panel.open(row.memory);
  }

  /**
   * What commands are about: what is selected, the row that keys or the pointer are about first, because some commands are about one
   * memory. Never the active row alone: it may have taken the place of one that is gone.
   */
  #targets(at = this.#selection.active): readonly string[] {
    const ids = this.#ids.filter((id) => this.#selection.ids.has(id));
    const first = this.#ids[at];
    return first !== undefined && this.#selection.ids.has(first) ? [first, ...ids.filter((id) => id !== first)] : ids;
  }

  #run(command: PanelCommand): void {
    const ids = this.#targets();
    if (ids.length > 0) this.#panel.request('run', { command, ids }).catch(this.#panel.fail);
  }

  #pressed(event: KeyboardEvent): void {
    if (event.key === ' ') {
      event.preventDefault();
      this.#select(this.#selection.active, 'toggle');
      return;
    }
    const command = event.key === 'Enter' ? 'memdir.openToSide' : KEYS[event.key];
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#run(command);
  }

  /** VS Code reads it when it shows the menu, and gives it to the command that is chosen. Beside the rows there is nothing to act on. */
  #describeMenu(at: number | undefined): void {
    const { dataset } = this.#grid.element;
    if (at === undefined) return void delete dataset.vscodeContext;
    dataset.vscodeContext = JSON.stringify({
      webviewSection: SECTION,
      preventDefaultContextMenuItems: true,
      memories: this.#targets(at),
    });
  }
}

export const tableView: View = { id: 'table', title: () => t('Table'), create: (panel) => new Table(panel) };
