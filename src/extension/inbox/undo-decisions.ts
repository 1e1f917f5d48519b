/** Undo of decisions: of the last batch as a whole, or of those the user picks. */
import * as vscode from 'vscode';

import type { DecidedDraft } from '../../core/inbox/results.js';
import { t, tPlural } from '../../core/l10n.js';
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
  const done = tPlural(back, '1 draft is back in the inbox.', '{n} drafts are back in the inbox.');
  if (left > 0)
    void vscode.window.showWarningMessage(
      escapeMessage(`${done} ${t('Stopped: {count} weren’t undone.', { count: left })} ${reasons[0] ?? ''}`.trim()),
    );
  else if (reasons.length > 0)
    void vscode.window.showWarningMessage(
      escapeMessage(t('Some decisions couldn’t be undone. {reason}', { reason: reasons[0] ?? '' })),
    );
  else vscode.window.setStatusBarMessage(done, 4_000);
}

const nothing = (): string => t('Nothing to undo.');

/** Undoes the last batch: one draft, or all that were decided at once. */
export async function undoLast(context: InboxContext): Promise<void> {
  const decided = await context.features.host.request('inboxDecided');
  const [last] = batchesOf(decided);
  if (last === undefined) return void vscode.window.showInformationMessage(nothing());
  await undoDecisions(
    context,
    last.map(({ id }) => id),
  );
}

interface Choice extends vscode.QuickPickItem {
  readonly ids: readonly string[];
}

const LABELS: Readonly<Record<DecidedDraft['how'], () => string>> = {
  accepted: () => t('accepted'),
  merged: () => t('merged into a memory'),
  superseded: () => t('superseded a memory'),
  rejected: () => t('rejected'),
  never: () => t('rejected with similar drafts'),
  decided: () => t('decided'),
};

/** The user picks any number; drafts decided in one batch are grouped below a row for the whole batch. */
export async function chooseUndo(context: InboxContext): Promise<void> {
  const decided = await context.features.host.request('inboxDecided');
  if (decided.length === 0) return void vscode.window.showInformationMessage(nothing());
  const chosen = await vscode.window.showQuickPick(batchesOf(decided).flatMap(choicesOf), {
    title: t('Undo inbox decisions'),
    placeHolder: t('Saved memories are forgotten, replaced ones are restored, and the drafts return to the inbox'),
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
    description: `${LABELS[how]()}, ${formatAgo(Date.now() - Date.parse(at))}`,
    ids: [id],
  }));
  const [first] = batch;
  if (first === undefined || batch.length === 1) return rows;
  const all: Choice = {
    label: t('All {count} drafts decided together', { count: batch.length }),
    description: `${LABELS[first.how]()}, ${formatAgo(Date.now() - Date.parse(first.at))}`,
    ids: batch.map(({ id }) => id),
  };
  return [
    { label: tPlural(batch.length, '1 draft', '{n} drafts'), kind: vscode.QuickPickItemKind.Separator, ids: [] },
    all,
    ...rows,
    { label: '', kind: vscode.QuickPickItemKind.Separator, ids: [] },
  ];
}
