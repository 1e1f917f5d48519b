/** How full the MEMORY.md of the workspace is. */
import * as vscode from 'vscode';
import { budgetWords, NEAR_LIMIT } from '../core/budget.js';
import type { IndexBudget, StoreView } from '../protocol/wire.js';
import type { Feature } from './feature.js';
import { openCommand } from './open.js';
import { budgetShare } from './tree-model.js';
import { workspaceStore } from './workspace-store.js';

function render(item: vscode.StatusBarItem, views: readonly StoreView[]): void {
  const own = workspaceStore(views);
  if (!own) return item.hide();
  if (own.budget) renderBudget(item, own.store, own.budget);
  else renderMissing(item, own);
  item.show();
}

/** Memories without an index: none of them is loaded. */
function renderMissing(item: vscode.StatusBarItem, { store, memories }: StoreView): void {
  item.text = '$(book) no MEMORY.md';
  const count = memories.filter(({ deleted }) => !deleted).length;
  item.tooltip = `${store.label} has ${count} ${count === 1 ? 'memory' : 'memories'} and no MEMORY.md: Claude Code loads none at the start of a session.`;
  item.accessibilityInformation = { label: item.tooltip };
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  item.command = undefined;
}

function renderBudget(item: vscode.StatusBarItem, store: StoreView['store'], budget: IndexBudget): void {
  const over = budget.cutLine !== undefined;
  const percent = Math.round(budgetShare(budget) * 100);
  item.text = `$(book) ${budget.lines}/${budget.limitLines}`;
  item.tooltip = [
    `MEMORY.md of ${store.label}: ${budgetWords(budget)} (${percent} % of what Claude Code loads).`,
    over ? `Lines from ${(budget.cutLine ?? 0) + 1} on are not loaded.` : '',
    'Click to open it.',
  ].filter(Boolean).join('\n');
  item.accessibilityInformation = { label: `Memory index: ${budgetWords(budget)}${over ? ', part of it is not loaded' : ''}`, role: 'button' };
  item.backgroundColor = over ? new vscode.ThemeColor('statusBarItem.errorBackground') : budgetShare(budget) >= NEAR_LIMIT ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  item.command = openCommand({ path: `${store.path}/${budget.path}` });
}

export const statusBar: Feature = {
  name: 'status bar',
  activate: ({ views }) => {
    const item = vscode.window.createStatusBarItem('memdir.budget', vscode.StatusBarAlignment.Right, 90);
    item.name = 'Memory budget';
    return [item, views.onChanged((current) => render(item, current))];
  },
};
