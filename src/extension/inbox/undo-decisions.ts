/** What was decided, taken back: the last act as a whole, or what is chosen of all. */
import * as vscode from 'vscode';

import type { DecidedDraft } from '../../core/inbox/results.js';
import { plural } from '../../core/plural.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import { decideInBatches } from './batch-decide.js';
import { formatAgo } from './inbox-model.js';
import type { InboxContext } from './inbox-state.js';

/** What was saved is forgotten, what it replaced holds again, and the drafts wait. The last one first: of several that changed one memory each takes back its own. */
export async function undoDecisions({ features: context, state }: InboxContext, ids: readonly string[]): Promise<void> {
  const { results, left, reason } = await decideInBatches(context, ids, { do: 'undo' });
  await Promise.all([state.load(), context.views.load()]);
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

/** The last act: one draft, or all that were decided upon at once. */
export async function undoLast(parts: InboxContext): Promise<void> {
  const decided = await parts.features.host.request('inboxDecided');
  const [last] = actsOf(decided);
  if (last === undefined) return void vscode.window.showInformationMessage(NOTHING);
  await undoDecisions(
    parts,
    last.map(({ id }) => id),
  );
}

interface Choice extends vscode.QuickPickItem {
  readonly ids: readonly string[];
}

const WORDS: Readonly<Record<DecidedDraft['how'], string>> = {
  accepted: 'accepted',
  merged: 'merged into a memory',
  superseded: 'saved in place of a memory',
  rejected: 'rejected',
  never: 'never like this',
  decided: 'decided upon',
};

/** Several may be chosen; what was decided together stands together, below a row that means all of it. */
export async function chooseUndo(parts: InboxContext): Promise<void> {
  const decided = await parts.features.host.request('inboxDecided');
  if (decided.length === 0) return void vscode.window.showInformationMessage(NOTHING);
  const chosen = await vscode.window.showQuickPick(actsOf(decided).flatMap(choicesOf), {
    title: 'Take back decisions',
    placeHolder: 'Memories that were saved are forgotten, those they replaced come back, and the drafts wait again',
    canPickMany: true,
    matchOnDescription: true,
  });
  const ids = new Set((chosen ?? []).flatMap((choice) => choice.ids));
  if (ids.size > 0)
    await undoDecisions(
      parts,
      decided.map(({ id }) => id).filter((id) => ids.has(id)),
    );
}

function actsOf(decided: readonly DecidedDraft[]): readonly (readonly DecidedDraft[])[] {
  const acts = new Map<string, DecidedDraft[]>();
  for (const each of decided) acts.set(each.act, [...(acts.get(each.act) ?? []), each]);
  return [...acts.values()];
}

function choicesOf(act: readonly DecidedDraft[]): readonly Choice[] {
  const rows = act.map(({ id, name, how, at }): Choice => ({
    label: escapeLabel(name),
    description: `${WORDS[how]}, ${formatAgo(Date.now() - Date.parse(at))}`,
    ids: [id],
  }));
  const [first] = act;
  if (first === undefined || act.length === 1) return rows;
  const all: Choice = {
    label: `All ${act.length} that were decided together`,
    description: `${WORDS[first.how]}, ${formatAgo(Date.now() - Date.parse(first.at))}`,
    ids: act.map(({ id }) => id),
  };
  return [
    { label: plural(act.length, 'draft'), kind: vscode.QuickPickItemKind.Separator, ids: [] },
    all,
    ...rows,
    { label: '', kind: vscode.QuickPickItemKind.Separator, ids: [] },
  ];
}
