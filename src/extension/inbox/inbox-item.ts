/** Inbox nodes as tree items. Text of drafts is escaped: nothing in it becomes an icon, a link or HTML. */
import * as vscode from 'vscode';

import { ageWords } from '../../core/age.js';
import { t, tPlural } from '../../core/l10n.js';
import { fence } from '../../core/safety/fence.js';
import { type CommandId, TREE_ITEM } from '../../protocol/contributions.js';
import { escapeMarkdown, oneLine } from '../escape.js';
import { openCommand } from '../open-memory.js';
import type {
  AffectedMemory,
  DraftNode,
  InboxNode,
  OtherNode,
  QueueNode,
  RelatedNode,
  TypeNode,
  UnreadableNode,
} from './inbox-model.js';
import { sourceLabel } from './inbox-model.js';
import { truncateMiddle, truncateName } from './truncate-name.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

const OPEN_DRAFT: CommandId = 'memdir.openDraft';

const ICONS: Readonly<Record<string, string>> = {
  user: 'account',
  feedback: 'comment',
  project: 'project',
  reference: 'book',
  decision: 'law',
  context: 'info',
  failure: 'bug',
  pattern: 'lightbulb',
  dependency: 'package',
};
const typeIcon = (type: string): string => (Object.hasOwn(ICONS, type) ? (ICONS[type] ?? 'note') : 'note');

export function toInboxItem(node: InboxNode): vscode.TreeItem {
  switch (node.kind) {
    case 'queue':
      return queueItem(node);
    case 'unreadable':
      return unreadableItem(node);
    case 'type':
      return typeItem(node);
    case 'draft':
      return draftItem(node);
    case 'related':
      return relatedItem(node);
    case 'other':
      return otherItem(node);
  }
}

function named(
  node: InboxNode,
  label: string,
  state: vscode.TreeItemCollapsibleState,
  contextValue: string,
): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(label), state);
  item.id = node.key;
  item.contextValue = contextValue;
  return item;
}

const warning = (icon: string): vscode.ThemeIcon =>
  new vscode.ThemeIcon(icon, new vscode.ThemeColor('list.warningForeground'));

function queueItem(node: QueueNode): vscode.TreeItem {
  const item = named(node, node.label, None, TREE_ITEM.queue);
  item.description = node.detail;
  item.iconPath = warning(node.key === 'queue/paused' ? 'debug-pause' : 'warning');
  item.tooltip = `${node.label}\n\n${oneLine(node.reason)}`;
  item.accessibilityInformation = { label: `${node.label}, ${node.detail}. ${oneLine(node.reason)}` };
  return item;
}

function unreadableItem(node: UnreadableNode): vscode.TreeItem {
  const item = named(node, `${node.id}.md`, None, TREE_ITEM.unreadableDraft);
  item.description = t('not a valid draft');
  item.iconPath = warning('warning');
  item.tooltip = `${node.path}\n\n${oneLine(node.reason)}`;
  item.command = openCommand({ path: node.path });
  item.accessibilityInformation = {
    label: t('{id} can’t be read. {reason}', { id: node.id, reason: oneLine(node.reason) }),
  };
  return item;
}

function typeItem(node: TypeNode): vscode.TreeItem {
  const count = node.children.length;
  const item = named(node, node.type, Expanded, TREE_ITEM.group);
  item.description = String(count);
  item.accessibilityInformation = { label: `${oneLine(node.type)}, ${tPlural(count, '1 draft', '{n} drafts')}` };
  return item;
}

function draftItem(node: DraftNode): vscode.TreeItem {
  const { draft, age, marks, children } = node;
  const item = named(
    node,
    draft.others.length > 0 ? truncateMiddle(draft.name) : truncateName(draft.name),
    children.length > 0 ? Collapsed : None,
    TREE_ITEM.draft,
  );
  item.description = oneLine([...marks, age, sourceLabel(draft)].join(' · '));
  item.iconPath = marks.length > 0 ? warning(typeIcon(draft.type)) : new vscode.ThemeIcon(typeIcon(draft.type));
  item.tooltip = draftTooltip(node);
  item.command = { command: OPEN_DRAFT, title: t('Open'), arguments: [node] };
  item.accessibilityInformation = {
    label: oneLine(
      `${[t('Draft'), draft.name, draft.type, ...marks, age, sourceLabel(draft)].join(', ')}: ${draft.description}`,
    ),
  };
  return item;
}

/** Not trusted, so none of its links runs a command; the body is in a fence that it cannot close. */
function draftTooltip({ draft, age, marks }: DraftNode): vscode.MarkdownString {
  const { name, description, type, body, origin } = draft;
  const lines = [
    `**${escapeMarkdown(name)}**`,
    ...(description === '' || body.startsWith(description) ? [] : [escapeMarkdown(description)]),
    fence(body),
    escapeMarkdown(
      origin.engine === 'rules'
        ? t('{type} · seen {age} ({source}), created by rules', { type, age, source: sourceLabel(draft) })
        : t('{type} · seen {age} ({source}), created by the model {model}', {
            type,
            age,
            source: sourceLabel(draft),
            model: origin.engine,
          }),
    ),
    ...(origin.cwd === undefined ? [] : [escapeMarkdown(origin.cwd)]),
    ...marks.map((mark) => `**${escapeMarkdown(sentence(mark))}**`),
  ];
  return new vscode.MarkdownString(lines.join('\n\n'));
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

const HOW: Readonly<Record<AffectedMemory['how'], () => string>> = {
  updates: () => t('would be updated'),
  contradicts: () => t('may contradict'),
  related: () => t('related'),
};

function relatedItem(node: RelatedNode): vscode.TreeItem {
  const { how, name, description, type, ageDays, path, id } = node.memory;
  const item = named(node, name, None, TREE_ITEM.related);
  item.description = `${HOW[how]()} · ${ageWords(ageDays)}`;
  item.iconPath = how === 'related' ? new vscode.ThemeIcon('note') : warning('note');
  item.tooltip = `${oneLine(name)}\n\n${oneLine(description)}\n\n${type}, ${ageWords(ageDays)}\n\n${path}`;
  item.command = openCommand({ path, id });
  item.accessibilityInformation = {
    label: oneLine([t('Memory {name}', { name }), HOW[how](), type, ageWords(ageDays)].join(', ')),
  };
  return item;
}

function otherItem(node: OtherNode): vscode.TreeItem {
  const { how, name, description, path } = node.other;
  const says = how === 'contradicts' ? t('draft that may contradict') : t('similar draft');
  const item = named(node, truncateMiddle(name), None, TREE_ITEM.otherDraft);
  item.description = says;
  item.iconPath = warning('inbox');
  item.tooltip = `${oneLine(name)}\n\n${oneLine(description)}\n\n${sentence(says)}`;
  item.command = openCommand({ path });
  item.accessibilityInformation = { label: oneLine(`${sentence(says).slice(0, -1)}: ${name}, ${description}`) };
  return item;
}
