/** Undo of decisions: of the last batch as a whole, or of those the user picks. */
import * as vscode from 'vscode';

import type { DecidedDraft } from '../../core/inbox/results.js';
import { plural } from '../../core/plural.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import { decideInBatches } from './batch-decide.js';
import { formatAgo } from './inbox-model.js';
import type { InboxContext } from './inbox-state.js';

/** Forgets the memories that were saved, restores those they replaced, and lists the drafts again. `ids`: the last decision first, so that several decisions about one memory are undone in reverse order. */
export async function undoDecisions({ features, state }: InboxContext, ids: readonly string[]): Promise<void> {
  const { results, left, reason } = await decideInBatches(features, ids, { do: 'undo' });
  await Promise.all([state.load(), features.views.load()]);
  const back = results.filter(({ status }) => status === 'reopened').length;
  const reasons = [
    ...(reason === undefined ? [] : [reason]),
    ...results.flatMap((result) => (result.reason === undefined ? [] : [result.reason])),
  ];
  const done = back === 1 ? 'The draft waits again.' : `${back} drafts wait again.`;
  if (left > 0)
    void vscode.window.showWarningMessage(
      escapeMessage(`${done} Stopped: ${left} stay as they were decided. ${reasons[0] ?? ''}`.trim()),
    );
  else if (reasons.length > 0)
    void vscode.window.showWarningMessage(escapeMessage(`Not everything could be taken back. ${reasons[0] ?? ''}`));
  else vscode.window.setStatusBarMessage(done, 4_000);
}

const NOTHING = 'Nothing was decided that could be taken back.';

/** Undoes the last batch: one draft, or all that were decided at once. */
export async function undoLast(context: InboxContext): Promise<void> {
  const decided = await context.features.host.request('inboxDecided');
  const [last] = batchesOf(decided);
  if (last === undefined) return void vscode.window.showInformationMessage(NOTHING);
  await undoDecisions(
    context,
    last.map(({ id }) => id),
  );
}

interface Choice extends vscode.QuickPickItem {
  readonly ids: readonly string[];
}

const LABELS: Readonly<Record<DecidedDraft['how'], string>> = {
  accepted: 'accepted',
  merged: 'merged into a memory',
  superseded: 'saved in place of a memory',
  rejected: 'rejected',
  never: 'never like this',
  decided: 'decided upon',
};

/** The user picks any number; drafts decided in one batch are grouped below a row for the whole batch. */
export async function chooseUndo(context: InboxContext): Promise<void> {
  const decided = await context.features.host.request('inboxDecided');
  if (decided.length === 0) return void vscode.window.showInformationMessage(NOTHING);
  const chosen = await vscode.window.showQuickPick(batchesOf(decided).flatMap(choicesOf), {
    title: 'Take back decisions',
    placeHolder: 'Memories that were saved are forgotten, those they replaced come back, and the drafts wait again',
    canPickMany: true,
    matchOnDescription: true,
  });
  const ids = new Set((chosen ?? []).flatMap((choice) => choice.ids));
  if (ids.size > 0)
    await undoDecisions(
      context,
      decided.map(({ id }) => id).filter((id) => ids.has(id)),
    );
}

function batchesOf(decided: readonly DecidedDraft[]): readonly (readonly DecidedDraft[])[] {
  const batches = new Map<string, DecidedDraft[]>();
  for (const each of decided) batches.set(each.act, [...(batches.get(each.act) ?? []), each]);
  return [...batches.values()];
}

function choicesOf(batch: readonly DecidedDraft[]): readonly Choice[] {
  const rows = batch.map(({ id, name, how, at }): Choice => ({
    label: escapeLabel(name),
    description: `${LABELS[how]}, ${formatAgo(Date.now() - Date.parse(at))}`,
    ids: [id],
  }));
  const [first] = batch;
  if (first === undefined || batch.length === 1) return rows;
  const all: Choice = {
    label: `All ${batch.length} that were decided together`,
    description: `${LABELS[first.how]}, ${formatAgo(Date.now() - Date.parse(first.at))}`,
    ids: batch.map(({ id }) => id),
  };
  return [
    { label: plural(batch.length, 'draft'), kind: vscode.QuickPickItemKind.Separator, ids: [] },
    all,
    ...rows,
    { label: '', kind: vscode.QuickPickItemKind.Separator, ids: [] },
  ];
}
