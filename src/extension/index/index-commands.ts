/** Commands of the search index and of MEMORY.md. */
import * as vscode from 'vscode';

import { t, tPlural } from '../../core/l10n.js';
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
    title: t('Rebuilding search index'),
    cancellable: true,
  };
  await vscode.window.withProgress(options, async (progress, token) => {
    const listener = host.onRebuildProgress(reportTo(progress));
    try {
      const { files, embedded } = await host.request('rebuild', undefined, token);
      void vscode.window.showInformationMessage(
        t('Search index rebuilt: {memories}, {vectors}.', {
          memories: tPlural(files, '1 memory', '{n} memories'),
          vectors: tPlural(embedded, '1 new vector', '{n} new vectors'),
        }),
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
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: t('Which folder’s MEMORY.md?') });
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
        view
          ? t('{store} has no MEMORY.md yet. Claude Code creates it with the first memory.', {
              store: view.store.label,
            })
          : t('This workspace has no MEMORY.md yet. Claude Code creates it with the first memory.'),
      ),
    );
}

/** Asks before it creates the file, because the user may have deleted it on purpose. */
async function offerNewIndex(view: StoreView, missing: string): Promise<void> {
  const { text, left } = renderNewIndex(view);
  const create = t('Create MEMORY.md');
  const over =
    left === 0
      ? ''
      : ` ${tPlural(left, '1 memory doesn’t fit into the loaded part.', '{n} memories don’t fit into the loaded part.')}`;
  const options = {
    modal: true,
    detail: `${t('Creates one line per memory, grouped by type, up to the limit that Claude Code loads.')}${over}`,
  };
  if ((await vscode.window.showWarningMessage(escapeMessage(missing), options, create)) !== create) return;
  const { path, readOnly } = view.store;
  if (readOnly) throw new Error(t('{path} is read-only. Make it writable and try again.', { path }));
  const file = vscode.Uri.file(`${path}/MEMORY.md`);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { overwrite: false, contents: new TextEncoder().encode(text) });
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(t('MEMORY.md wasn’t created: it already exists, or {path} can’t be written to.', { path }));
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
