/** The explorer panel: every memory in one searchable table, budgets above it. */
import './main.css';

import {
  budgetWords,
  type ExplorerBudget,
  type ExplorerHit,
  type ExplorerRow,
  type FromExplorer,
  type Level,
  LEVELS,
  type ToExplorer,
} from '../src/protocol/webview.js';
import { choiceField, registerComponents, searchField, table } from './toolkit.js';

/** State that survives a reload of the window. */
interface Kept {
  readonly query?: string;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromExplorer): void;
  getState(): Kept | undefined;
  setState(kept: Kept): void;
};

const editor = acquireVsCodeApi();
const state: {
  rows: readonly ExplorerRow[];
  hits?: { query: string; hits: readonly ExplorerHit[] };
  query: string;
  type: string;
  level: Level | '';
} = { rows: [], query: '', type: '', level: '' };

registerComponents();

const age = (days: number | null): string =>
  days === null ? 'not readable' : days < 1 ? 'today' : days < 2 ? 'yesterday' : `${Math.floor(days)} days`;
const standing = (row: ExplorerRow): string =>
  [
    row.loaded ? 'loaded' : row.inIndex ? 'listed, not loaded' : 'not in index',
    ...(row.unreadable === null ? [] : [row.unreadable]),
    ...(row.stale ? ['stale'] : []),
    ...(row.problems > 0 ? [`${row.problems} problem${row.problems === 1 ? '' : 's'}`] : []),
  ].join(', ');

const memories = table<{ row: ExplorerRow; line: number }>(
  'Memories',
  [
    { title: 'Name', width: 'minmax(9em, 2fr)', text: ({ row }) => row.name },
    { title: 'Description', width: 'minmax(16em, 4fr)', text: ({ row }) => row.description },
    { title: 'Type', width: 'minmax(9.5em, 1fr)', text: ({ row }) => row.type },
    { title: 'Level', width: 'minmax(8.5em, 1fr)', text: ({ row }) => row.level },
    { title: 'Age', width: 'minmax(7.5em, 1fr)', text: ({ row }) => age(row.ageDays) },
    { title: 'Uses', width: '5.5em', text: ({ row }) => String(row.accessCount) },
    { title: 'State', width: 'minmax(9em, 2fr)', text: ({ row }) => standing(row) },
    { title: 'Store', width: 'minmax(9em, 1.2fr)', text: ({ row }) => row.store },
  ],
  ({ row, line }) => editor.postMessage({ kind: 'open', path: row.path, line }),
);

const message = document.createElement('p');
message.setAttribute('role', 'status');
const budgets = document.createElement('section');
const toolbar = document.createElement('div');
toolbar.className = 'toolbar';

function budgetBar(budget: ExplorerBudget): HTMLElement {
  const share = Math.max(budget.lines / budget.limitLines, budget.units / budget.limitUnits);
  const bar = document.createElement('meter');
  bar.max = 1;
  bar.high = 0.8;
  bar.value = Math.min(1, share);
  const label = document.createElement('label');
  label.textContent = `${budget.store}: MEMORY.md ${budgetWords(budget)} `;
  label.append(bar);
  return label;
}

function visibleRows(): { row: ExplorerRow; line: number }[] {
  const kept = state.rows.filter(
    (row) => (state.type === '' || row.type === state.type) && (state.level === '' || row.level === state.level),
  );
  if (state.query === '' || state.hits === undefined) return kept.map((row) => ({ row, line: 1 }));
  const byId = new Map(kept.map((row) => [row.id, row]));
  return state.hits.hits.flatMap((hit) => {
    const row = byId.get(hit.id);
    return row ? [{ row, line: hit.line }] : [];
  });
}

function render(notice?: string): void {
  const rows = visibleRows();
  memories.show(rows);
  message.textContent = [`${rows.length} of ${state.rows.length} memories.`, notice ?? ''].join(' ').trim();
}

/** Searches for the text of the field among the chosen type and level: filtering the hits instead would lose those below the limit. */
function find(): void {
  const { query, type, level } = state;
  if (query === '') render();
  else editor.postMessage({ kind: 'search', query, ...(type && { type }), ...(level && { level }) });
}

let timer: ReturnType<typeof setTimeout> | undefined;
const typed = (query: string): void => {
  state.query = query.trim();
  clearTimeout(timer);
  timer = setTimeout(find, state.query === '' ? 0 : 120);
  remember();
};
const search = searchField('Search memories by words or meaning', typed, () => memories.focus());
const remember = (): void => editor.setState({ query: search.value });
const choices = document.createElement('span');
choices.className = 'choices';

/** Recreates the drop-downs, which start at "all", when the set of types changes; keeps the search field. */
let offered: string | undefined;
function offerChoices(): void {
  const types = [...new Set(state.rows.map((row) => row.type))].sort();
  if (types.join() === offered) return;
  offered = types.join();
  state.type = '';
  state.level = '';
  choices.replaceChildren(
    choiceField('All types', types, (type) => ((state.type = type), find())),
    choiceField('All levels', LEVELS, (level) => ((state.level = level as Level | ''), find())),
  );
}

window.addEventListener('message', (event: MessageEvent<ToExplorer>) => {
  const data = event.data;
  if (data.kind === 'failed') message.textContent = data.message;
  if (data.kind === 'hits' && data.query === state.query) {
    state.hits = { query: data.query, hits: data.hits };
    render(data.notice);
  }
  if (data.kind === 'rows') {
    state.rows = data.rows;
    budgets.replaceChildren(...data.budgets.map(budgetBar));
    offerChoices();
    find();
  }
});

toolbar.append(search, choices);
document.body.append(toolbar, budgets, message, memories.element);
message.textContent = 'Reading memories…';
search.value = editor.getState()?.query ?? '';
state.query = search.value.trim();
// The page loads after its tab is shown, so it takes the focus only if the user is not typing elsewhere.
if (document.hasFocus()) search.focus();
else window.addEventListener('focus', () => search.focus(), { once: true });
editor.postMessage({ kind: 'ready' });
