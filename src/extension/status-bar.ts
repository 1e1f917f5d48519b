/** How full the MEMORY.md of the workspace is. */
import * as vscode from 'vscode';
import { NEAR_LIMIT } from '../core/budget.js';
import type { StoreView } from '../protocol/wire.js';
import type { Feature } from './feature.js';
import { openCommand } from './open.js';
import { budgetShare, budgetText } from './tree-model.js';
import { workspaceStore } from './views.js';

function render(item: vscode.StatusBarItem, views: readonly StoreView[]): void {
  const own = workspaceStore(views);
  if (!own?.budget) {
    item.hide();
    return;
  }
  const { store, budget } = own;
  const over = budget.cutLine !== undefined;
  const percent = Math.round(budgetShare(budget) * 100);
  item.text = `$(book) ${budget.lines}/${budget.limitLines}`;
  item.tooltip = [
    `MEMORY.md of ${store.label}: ${budgetText(budget)} (${percent} % of what Claude Code loads).`,
    over ? `Lines from ${(budget.cutLine ?? 0) + 1} on are not loaded.` : '',
    'Click to open it.',
  ].filter(Boolean).join('\n');
  item.accessibilityInformation = { label: `Memory index: ${budgetText(budget)}${over ? ', part of it is not loaded' : ''}`, role: 'button' };
  item.backgroundColor = over ? new vscode.ThemeColor('statusBarItem.errorBackground') : budgetShare(budget) >= NEAR_LIMIT ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  item.command = openCommand({ path: `${store.path}/${budget.path}` });
  item.show();
}

export const statusBar: Feature = {
  name: 'status bar',
  activate: ({ views }) => {
    const item = vscode.window.createStatusBarItem('memdir.budget', vscode.StatusBarAlignment.Right, 90);
    item.name = 'Memory budget';
    return [item, views.onChanged((current) => render(item, current))];
  },
};
