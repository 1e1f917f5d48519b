/**
 * The only file that imports the component library, which is no longer maintained: replacing the library changes this file alone. The rest
 * of the panel uses fields, choices and tables.
 */
import {
  type DataGrid,
  provideVSCodeDesignSystem,
  vsCodeDataGrid,
  vsCodeDataGridCell,
  vsCodeDataGridRow,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

export function registerComponents(): void {
  provideVSCodeDesignSystem().register(
    vsCodeDataGrid(),
    vsCodeDataGridCell(),
    vsCodeDataGridRow(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeTextField(),
  );
}

/** A text field that reports its value as the user types. Escape clears it, Arrow Down moves the focus to the results. */
export function searchField(
  label: string,
  typed: (value: string) => void,
  left: () => void,
): HTMLElement & { value: string } {
  const field = document.createElement('vscode-text-field') as HTMLElement & { value: string };
  field.setAttribute('placeholder', label);
  // The accessible name of the field is its content, which main.css hides.
  field.textContent = label;
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowDown') left();
    if (key !== 'Escape' || field.value === '') return;
    field.value = '';
    typed('');
  });
  field.addEventListener('input', () => typed(field.value));
  return field;
}

/** A drop-down; the first choice means "all" and has the value ''. */
export function choiceField(label: string, choices: readonly string[], chosen: (value: string) => void): HTMLElement {
  const field = document.createElement('vscode-dropdown') as HTMLElement & { value: string };
  field.setAttribute('aria-label', label);
  for (const [text, value] of [[label, ''], ...choices.map((choice) => [choice, choice])] as [string, string][]) {
    const option = document.createElement('vscode-option');
    option.setAttribute('value', value);
    option.textContent = text;
    field.append(option);
  }
  field.addEventListener('change', () => chosen(field.value));
  return field;
}

export interface Column<Row> {
  readonly title: string;
  /** CSS grid width. */
  readonly width: string;
  text(row: Row): string;
}

export interface Table<Row> {
  readonly element: HTMLElement;
  show(rows: readonly Row[]): void;
  /** Focuses the first row, if there is one. */
  focus(): void;
}

/** A table of text cells with arrow key navigation; Enter, Space or a click activates a row. */
export function table<Row>(label: string, columns: readonly Column<Row>[], activated: (row: Row) => void): Table<Row> {
  const grid = document.createElement('vscode-data-grid') as DataGrid;
  grid.setAttribute('aria-label', label);
  grid.gridTemplateColumns = columns.map((column) => column.width).join(' ');
  grid.columnDefinitions = columns.map((column, at) => ({ columnDataKey: String(at), title: column.title }));
  let shown: readonly Row[] = [];
  const activate = (target: EventTarget | null): void => {
    const line = (target as HTMLElement | null)?.closest('vscode-data-grid-row') as
      (HTMLElement & { rowData?: { at?: number } }) | null;
    const row = shown[line?.rowData?.at ?? -1];
    if (row !== undefined) activated(row);
  };
  grid.addEventListener('click', (event) => activate(event.target));
  grid.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    activate(event.target);
  });
  return {
    element: grid,
    focus: () =>
      grid.querySelector<HTMLElement>('vscode-data-grid-row:not([row-type="header"]) vscode-data-grid-cell')?.focus(),
    show: (rows) => {
      shown = rows;
      grid.rowsData = rows.map((row, at) => ({
        at,
        ...Object.fromEntries(columns.map((column, key) => [String(key), column.text(row)])),
      }));
    },
  };
}
