/** `Memdir: Move store`: moves the store of a renamed project folder to the store of its new name. */
import * as vscode from 'vscode';

import { t, tPlural } from '../../core/l10n.js';
import type { MoveCandidate, MovePlan } from '../../core/stores/results.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import type { Previews } from '../preview/preview.js';
import { movePreview, movesAnything, reportText } from './move-text.js';

/** The workspace folder whose store receives the memories. */
async function chooseFolder(): Promise<string | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const [first] = folders;
  if (!first) void vscode.window.showInformationMessage(t('Open the folder whose memories are missing first.'));
  if (folders.length <= 1) return first?.uri.fsPath;
  const chosen = await vscode.window.showQuickPick(
    folders.map((folder) => ({ label: escapeLabel(folder.name), description: folder.uri.fsPath, folder })),
    { placeHolder: t('Select the folder the memories belong to now') },
  );
  return chosen?.folder.uri.fsPath;
}

interface Choice extends vscode.QuickPickItem {
  /** Absolute; absent for the choice of another directory. */
  readonly path?: string;
}

const choiceOf = ({ path, label, files, formerPath, reasons, likely }: MoveCandidate): Choice => ({
  label: escapeLabel(label),
  description: `${tPlural(files, '1 file', '{n} files')}${likely ? '' : ` · ${t('uncertain match')}`}`,
  detail: escapeLabel([formerPath ?? path, ...reasons.slice(formerPath === undefined ? 0 : 1)].join(' · ')),
  path,
});

async function chooseStore(candidates: readonly MoveCandidate[]): Promise<string | undefined> {
  const other: Choice = { label: `$(folder-opened) ${t('Another memory directory…')}`, alwaysShow: true };
  const placeHolder =
    candidates.length > 0
      ? t('Select the memories to move to this folder')
      : t('No memories of a removed folder seem to belong to this one');
  const chosen = await vscode.window.showQuickPick<Choice>([...candidates.map(choiceOf), other], {
    placeHolder,
    matchOnDetail: true,
  });
  if (!chosen || chosen.path !== undefined) return chosen?.path;
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: t('Preview move'),
    title: t('Memory directory to move'),
  });
  return picked?.[0]?.fsPath;
}

async function confirmed(plan: MovePlan, previews: Previews): Promise<boolean> {
  const title = t('Move memory');
  if (movesAnything(plan))
    return await previews.confirmText(movePreview(plan), {
      title,
      question: t('Move this memory? Nothing is overwritten or deleted, and you can undo it.'),
      yes: t('Move'),
    });
  await previews.showText(title, movePreview(plan));
  void vscode.window.showInformationMessage(t('Nothing can be moved. The preview says why.'));
  return false;
}

async function moveStore({ host, views, previews }: FeatureContext): Promise<void> {
  const folder = await chooseFolder();
  if (folder === undefined) return;
  const from = await chooseStore(await host.request('moveCandidates', { folder }));
  if (from === undefined) return;
  const plan = await host.request('movePlan', { from, folder });
  if (!(await confirmed(plan, previews))) return;
  const report = await host.request('move', { from: plan.from, folder: plan.folder, digest: plan.digest });
  await views.load();
  const undo = t('Undo');
  if ((await vscode.window.showInformationMessage(escapeMessage(reportText(report)), undo)) !== undo) return;
  const { restored, left } = await host.request('moveUndo', { id: report.id });
  await views.load();
  const words = tPlural(restored, 'Move undone: 1 file restored.', 'Move undone: {n} files restored.');
  if (left.length === 0) void vscode.window.showInformationMessage(words);
  else void vscode.window.showWarningMessage(escapeMessage(`${words} ${left.join(' ')}`));
}

export const moveStoreFeature: Feature = {
  name: 'moving of stores',
  activate: (context) => [context.command('memdir.moveStore', () => moveStore(context))],
};
