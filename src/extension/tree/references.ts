/** The References view: memories that link to the one in the active editor, and those it links to. */
import * as vscode from 'vscode';

import { shortAge } from '../../core/age.js';
import { t } from '../../core/l10n.js';
import { isSamePath } from '../../core/paths.js';
import type { MemorySummary, StoreView } from '../../core/results.js';
import { isNoteStore } from '../../core/stores/agent-forms.js';
import { CONTEXT, VIEWS } from '../../protocol/contributions.js';
import { setContext } from '../context-keys.js';
import { oneLine } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { openCommand } from '../open-memory.js';
import { realPathOf } from '../stores/real-path.js';
import { typeIcon } from './icons.js';
import { referencesFrom, referencesTo } from './reference-model.js';

interface Heading {
  readonly heading: string;
  readonly memories: readonly MemorySummary[];
}
type Row = Heading | { readonly memory: MemorySummary };

const memoryAt = (views: readonly StoreView[], path: string | undefined): MemorySummary | undefined =>
  path === undefined
    ? undefined
    : views.flatMap(({ memories }) => memories).find((memory) => isSamePath(memory.path, path));

function headings(views: readonly StoreView[], path: string | undefined): Row[] {
  const memory = memoryAt(views, path);
  if (memory === undefined) return [];
  const rows = [
    { heading: t('Referenced by'), memories: referencesTo(views).get(memory.id) ?? [] },
    { heading: t('Links to'), memories: referencesFrom(views, memory) },
  ];
  return rows.filter(({ memories }) => memories.length > 0);
}

function toItem(row: Row): vscode.TreeItem {
  if ('heading' in row) {
    const item = new vscode.TreeItem(row.heading, vscode.TreeItemCollapsibleState.Expanded);
    item.description = String(row.memories.length);
    return item;
  }
  const { memory } = row;
  const item = new vscode.TreeItem(oneLine(memory.name));
  item.description = shortAge(memory.ageDays);
  item.iconPath = new vscode.ThemeIcon(typeIcon(memory.type));
  item.tooltip = oneLine(memory.description);
  item.command = openCommand(memory);
  return item;
}

export const references: Feature = {
  name: 'references',
  activate: ({ views }: FeatureContext) => {
    const changed = new vscode.EventEmitter<void>();
    let path: string | undefined;
    const provider: vscode.TreeDataProvider<Row> = {
      onDidChangeTreeData: changed.event,
      getTreeItem: toItem,
      getChildren: (row) => {
        if (row === undefined) return headings(views.current ?? [], path);
        return 'heading' in row ? row.memories.map((memory) => ({ memory })) : [];
      },
    };
    const view = vscode.window.createTreeView(VIEWS.references.id, { treeDataProvider: provider });
    let followed: vscode.Uri | undefined;
    // The rows stay for the file that was in front last, the commands do not.
    let isInFront = false;
    const update = (): void => {
      const memory = isInFront ? memoryAt(views.current ?? [], path) : undefined;
      const home = views.current?.find(({ store }) => store.key === memory?.store);
      const isNote = home !== undefined && isNoteStore(home.store);
      setContext(CONTEXT.onMemory, memory !== undefined);
      setContext(CONTEXT.onConversation, memory !== undefined && views.conversationOf(memory) !== undefined);
      setContext(CONTEXT.onNote, isNote);
      setContext(CONTEXT.onUnlisted, memory?.inIndex === false && !isNote);
      changed.fire();
    };
    const follow = async (uri: vscode.Uri | undefined): Promise<void> => {
      isInFront = uri?.scheme === 'file';
      if (uri?.scheme !== 'file') return update();
      followed = uri;
      const real = await realPathOf(uri);
      // The path of an editor that was left may come last.
      if (followed !== uri) return;
      path = real;
      update();
    };
    void follow(vscode.window.activeTextEditor?.document.uri);
    return [
      changed,
      view,
      views.onChanged(update),
      vscode.window.onDidChangeActiveTextEditor((editor) => void follow(editor?.document.uri)),
    ];
  },
};
