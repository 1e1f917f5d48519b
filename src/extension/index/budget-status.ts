/** Status bar item: how much of its limit the MEMORY.md of the workspace takes. */
import * as vscode from 'vscode';

import { budgetWords, NEAR_LIMIT } from '../../core/index/budget.js';
import { t } from '../../core/l10n.js';
import type { IndexBudget } from '../../core/problem.js';
import type { StoreView } from '../../core/results.js';
import type { CommandId } from '../../protocol/contributions.js';
import type { Feature } from '../feature.js';
import { openCommand } from '../open-memory.js';
import { workspaceStore } from '../stores/workspace-store.js';
import { budgetShare } from '../tree/tree-model.js';
import { missingIndexMessage } from './new-index.js';

const OPEN_INDEX: CommandId = 'memdir.openIndex';

function render(item: vscode.StatusBarItem, views: readonly StoreView[]): void {
  const own = workspaceStore(views);
  if (!own) return item.hide();
  if (own.budget) renderBudget(item, own.store, own.budget);
  else renderMissing(item, own);
}

/** For memories without an index, of which none is loaded. */
function renderMissing(item: vscode.StatusBarItem, view: StoreView): void {
  const missing = missingIndexMessage(view);
  if (missing === undefined) return item.hide();
  item.text = `$(book) ${t('No MEMORY.md')}`;
  item.tooltip = `${missing}\n${t('Click to create it.')}`;
  item.accessibilityInformation = { label: `${missing} ${t('Create it.')}`, role: 'button' };
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  item.command = { command: OPEN_INDEX, title: t('Create MEMORY.md'), arguments: [{ store: { key: view.store.key } }] };
  item.show();
}

function renderBudget(item: vscode.StatusBarItem, store: StoreView['store'], budget: IndexBudget): void {
  const over = budget.cutLine !== undefined;
  const percent = Math.round(budgetShare(budget) * 100);
  item.text = `$(book) ${budget.lines}/${budget.limitLines}`;
  item.tooltip = [
    t('MEMORY.md of {store}: {used} ({percent} % of what Claude Code loads).', {
      store: store.label,
      used: budgetWords(budget),
      percent,
    }),
    over ? t('Not loaded from line {line} on.', { line: (budget.cutLine ?? 0) + 1 }) : '',
    t('Click to open it.'),
  ]
    .filter(Boolean)
    .join('\n');
  item.accessibilityInformation = {
    label: over
      ? t('Memory index: {used}, not fully loaded', { used: budgetWords(budget) })
      : t('Memory index: {used}', { used: budgetWords(budget) }),
    role: 'button',
  };
  item.backgroundColor = over
    ? new vscode.ThemeColor('statusBarItem.errorBackground')
    : budgetShare(budget) >= NEAR_LIMIT
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
  item.command = openCommand({ path: `${store.path}/${budget.path}` });
  item.show();
}

export const budgetStatus: Feature = {
  name: 'status bar',
  activate: ({ views }) => {
    const item = vscode.window.createStatusBarItem('memdir.budget', vscode.StatusBarAlignment.Right, 90);
    item.name = t('Memory budget');
    return [item, views.onChanged((current) => render(item, current))];
  },
};
