/** Commands that look after the index and the host. */
import * as vscode from 'vscode';

import { plural } from '../../core/plural.js';
import { toHost } from '../../protocol/methods.js';
import type { HealthCheck, LintReport, StoreView } from '../../protocol/wire.js';
import { escapeMessage } from '../escape.js';
import { type Feature, type FeatureContext, rowCommand } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import { showFile } from '../open-memory.js';
import { workspaceStore } from '../stores/workspace-store.js';
import { missingIndexMessage, renderNewIndex } from './new-index.js';

/** Rebuilds with a notification that shows how far it is and can be cancelled. */
async function rebuild({ host }: FeatureContext): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'Rebuilding the search index',
    cancellable: true,
  };
  await vscode.window.withProgress(options, async (progress, token) => {
    let last = 0;
    const listener = host.onRebuildProgress((value) => {
      if (value.kind !== 'report') return;
      const percentage = value.percentage ?? last;
      progress.report({ message: value.message, increment: Math.max(0, percentage - last) });
      last = Math.max(last, percentage);
    });
    try {
      const { files, embedded } = await host.request(toHost.rebuild, token);
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

/** The Problems view lists no hints: VS Code underlines them in their file alone. */
function checked({ problems, files }: LintReport): { readonly text: string; readonly listed: number } {
  const hints = problems.filter(({ severity }) => severity === 'hint').length;
  const listed = problems.length - hints;
  const found =
    listed === 0
      ? `No problems in ${plural(files, 'file')}.`
      : `${plural(listed, 'problem')} in ${plural(files, 'file')}.`;
  return {
    listed,
    text: hints === 0 ? found : `${found} ${plural(hints, 'hint')} beside: dots under the text of the file.`,
  };
}

async function checkAll({ host }: FeatureContext): Promise<void> {
  const options = { location: vscode.ProgressLocation.Notification, title: 'Checking all memories', cancellable: true };
  const report = await vscode.window.withProgress(options, async (_progress, token) => {
    try {
      return await host.request(toHost.lintAll, token);
    } catch (error) {
      if (isCancelled(error)) return undefined;
      throw error;
    }
  });
  if (!report) return;
  const { text, listed } = checked(report);
  const choice = await vscode.window.showInformationMessage(text, ...(listed > 0 ? ['Show problems'] : []));
  if (choice) await vscode.commands.executeCommand('workbench.actions.view.problems');
}

async function showHealth({ host }: FeatureContext): Promise<void> {
  const checks = await host.request(toHost.health);
  const line = ({ check, ok, detail, fix }: HealthCheck): string =>
    `${ok ? '✓' : '✗'} ${check}: ${detail}${fix === undefined ? '' : `\n    To mend it: ${fix}`}`;
  const failed = checks.filter((check) => !check.ok).length;
  const title = failed === 0 ? 'Memdir: everything works.' : `Memdir: ${failed} of ${checks.length} checks failed.`;
  health.text = `${title}\n\n${checks.map(line).join('\n')}\n`;
  health.changed.fire(HEALTH_URI);
  await vscode.window.showTextDocument(HEALTH_URI, { preview: true });
}

/** The report is a read-only document, so closing it asks nothing. */
const HEALTH_URI = vscode.Uri.from({ scheme: 'memdir-health', path: 'Memdir health' });
const health = { text: '', changed: new vscode.EventEmitter<vscode.Uri>() };

/** The index of the store that was clicked, else that of the workspace. */
async function openIndex({ views }: FeatureContext, argument: unknown): Promise<void> {
  const all = await views.stores();
  const key = (argument as { store?: { key?: string } } | undefined)?.store?.key;
  const view = key === undefined ? workspaceStore(all) : all.find(({ store }) => store.key === key);
  const missing = view && missingIndexMessage(view);
  if (view?.budget) await showFile({ path: `${view.store.path}/${view.budget.path}` });
  else if (view && missing !== undefined) await offerIndex(view, missing);
  else
    void vscode.window.showInformationMessage(
      escapeMessage(
        `${view ? view.store.label : 'This workspace'} has no MEMORY.md yet. Claude Code writes it with the first memory.`,
      ),
    );
}

const MAKE = 'Make MEMORY.md';

/** Asked first: whoever deleted it may have meant to. */
async function offerIndex(view: StoreView, missing: string): Promise<void> {
  const options = { modal: true, detail: 'It is made with one line a memory, the newest first. Undo takes it back.' };
  if ((await vscode.window.showWarningMessage(escapeMessage(missing), options, MAKE)) !== MAKE) return;
  const { path, readOnly } = view.store;
  if (readOnly) throw new Error(`${path} is read-only. Make it writable, then try again.`);
  const file = vscode.Uri.file(`${path}/MEMORY.md`);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { overwrite: false, contents: new TextEncoder().encode(renderNewIndex(view)) });
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(`MEMORY.md was not made: it is there by now, or ${path} cannot be written to.`);
  await showFile({ path: file.fsPath });
}

export const indexCommands: Feature = {
  name: 'upkeep',
  activate: (context) => {
    const { command, host, log, views } = context;
    return [
      vscode.workspace.registerTextDocumentContentProvider(HEALTH_URI.scheme, {
        onDidChange: health.changed.event,
        provideTextDocumentContent: () => health.text,
      }),
      command('memdir.refresh', async () => {
        await host.request(toHost.refresh);
        await views.load();
      }),
      command('memdir.rebuildIndex', () => rebuild(context)),
      command('memdir.lintWorkspace', () => checkAll(context)),
      command('memdir.showHealth', () => showHealth(context)),
      command(
        'memdir.openIndex',
        rowCommand((argument) => openIndex(context, argument)),
      ),
      command('memdir.restartHost', () => host.restart()),
      command('memdir.showLog', async () => log.show()),
    ];
  },
};
