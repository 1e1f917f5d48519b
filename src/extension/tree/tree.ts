import { isDeepStrictEqual } from 'node:util';

import * as vscode from 'vscode';

import { CONTEXT, VIEWS } from '../../protocol/contributions.js';
import { readSettings, writeSetting } from '../configuration.js';
import { oneLine } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import type { StoreViews } from '../stores/store-views.js';
import { toTreeItem } from './tree-item.js';
import { buildTree, type TreeNode } from './tree-model.js';

/** The Memories view: shows the stores of {@link FeatureContext.views} and sends no requests of its own. */
function createTree({ views, command }: FeatureContext): readonly vscode.Disposable[] {
  const changed = new vscode.EventEmitter<void>();
  let filter = '';
  let drawn: readonly TreeNode[] = [];
  const roots = (): readonly TreeNode[] => {
    const settings = readSettings();
    return buildTree(views.current ?? [], {
      groupBy: settings['tree.groupBy'],
      sortBy: settings['tree.sortBy'],
      filter: filter.toLowerCase(),
    });
  };
  const provider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: toTreeItem,
    getChildren: (node) => [...(node ? node.children : (drawn = roots()))],
  };
  const view = vscode.window.createTreeView(VIEWS.memories.id, { treeDataProvider: provider, showCollapseAll: true });
  const setContext = (key: string, value: unknown): void =>
    void vscode.commands.executeCommand('setContext', key, value);
  const setFilter = (text: string): void => {
    filter = text.trim();
    Object.assign(view, { description: filter === '' ? undefined : `“${oneLine(filter)}”` });
    setContext(CONTEXT.filtered, filter !== '');
    changed.fire();
  };
  setContext(CONTEXT.groupBy, readSettings()['tree.groupBy']);
  const showProgress = (): void =>
    void vscode.window.withProgress({ location: { viewId: VIEWS.memories.id } }, () => stateAfterStart(views));
  return [
    changed,
    view,
    // Fired only for other rows: a redraw drops the rows for a moment, and a screen reader reads them again.
    views.onChanged(() => isDeepStrictEqual(roots(), drawn) || changed.fire()),
    views.onState((state) => state === 'starting' && showProgress()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('memdir.tree')) return;
      setContext(CONTEXT.groupBy, readSettings()['tree.groupBy']);
      changed.fire();
    }),
    command('memdir.groupByLevel', () => writeSetting('tree.groupBy', 'level')),
    command('memdir.groupByType', () => writeSetting('tree.groupBy', 'type')),
    command('memdir.sort', chooseOrder),
    command('memdir.clearFilter', async () => setFilter('')),
    command('memdir.filter', async () => {
      const text = await vscode.window.showInputBox({
        title: 'Filter memories',
        value: filter,
        prompt: 'Words that name, description, type or file must hold. Empty shows everything.',
      });
      if (text !== undefined) setFilter(text);
    }),
  ];
}

/** Resolves when the start ended, with stores to show or without. */
const stateAfterStart = (views: StoreViews): Promise<void> =>
  new Promise((resolve) => {
    const listener = views.onState((state) => {
      if (state === 'starting') return;
      listener.dispose();
      resolve();
    });
  });

const ORDERS = [
  { label: 'Newest first', value: 'age' },
  { label: 'By name', value: 'name' },
  { label: 'Most used first', value: 'use' },
] as const;

async function chooseOrder(): Promise<void> {
  const chosen = await vscode.window.showQuickPick(ORDERS, {
    title: 'Sort memories',
    placeHolder: 'Within each group',
  });
  if (chosen) await writeSetting('tree.sortBy', chosen.value);
}

export const tree: Feature = { name: 'tree', activate: createTree };
