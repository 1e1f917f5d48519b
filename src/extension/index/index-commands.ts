/** Commands of the search index and of MEMORY.md. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import { plural } from '../../core/plural.js';
import type { StoreView } from '../../core/results.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import { type Feature, type FeatureContext, rowCommand } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import { reportTo } from '../host/progress.js';
import { showFile } from '../open-memory.js';
import { activeEditor } from '../stores/active-editor.js';
import { newMemoryStores, workspaceStore } from '../stores/workspace-store.js';
import { missingIndexMessage, renderNewIndex } from './new-index.js';

/** Rebuilds the search index under a cancellable progress notification. */
async function rebuild({ host }: FeatureContext): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'Rebuilding the search index',
    cancellable: true,
  };
  await vscode.window.withProgress(options, async (progress, token) => {
    const listener = host.onRebuildProgress(reportTo(progress));
    try {
      const { files, embedded } = await host.request('rebuild', undefined, token);
      void vscode.window.showInformationMessage(
        `The search index was rebuilt: ${plural(files, 'memory', 'memories')}, ${plural(embedded, 'vector')} made.`,
      );
    } catch (error) {
      if (!isCancelled(error)) throw error;
    } finally {
      listener.dispose();
    }
  });
}

/** The store of the active editor; where it belongs to none, and several folders have one, the user chooses. */
async function storeToOpen(views: readonly StoreView[]): Promise<StoreView | undefined> {
  const active = await activeEditor();
  const found = workspaceStore(views, active);
  const folders = newMemoryStores(views).filter(({ budget }) => budget !== undefined);
  if (folders.length < 2 || active.file !== undefined) return found;
  const items = folders.map((view) => ({
    label: `$(database) ${escapeLabel(view.store.label)}`,
    detail: escapeLabel(view.store.path),
    view,
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: t('MEMORY.md of which folder?') });
  if (chosen === undefined) throw new vscode.CancellationError();
  return chosen.view;
}

/** Opens MEMORY.md of the store the command was called on, else of the active editor. */
async function openIndex({ views }: FeatureContext, argument: unknown): Promise<void> {
  const all = await views.stores();
  const key = (argument as { store?: { key?: string } } | undefined)?.store?.key;
  const view = key === undefined ? await storeToOpen(all) : all.find(({ store }) => store.key === key);
  const missing = view && missingIndexMessage(view);
  if (view?.budget) await showFile({ path: `${view.store.path}/${view.budget.path}` });
  else if (view && missing !== undefined) await offerNewIndex(view, missing);
  else
    void vscode.window.showInformationMessage(
      escapeMessage(
        `${view ? view.store.label : 'This workspace'} has no MEMORY.md yet. Claude Code writes it with the first memory.`,
      ),
    );
}

const CREATE = 'Make MEMORY.md';

/** Asks before it creates the file, because the user may have deleted it on purpose. */
async function offerNewIndex(view: StoreView, missing: string): Promise<void> {
  const { text, left } = renderNewIndex(view);
  const over = left === 0 ? '' : ` ${plural(left, 'memory does', 'memories do')} not fit into what is loaded.`;
  const options = {
    modal: true,
    detail: `It is made with one line a memory, by type, within what Claude Code loads.${over} Undo takes it back.`,
  };
  if ((await vscode.window.showWarningMessage(escapeMessage(missing), options, CREATE)) !== CREATE) return;
  const { path, readOnly } = view.store;
  if (readOnly) throw new Error(`${path} is read-only. Make it writable, then try again.`);
  const file = vscode.Uri.file(`${path}/MEMORY.md`);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { overwrite: false, contents: new TextEncoder().encode(text) });
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(`MEMORY.md was not made: it is there by now, or ${path} cannot be written to.`);
  await showFile({ path: file.fsPath });
}

export const indexCommands: Feature = {
  name: 'commands of the index',
  activate: (context) => [
    context.command('memdir.refresh', async () => {
      await context.host.request('refresh');
      await context.views.load();
    }),
    context.command('memdir.rebuildIndex', () => rebuild(context)),
    context.command(
      'memdir.openIndex',
      rowCommand((argument) => openIndex(context, argument)),
    ),
  ],
};
