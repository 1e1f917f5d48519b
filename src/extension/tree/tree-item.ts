/** Tree nodes as tree items. Text of memories is escaped: nothing in it becomes an icon, a link or HTML. */
import * as vscode from 'vscode';

import { ageWords, updatedWords, usesWords } from '../../core/age.js';
import { budgetWords, NEAR_LIMIT } from '../../core/index/budget.js';
import { plural } from '../../core/plural.js';
import { type CommandId, TREE_ITEM } from '../../protocol/contributions.js';
import { oneLine } from '../escape.js';
import { openCommand } from '../open-memory.js';
import {
  budgetShare,
  budgetText,
  type IndexNode,
  initialState,
  type MemoryNode,
  type MissingIndexNode,
  problemCount,
  type StoreNode,
  type TreeNode,
} from './tree-model.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export function toTreeItem(node: TreeNode): vscode.TreeItem {
  switch (node.kind) {
    case 'store':
      return storeItem(node);
    case 'index':
      return indexItem(node);
    case 'missing-index':
      return missingIndexItem(node);
    case 'memory':
      return memoryItem(node);
    case 'group': {
      const item = named(node.key, node.label, node.expanded ? Expanded : Collapsed);
      item.description = String(node.count);
      item.contextValue = TREE_ITEM.group;
      item.accessibilityInformation = { label: `${node.label}, ${memories(node.count)}` };
      return item;
    }
  }
}

const memories = (number: number): string => plural(number, 'memory', 'memories');

function named(key: string, label: string, state: vscode.TreeItemCollapsibleState): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(label), state);
  item.id = key;
  return item;
}

const OPENING = { open: Expanded, closed: Collapsed, none: None } as const;

function storeItem(node: StoreNode): vscode.TreeItem {
  const { key, store, count: held, gaps, problems, unreachable } = node;
  const item = named(key, node.label, OPENING[initialState(node)]);
  const facts = [
    memories(held),
    ...gaps,
    ...(problems > 0 ? [problemCount(problems)] : []),
    ...(store.off === undefined ? [] : ['off']),
  ];
  const state = unreachable === undefined ? facts.join(' · ') : store.exists ? 'cannot be read' : 'not there';
  item.description = state;
  item.iconPath = new vscode.ThemeIcon(unreachable === undefined ? 'database' : 'warning');
  item.contextValue = TREE_ITEM.store;
  const lines = [
    // The row is cut off where the view is narrow.
    unreachable === undefined ? `${state}.` : undefined,
    store.path,
    store.why,
    store.off,
    unreachable,
    store.sharedWith.length > 0 ? `Shared with ${store.sharedWith.join(', ')}.` : undefined,
    ...(store.notes ?? []),
  ];
  item.tooltip = tooltip(store.label, lines);
  item.accessibilityInformation = { label: `Store ${store.label}, ${state}` };
  return item;
}

function indexItem({ key, store, budget, problems }: IndexNode): vscode.TreeItem {
  const item = named(key, 'MEMORY.md', None);
  const share = budgetShare(budget);
  const cut = budget.cutLine === undefined ? undefined : `Lines from ${budget.cutLine + 1} on are not loaded.`;
  item.description = budgetText(budget);
  item.iconPath =
    share >= NEAR_LIMIT
      ? new vscode.ThemeIcon('warning', new vscode.ThemeColor(cut ? 'list.errorForeground' : 'list.warningForeground'))
      : new vscode.ThemeIcon('list-unordered');
  item.contextValue = TREE_ITEM.index;
  item.command = openCommand({ path: `${store.path}/${budget.path}` });
  item.tooltip = tooltip('MEMORY.md', [
    `${budgetWords(budget)}: ${Math.round(share * 100)} % of what Claude Code loads.`,
    cut,
    `${plural(budget.entries, 'entry', 'entries')}.`,
    problems && `${problemCount(problems.count)}.`,
  ]);
  item.accessibilityInformation = {
    label: [
      'MEMORY.md',
      budgetWords(budget),
      ...(cut ? [cut] : []),
      ...(problems ? [problemCount(problems.count)] : []),
    ].join(', '),
  };
  return item;
}

const OPEN_INDEX: CommandId = 'memdir.openIndex';

/** A click asks whether to make the index. */
function missingIndexItem({ key, store, message }: MissingIndexNode): vscode.TreeItem {
  const item = named(key, 'MEMORY.md', None);
  item.description = 'missing';
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.command = { command: OPEN_INDEX, title: 'Make MEMORY.md', arguments: [{ store: { key: store.key } }] };
  item.tooltip = tooltip('MEMORY.md', [message, 'Click to make it.']);
  item.accessibilityInformation = { label: `MEMORY.md, missing. ${message} Make it.` };
  return item;
}

function memoryItem({ key, memory, marks, problems }: MemoryNode): vscode.TreeItem {
  const item = named(key, memory.name, None);
  const age = ageWords(memory.ageDays);
  item.description = [age, ...marks].join(' · ');
  item.iconPath = memoryIcon(memory.loaded, marks, problems?.severity);
  item.contextValue = memory.deleted ? TREE_ITEM.deleted : TREE_ITEM.memory;
  item.command = openCommand({ path: memory.path, id: memory.id });
  item.tooltip = tooltip(memory.name, [
    memory.description,
    memory.survival === null
      ? (memory.unreadable ?? age)
      : `${memory.type}, ${memory.level}. ${updatedWords(memory.ageDays, memory.ageSource)}, ${usesWords(memory.accessCount)}.`,
    marks.length > 0 ? `${marks.join(', ')}.` : undefined,
    memory.path,
  ]);
  item.accessibilityInformation = { label: [memory.name, memory.type, age, ...marks].join(', ') };
  return item;
}

function memoryIcon(loaded: boolean, marks: readonly string[], severity: string | undefined): vscode.ThemeIcon {
  if (severity === 'error') return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  if (severity === 'warning') return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  if (marks.includes('forgotten')) return new vscode.ThemeIcon('trash');
  if (marks.includes('not loaded')) return new vscode.ThemeIcon('eye-closed');
  if (marks.includes('stale')) return new vscode.ThemeIcon('history');
  return new vscode.ThemeIcon(loaded ? 'note' : 'circle-outline');
}

/** A plain string, not markdown: even escaped markdown makes links of addresses and swallows angle brackets around them. */
const tooltip = (title: string, lines: readonly (string | undefined)[]): string =>
  [oneLine(title), ...lines.filter(Boolean)].join('\n\n');
