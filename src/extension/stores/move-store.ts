/** `Memdir: Move store`: moves the store of a renamed project folder to the store of its new name. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { MoveCandidate, MovePlan } from '../../core/stores/results.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import type { Previews } from '../preview.js';
import { movePreview, movesAnything, reportText } from './move-text.js';

/** The workspace folder whose store receives the memories. */
async function chooseFolder(): Promise<string | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const [first] = folders;
  if (!first) void vscode.window.showInformationMessage('Open the folder first whose memory you miss.');
  if (folders.length <= 1) return first?.uri.fsPath;
  const chosen = await vscode.window.showQuickPick(
    folders.map((folder) => ({ label: escapeLabel(folder.name), description: folder.uri.fsPath, folder })),
    { placeHolder: 'Folder the memory belongs to now' },
  );
  return chosen?.folder.uri.fsPath;
}

interface Choice extends vscode.QuickPickItem {
  /** Absolute; absent for the choice of another directory. */
  readonly path?: string;
}

const choiceOf = ({ path, label, files, formerPath, reasons, likely }: MoveCandidate): Choice => ({
  label: escapeLabel(label),
  description: `${files} ${files === 1 ? 'file' : 'files'}${likely ? '' : ' · perhaps'}`,
  detail: escapeLabel([formerPath ?? path, ...reasons.slice(formerPath === undefined ? 0 : 1)].join(' · ')),
  path,
});

async function chooseStore(candidates: readonly MoveCandidate[]): Promise<string | undefined> {
  const other: Choice = { label: '$(folder-opened) Another memory directory…', alwaysShow: true };
  const placeHolder =
    candidates.length > 0
      ? 'Memory to move to this folder'
      : 'No memory of a folder that is gone looks like this one’s';
  const chosen = await vscode.window.showQuickPick<Choice>([...candidates.map(choiceOf), other], {
    placeHolder,
    matchOnDetail: true,
  });
  if (!chosen || chosen.path !== undefined) return chosen?.path;
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: 'Show what moving does',
    title: 'Memory directory to move',
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
  if ((await vscode.window.showInformationMessage(escapeMessage(reportText(report)), 'Undo')) !== 'Undo') return;
  const { restored, left } = await host.request('moveUndo', { id: report.id });
  await views.load();
  const words = `The move was taken back: ${restored} ${restored === 1 ? 'file' : 'files'} restored.`;
  if (left.length === 0) void vscode.window.showInformationMessage(words);
  else void vscode.window.showWarningMessage(escapeMessage(`${words} ${left.join(' ')}`));
}

export const moveStoreFeature: Feature = {
  name: 'moving of stores',
  activate: (context) => [context.command('memdir.moveStore', () => moveStore(context))],
};
