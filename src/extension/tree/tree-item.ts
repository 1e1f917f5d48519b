/** Tree nodes as tree items. Text of memories is escaped: nothing in it becomes an icon, a link or HTML. */
import * as vscode from 'vscode';

import { ageWords, shortAge } from '../../core/age.js';
import { budgetWords, NEAR_LIMIT } from '../../core/index/budget.js';
import { t, tPlural } from '../../core/l10n.js';
import type { Severity } from '../../core/problem.js';
import { type CommandId, TREE_ITEM } from '../../protocol/contributions.js';
import { escapeMarkdown, oneLine } from '../escape.js';
import { openCommand } from '../open-memory.js';
import { rowUri } from './decorations.js';
import { typeIcon } from './icons.js';
import type { GroupNode, IndexNode, MemoryNode, MissingIndexNode, StoreNode, TreeNode } from './nodes.js';
import { memoryTooltip, sharedBy, tooltip } from './tooltip.js';
import { budgetShare, budgetShort, initialState, problemCount } from './tree-model.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Tooltips of memories are made when one is shown: see {@link resolveTreeItem}. */
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
    case 'group':
      return groupItem(node);
  }
}

export function resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
  if (node.kind === 'memory') item.tooltip = memoryTooltip(node);
  return item;
}

const shownOf = (shown: number, count: number): string =>
  tPlural(count, '{shown} of {n} memory', '{shown} of {n} memories', { shown });
const memories = (count: number): string => tPlural(count, '{n} memory', '{n} memories');

function named(key: string, label: string, state: vscode.TreeItemCollapsibleState): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(label), state);
  item.id = key;
  return item;
}

const SEVERITY_COLORS: Readonly<Partial<Record<Severity, string>>> = {
  error: 'list.errorForeground',
  warning: 'list.warningForeground',
};

function icon(name: string, severity?: Severity): vscode.ThemeIcon {
  const color = severity === undefined ? undefined : SEVERITY_COLORS[severity];
  return new vscode.ThemeIcon(name, color === undefined ? undefined : new vscode.ThemeColor(color));
}

function groupItem({ key, label, icon: name, count, expanded, rolledUp, type, forReview }: GroupNode): vscode.TreeItem {
  const item = named(key, label, expanded ? Expanded : Collapsed);
  const problems =
    rolledUp === undefined || forReview === true ? [] : [problemCount(rolledUp.problems, rolledUp.severity)];
  item.description = [String(count), ...problems].join(' · ');
  if (name !== undefined) item.iconPath = icon(name, rolledUp?.severity);
  item.contextValue =
    forReview === true ? TREE_ITEM.reviewGroup : type === undefined ? TREE_ITEM.group : TREE_ITEM.typeGroup;
  item.accessibilityInformation = { label: [label, memories(count), ...problems].join(', ') };
  return item;
}

const OPENING = { open: Expanded, closed: Collapsed, none: None } as const;

function storeItem(node: StoreNode): vscode.TreeItem {
  const { key, store, count, hidden, gaps, problems, severity, unreachable } = node;
  const item = named(key, node.label, OPENING[initialState(node)]);
  const facts = [
    hidden === 0 ? memories(count) : shownOf(count, count + hidden),
    ...gaps,
    ...(problems > 0 && hidden === 0 ? [problemCount(problems)] : []),
    ...(store.off === undefined ? [] : [t('off')]),
  ];
  const state = unreachable === undefined ? facts.join(' · ') : store.exists ? t('not readable') : t('not found');
  item.description = state;
  item.iconPath = unreachable === undefined ? icon('database', severity) : icon('warning');
  item.contextValue = TREE_ITEM.store;
  const sentences = [
    store.why,
    store.off,
    unreachable,
    store.sharedWith.length > 0 ? t('Shared with {projects}.', { projects: store.sharedWith.join(', ') }) : undefined,
    ...(store.notes ?? []),
  ];
  item.tooltip = tooltip(store.label, [
    escapeMarkdown(state),
    ...sentences.map((each) => each && escapeMarkdown(each)),
    `$(folder) ${escapeMarkdown(store.path)}`,
  ]);
  item.accessibilityInformation = { label: t('Store {name}, {state}', { name: store.label, state }) };
  return item;
}

function indexItem({ key, store, budget, problems }: IndexNode): vscode.TreeItem {
  const item = named(key, 'MEMORY.md', None);
  const cut =
    budget.cutLine === undefined
      ? undefined
      : t('Line {line} and the lines below it aren’t loaded.', { line: budget.cutLine + 1 });
  const found = problems !== undefined && problems.count > 0 ? problemCount(problems.count, problems.severity) : '';
  item.description = budgetShort(budget);
  const near = budgetShare(budget) >= NEAR_LIMIT;
  item.iconPath = near ? icon('warning', cut === undefined ? 'warning' : 'error') : icon('list-unordered');
  item.contextValue = TREE_ITEM.index;
  item.command = openCommand({ path: `${store.path}/${budget.path}`, keepFocus: true });
  item.tooltip = tooltip('MEMORY.md', [
    escapeMarkdown(t('Claude Code loads it at the start of a session, up to a limit.')),
    escapeMarkdown(budgetWords(budget)),
    cut && `$(warning) ${escapeMarkdown(cut)}`,
    [tPlural(budget.entries, '{n} entry', '{n} entries'), found].filter(Boolean).join(' · '),
  ]);
  item.accessibilityInformation = { label: ['MEMORY.md', budgetWords(budget), cut, found].filter(Boolean).join(', ') };
  return item;
}

const OPEN_INDEX: CommandId = 'memdir.openIndex';

/** A click asks whether to make the index. */
function missingIndexItem({ key, store, message }: MissingIndexNode): vscode.TreeItem {
  const item = named(key, 'MEMORY.md', None);
  item.description = t('missing');
  item.iconPath = icon('warning', 'warning');
  item.command = { command: OPEN_INDEX, title: t('Create MEMORY.md'), arguments: [{ store: { key: store.key } }] };
  item.tooltip = tooltip('MEMORY.md', [escapeMarkdown(message), t('Click to create it.')]);
  item.accessibilityInformation = { label: t('MEMORY.md is missing. {message}', { message }) };
  return item;
}

function contextOf(node: MemoryNode): string {
  return `${kindOf(node)}${node.hasConversation ? TREE_ITEM.withConversation : ''}`;
}

function kindOf({ memory: { deleted, inIndex, team }, form }: MemoryNode): string {
  if (deleted) return TREE_ITEM.deleted;
  if (form !== undefined) return form === 'note' ? TREE_ITEM.note : TREE_ITEM.unindexedMemory;
  if (!inIndex) return TREE_ITEM.unlistedMemory;
  return team === undefined ? TREE_ITEM.memory : TREE_ITEM.sharedMemory;
}

function memoryItem(node: MemoryNode): vscode.TreeItem {
  const { key, label, memory, marks, problems, found } = node;
  const item = named(key, label, None);
  item.description = [...marks, memory.team?.author, shortAge(memory.ageDays)].filter(Boolean).join(' · ');
  item.iconPath = memory.deleted ? icon('trash') : icon(typeIcon(memory.type), problems?.severity);
  item.contextValue = contextOf(node);
  item.resourceUri = rowUri(node);
  item.command = openCommand({ ...memory, keepFocus: true });
  item.accessibilityInformation = {
    label: [
      memory.name,
      memory.type,
      ...(found === 0 ? [] : [problemCount(found)]),
      ...marks,
      ...sharedBy(memory),
      ageWords(memory.ageDays),
    ].join(', '),
  };
  return item;
}
