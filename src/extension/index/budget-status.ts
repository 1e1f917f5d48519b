/** Status bar item: how much of its limit the MEMORY.md of the workspace takes. */
import * as vscode from 'vscode';

import { budgetWords, NEAR_LIMIT } from '../../core/index/budget.js';
import { t } from '../../core/l10n.js';
import type { IndexBudget } from '../../core/problem.js';
import type { StoreView } from '../../core/results.js';
import type { CommandId } from '../../protocol/contributions.js';
import type { Feature } from '../feature.js';
import { openCommand } from '../open-memory.js';
import { type ActiveEditor, activeEditor } from '../stores/active-editor.js';
import { workspaceStore } from '../stores/workspace-store.js';
import { budgetShare } from '../tree/tree-model.js';
import { missingIndexMessage } from './new-index.js';

const OPEN_INDEX: CommandId = 'memdir.openIndex';

function render(item: vscode.StatusBarItem, views: readonly StoreView[], active: ActiveEditor): void {
  const own = workspaceStore(views, active);
  if (!own) return item.hide();
  if (own.budget) renderBudget(item, own.store, own.budget);
  else renderMissing(item, own);
}

/** For memories without an index, of which none is loaded. */
function renderMissing(item: vscode.StatusBarItem, view: StoreView): void {
  const missing = missingIndexMessage(view);
  if (missing === undefined) return item.hide();
  item.text = `$(book) ${t('Memory: no MEMORY.md')}`;
  item.tooltip = `${missing}\n${t('Click to create it.')}`;
  item.accessibilityInformation = { label: `${missing} ${t('Click to create it.')}`, role: 'button' };
  colour(item, 'warning');
  item.command = { command: OPEN_INDEX, title: t('Create MEMORY.md'), arguments: [{ store: { key: view.store.key } }] };
  item.show();
}

const isHighContrast = (): boolean =>
  [vscode.ColorThemeKind.HighContrast, vscode.ColorThemeKind.HighContrastLight].includes(
    vscode.window.activeColorTheme.kind,
  );

/** High contrast themes have no background for it, and VS Code takes the colour of the text from the background: there the text alone has a colour. */
function colour(item: vscode.StatusBarItem, kind: 'warning' | 'error' | undefined): void {
  if (isHighContrast()) {
    item.backgroundColor = undefined;
    item.color = kind && new vscode.ThemeColor(`editor${kind === 'error' ? 'Error' : 'Warning'}.foreground`);
    return;
  }
  item.backgroundColor = kind && new vscode.ThemeColor(`statusBarItem.${kind}Background`);
  item.color = kind && new vscode.ThemeColor(`statusBarItem.${kind}Foreground`);
}

function renderBudget(item: vscode.StatusBarItem, store: StoreView['store'], budget: IndexBudget): void {
  const over = budget.cutLine !== undefined;
  const near = budgetShare(budget) >= NEAR_LIMIT;
  const { lines, limitLines } = budget;
  // The icon says the same as the colour, for themes and eyes that do not tell it.
  item.text = `$(${over || near ? 'warning' : 'book'}) ${t('Memory {lines}/{limitLines}', { lines, limitLines })}`;
  const cut = over ? t('Line {line} and the lines below it aren’t loaded.', { line: (budget.cutLine ?? 0) + 1 }) : '';
  item.tooltip = [
    t('MEMORY.md of {store}: {budget}', { store: store.label, budget: budgetWords(budget) }),
    cut,
    t('Click to open it.'),
  ]
    .filter(Boolean)
    .join('\n');
  item.accessibilityInformation = {
    label: [t('Memory index: {budget}', { budget: budgetWords(budget) }), cut].filter(Boolean).join(', '),
    role: 'button',
  };
  colour(item, over ? 'error' : near ? 'warning' : undefined);
  item.command = openCommand({ path: `${store.path}/${budget.path}` });
  item.show();
}

/** A panel in front has no text editor: what was in front before counts, until nothing is open. */
async function inFront(before: ActiveEditor): Promise<ActiveEditor> {
  if (vscode.window.activeTextEditor) return await activeEditor();
  return vscode.window.tabGroups.activeTabGroup.activeTab === undefined ? {} : before;
}

export const budgetStatus: Feature = {
  name: 'status bar',
  activate: ({ views }) => {
    const item = vscode.window.createStatusBarItem('memdir.budget', vscode.StatusBarAlignment.Right, 90);
    item.name = t('Memory budget');
    let active: ActiveEditor = {};
    let last = 0;
    const follow = async (): Promise<void> => {
      const own = ++last;
      const next = await inFront(active);
      // The path of an editor that was left may come last.
      if (own !== last) return;
      active = next;
      render(item, views.current ?? [], active);
    };
    void follow();
    return [
      item,
      views.onChanged((current) => render(item, current, active)),
      vscode.window.onDidChangeActiveTextEditor(() => void follow()),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => closed.length > 0 && void follow()),
      vscode.window.onDidChangeActiveColorTheme(() => render(item, views.current ?? [], active)),
    ];
  },
};
