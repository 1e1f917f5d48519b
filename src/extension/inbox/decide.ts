/** Decides drafts and reports the result in a notification with an Undo button. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import type { DecisionResult, DraftDecision, PendingDraft } from '../../core/inbox/results.js';
import { t, tPlural } from '../../core/l10n.js';
import { isSamePath } from '../../core/paths.js';
import { CONTEXT } from '../../protocol/contributions.js';
import { setContext } from '../context-keys.js';
import { escapeMessage } from '../escape.js';
import type { FeatureContext } from '../feature.js';
import { showFile } from '../open-memory.js';
import { type BatchOutcome, decideInBatches } from './batch-decide.js';
import { closeDraft } from './draft-documents.js';
import type { InboxContext } from './inbox-state.js';
import { undoDecisions } from './undo-decisions.js';

/** A draft, or a file that can no longer be read as one. */
export type Decidable = Pick<PendingDraft, 'id' | 'path' | 'name'> & Partial<Pick<PendingDraft, 'updates'>>;

/** Resolves when the decision is made; the notification follows without being awaited. Rejects with the host's reason. */
export async function decide(
  context: InboxContext,
  drafts: readonly Decidable[],
  decision: DraftDecision,
): Promise<readonly DecisionResult[]> {
  const { features, state } = context;
  // The user decides about the text in the editor, so unsaved text is saved first.
  await Promise.all(
    vscode.workspace.textDocuments
      .filter(({ uri, isDirty }) => isDirty && drafts.some(({ path }) => isSamePath(path, uri.fsPath)))
      .map((document) => document.save()),
  );
  const outcome = await decideInBatches(
    features,
    drafts.map(({ id }) => id),
    decision,
  );
  const { results } = outcome;
  await state.load();
  await Promise.all(results.filter(({ status }) => status !== 'refused').map(({ id }) => closeDraft(id)));
  report(context, drafts, decision, outcome).catch((error: unknown) => reportFailure(features, error));
  return results;
}

/** The buttons of the notification outlive the command, so their failures are shown here. */
function reportFailure({ log }: FeatureContext, error: unknown): void {
  log.error(`Inbox: ${messageOf(error)}`);
  void vscode.window.showErrorMessage(escapeMessage(messageOf(error)));
}

async function report(
  context: InboxContext,
  drafts: readonly Decidable[],
  decision: DraftDecision,
  { results, left, reason }: BatchOutcome,
): Promise<void> {
  const done = results.filter(({ status }) => status !== 'refused');
  const refused = results.filter(({ status }) => status === 'refused');
  const names = new Map(drafts.map(({ id, name }) => [id, name]));
  if (refused.length > 0) {
    const which =
      refused.length === 1
        ? t('“{name}” wasn’t changed.', { name: names.get(refused[0]?.id ?? '') ?? '' })
        : t('{count} drafts weren’t changed.', { count: refused.length });
    void vscode.window.showWarningMessage(escapeMessage(`${which} ${refused[0]?.reason ?? ''}`));
  }
  if (reason !== undefined) void vscode.window.showErrorMessage(escapeMessage(reason));
  if (done.length === 0 && left === 0) return;
  if (done.length > 0) setContext(CONTEXT.hasDecisions, true);
  const [only] = done.length === 1 ? done : [];
  const text = [
    only ? sentenceOf(only, names.get(only.id) ?? '', decision) : summary(done),
    ...(left > 0 ? [tPlural(left, 'Stopped: 1 draft is left.', 'Stopped: {n} drafts are left.')] : []),
  ]
    .filter((each) => each !== '')
    .join(' ');
  const path = only?.path;
  const [undo, open] = [t('Undo'), t('Open')];
  const chosen = await vscode.window.showInformationMessage(
    escapeMessage(text),
    ...(done.length === 0 ? [] : [undo]),
    ...(path === undefined ? [] : [open]),
  );
  if (chosen === undo) await undoDecisions(context, done.map(({ id }) => id).reverse());
  if (chosen === open && path !== undefined) await showFile({ path });
}

function sentenceOf({ status, reason }: DecisionResult, name: string, decision: DraftDecision): string {
  const why = reason === undefined ? '' : ` ${reason}`;
  switch (status) {
    case 'saved':
      return t('Saved “{name}”.', { name }) + why;
    case 'updated':
      return decision.do === 'merge'
        ? t('Added “{name}” to the memory.', { name }) + why
        : t('Saved “{name}”. The previous memory is kept as superseded.', { name }) + why;
    case 'duplicate':
      return t('“{name}” is already remembered. Nothing was saved.', { name });
    case 'rejected':
      return decision.do === 'never'
        ? t('Rejected “{name}”. Similar drafts will be rejected too.', { name })
        : t('Rejected “{name}”.', { name });
    default:
      return t('“{name}” is back in the inbox.', { name });
  }
}

/** Remarks of successful decisions; the first one represents all. */
function remarks(done: readonly DecisionResult[]): readonly string[] {
  const about = done.filter(({ status, reason }) => status !== 'duplicate' && reason !== undefined);
  const reason = about[0]?.reason ?? '';
  if (about.length === 0) return [];
  return [about.length === done.length ? reason : t('{count} of them: {reason}', { count: about.length, reason })];
}

function summary(done: readonly DecisionResult[]): string {
  const countOf = (status: DecisionResult['status']): number =>
    done.filter((result) => result.status === status).length;
  const [saved, updated, known, rejected] = [
    countOf('saved'),
    countOf('updated'),
    countOf('duplicate'),
    countOf('rejected'),
  ];
  const sentences = [
    ...(saved > 0 ? [tPlural(saved, 'Saved 1 memory.', 'Saved {n} memories.')] : []),
    ...(updated > 0 ? [tPlural(updated, 'Updated 1 memory.', 'Updated {n} memories.')] : []),
    ...(known > 0 ? [tPlural(known, '1 draft was already remembered.', '{n} drafts were already remembered.')] : []),
    ...(rejected > 0 ? [tPlural(rejected, 'Rejected 1 draft.', 'Rejected {n} drafts.')] : []),
    ...remarks(done),
  ];
  return sentences.join(' ');
}
