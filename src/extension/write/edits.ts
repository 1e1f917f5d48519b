/** Changes of files that commands make: through the editor, saved at once, and taken back by a button while nothing else changed them. */
import { stat, utimes } from 'node:fs/promises';

import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { EditPlan, EditRequest, PlannedText } from '../../core/results.js';
import { withoutMark } from '../../core/text.js';
import { escapeMessage } from '../escape.js';
import type { FeatureContext } from '../feature.js';

/** Takes a change back; rejects with what could not be. */
export type Undo = () => Promise<void>;

/** The document of a file as the editor has it, unsaved text included. */
const documentOf = async (path: string): Promise<vscode.TextDocument> =>
  await vscode.workspace.openTextDocument(vscode.Uri.file(path));

/** Line ends are compared as the editor has them. */
const isText = (document: vscode.TextDocument, text: string): boolean =>
  document.getText().replaceAll('\r\n', '\n') === withoutMark(text).replaceAll('\r\n', '\n');

/** Replaces what differs, so that cursors elsewhere stay. */
function replaceText(edit: vscode.WorkspaceEdit, document: vscode.TextDocument, text: string): void {
  const before = document.getText();
  const after = withoutMark(text);
  if (before === after) return;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(before.length - end));
  edit.replace(document.uri, range, after.slice(start, after.length - end));
}

type Times = Awaited<ReturnType<typeof stat>>;

/**
 * Rejects before anything is written where the editor has another text than was planned for.
 * @param wanted times of the files afterwards, or whether they keep theirs
 * @returns their times before
 */
async function writeTexts(
  texts: readonly PlannedText[],
  wanted: boolean | readonly Times[],
): Promise<readonly Times[]> {
  const documents = await Promise.all(texts.map(({ path }) => documentOf(path)));
  const other = documents.find((document, at) => !isText(document, texts[at]?.before ?? ''));
  if (other)
    throw new Error(
      other.isDirty
        ? t('{path} has unsaved changes. Save it, then try again.', { path: other.uri.fsPath })
        : t('{path} changed in the meantime. Nothing was written.', { path: other.uri.fsPath }),
    );
  const before: Times[] = await Promise.all(texts.map(({ path }) => stat(path)));
  const times = wanted === true ? before : wanted === false ? [] : wanted;
  const edit = new vscode.WorkspaceEdit();
  documents.forEach((document, at) => replaceText(edit, document, texts[at]?.after ?? ''));
  if (edit.size > 0 && !(await vscode.workspace.applyEdit(edit)))
    throw new Error(t('Nothing was changed: the editor refused the edit. Try again.'));
  for (const [at, document] of documents.entries()) {
    if (!(await document.save())) throw new Error(t('{path} couldn’t be saved.', { path: document.uri.fsPath }));
    const kept = times[at];
    if (kept) await utimes(document.uri.fsPath, kept.atime, kept.mtime);
  }
  return before;
}

async function moveFiles(moves: EditPlan['moves']): Promise<void> {
  if (moves.length === 0) return;
  const edit = new vscode.WorkspaceEdit();
  for (const { from, to } of moves) edit.renameFile(vscode.Uri.file(from), vscode.Uri.file(to), { overwrite: false });
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(t('The files couldn’t be moved. Nothing was overwritten.'));
}

async function applyPlan({ texts, moves, keepTimes }: EditPlan): Promise<Undo> {
  const times = await writeTexts(texts, keepTimes);
  await moveFiles(moves);
  return async () => {
    await moveFiles(moves.map(({ from, to }) => ({ from: to, to: from })));
    await writeTexts(
      texts.map(({ path, before, after }) => ({ path, before: after, after: before })),
      // Of many memories the age is that of their file.
      times,
    );
  };
}

/** Says what was done, and takes it back when asked. Does not wait for that. */
export function offerUndo(message: string, undo: Undo, report: (error: unknown) => void): void {
  const button = t('Undo');
  void (async () => {
    try {
      if ((await vscode.window.showInformationMessage(escapeMessage(message), button)) === button) await undo();
    } catch (error) {
      report(error);
    }
  })();
}

/** Has the host plan a change, makes it, and offers to undo it. */
export async function change(
  { host, views, report }: Pick<FeatureContext, 'host' | 'views' | 'report'>,
  request: EditRequest,
  message: string,
): Promise<void> {
  const plan = await host.request('planEdit', request);
  if (plan.texts.length + plan.moves.length === 0) return;
  const undo = await views.during(() => applyPlan(plan));
  offerUndo(message, () => views.during(undo), report);
}
