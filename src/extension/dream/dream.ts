/** `Memdir: Consolidate memories…`: lists proposals with their diffs, lets the user choose and review them, and applies them. */
import * as vscode from 'vscode';

import { forceHint } from '../../core/dream/gates.js';
import type { DreamFileChange, DreamPlan, DreamProposal, DreamReport } from '../../core/dream/results.js';
import { messageOf } from '../../core/errors.js';
import { t, tPlural } from '../../core/l10n.js';
import { isSamePath } from '../../core/paths.js';
import type { DreamDue } from '../../protocol/methods.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';

/** Gates that the user may override. */
const PASSABLE: readonly string[] = ['time', 'scan', 'sessions', 'memories'];

/** Undefined when it was cancelled. */
async function plan(
  { host }: FeatureContext,
  store: string | undefined,
  force: boolean,
): Promise<DreamPlan | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Looking through memories'),
    cancellable: true,
  };
  return await vscode.window.withProgress(options, async (_progress, token) => {
    try {
      return await host.request(
        'dreamPlan',
        { ...(store === undefined ? {} : { store }), ...(force ? { force } : {}) },
        token,
      );
    } catch (error) {
      if (isCancelled(error)) return undefined;
      throw error;
    }
  });
}

async function consolidate(context: FeatureContext, store: string | undefined, force = false): Promise<void> {
  const planned = await plan(context, store, force);
  if (planned === undefined) return;
  if (planned.refused) return await refused(context, planned, planned.refused);
  if (planned.proposals.length === 0) {
    const { review } = planned;
    const message = [
      t('Nothing to consolidate.'),
      ...droppedWords(planned),
      ...(review.length === 0
        ? []
        : [tPlural(review.length, '1 memory needs a review.', '{n} memories need a review.')]),
      ...planned.notices,
    ].join(' ');
    return void vscode.window.showInformationMessage(escapeMessage(message));
  }
  const chosen = await chooseProposals(planned);
  if (chosen.length === 0) return;
  const choice = { ids: chosen.map(({ id }) => id), digest: planned.digest };
  const files = await context.host.request('dreamTogether', choice);
  if (!(await confirmChanges(context, planned, chosen, files))) return;
  const unsaved = unsavedAmong(planned, files);
  if (unsaved !== undefined)
    return void vscode.window.showWarningMessage(
      escapeMessage(
        t('{file} has unsaved changes. Save or undo them, then consolidate again. Nothing was changed.', {
          file: unsaved,
        }),
      ),
    );
  const report = await context.host.request('dreamApply', choice);
  await context.views.load();
  await offerUndo(context, report);
}

/** Path of a changed file with unsaved text in an editor: the plan was computed from the text on the disk. */
const unsavedAmong = ({ path }: DreamPlan, files: readonly DreamFileChange[]): string | undefined =>
  files.find((file) =>
    vscode.workspace.textDocuments.some(
      ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && isSamePath(uri.fsPath, `${path}/${file.path}`),
    ),
  )?.path;

async function refused(
  context: FeatureContext,
  { store }: DreamPlan,
  { gate, reason }: NonNullable<DreamPlan['refused']>,
): Promise<void> {
  const passable = PASSABLE.includes(gate);
  const runAnyway = t('Run anyway');
  const chosen = await vscode.window.showInformationMessage(
    escapeMessage(reason.replace(forceHint(), '').trim()),
    ...(passable ? [runAnyway] : []),
  );
  if (chosen === runAnyway) await consolidate(context, store, true);
}

interface Choice extends vscode.QuickPickItem {
  readonly proposal: DreamProposal;
}

const KINDS: Readonly<Record<DreamProposal['kind'], () => string>> = {
  index: () => 'MEMORY.md',
  superseded: () => t('superseded'),
  duplicate: () => t('duplicate'),
  topic: () => t('topic from daily logs'),
  merge: () => t('merge'),
  contradiction: () => t('contradiction'),
};

const choiceOf = (proposal: DreamProposal): Choice => ({
  label: escapeLabel(proposal.title),
  description: escapeLabel(
    `${KINDS[proposal.kind]()}${proposal.by === 'model' ? ` · ${t('suggested by the model')}` : ''}`,
  ),
  detail: escapeLabel(proposal.reason),
  picked: !proposal.removes,
  proposal,
});

/** A quick pick with the proposals that remove nothing selected. Empty when it was closed. */
async function chooseProposals({ proposals }: DreamPlan): Promise<readonly DreamProposal[]> {
  const chosen = await vscode.window.showQuickPick(proposals.map(choiceOf), {
    title: t('Consolidate memories: {proposals}', {
      proposals: tPlural(proposals.length, '1 proposal', '{n} proposals'),
    }),
    placeHolder: t('Select proposals. You’ll review the changes before they are applied.'),
    canPickMany: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return (chosen ?? []).map(({ proposal }) => proposal);
}

/** Shows each file as all chosen proposals make it, because the change of a single proposal ignores the others. */
async function confirmChanges(
  { previews }: FeatureContext,
  planned: DreamPlan,
  chosen: readonly DreamProposal[],
  files: readonly DreamFileChange[],
): Promise<boolean> {
  const question = tPlural(
    chosen.length,
    'Apply 1 change to your memories? No file is removed, and you can undo it.',
    'Apply {n} changes to your memories? No file is removed, and you can undo it.',
  );
  return await previews.confirmChanges(
    files.map((file) => ({ path: `${planned.path}/${file.path}`, before: file.before, after: file.after })),
    {
      title: t('Consolidate memories'),
      question: [question, ...planned.notices, ...droppedWords(planned)].join(' '),
      yes: t('Apply'),
    },
  );
}

const droppedWords = ({ dropped }: DreamPlan): readonly string[] =>
  dropped.length === 0
    ? []
    : [tPlural(dropped.length, '1 proposal didn’t pass the checks.', '{n} proposals didn’t pass the checks.')];

async function offerUndo({ host, views }: FeatureContext, { id, applied, files }: DreamReport): Promise<void> {
  const message = t('Memories consolidated: {changes} in {files}.', {
    changes: tPlural(applied.length, '1 change', '{n} changes'),
    files: tPlural(files.length, '1 file', '{n} files'),
  });
  const undo = t('Undo');
  if ((await vscode.window.showInformationMessage(message, undo)) !== undo) return;
  const { restored, left } = await host.request('dreamUndo', { id });
  await views.load();
  const undone = tPlural(
    restored,
    'Consolidation undone: 1 file restored.',
    'Consolidation undone: {n} files restored.',
  );
  if (left.length === 0) void vscode.window.showInformationMessage(undone);
  else void vscode.window.showWarningMessage(escapeMessage(`${undone} ${left.join(' ')}`));
}

async function notifyDue(context: FeatureContext, { store, proposals }: DreamDue): Promise<void> {
  const text = tPlural(
    proposals,
    'Memories can be consolidated: 1 proposal. Nothing changes until you’ve reviewed it.',
    'Memories can be consolidated: {n} proposals. Nothing changes until you’ve reviewed them.',
  );
  const review = t('Review');
  if ((await vscode.window.showInformationMessage(text, review)) === review) await consolidate(context, store);
}

const storeOf = (node: unknown): string | undefined =>
  (node as { readonly store?: { readonly key?: string } } | undefined)?.store?.key;

export const dreamFeature: Feature = {
  name: 'consolidation',
  activate: (context) => [
    context.command('memdir.dream', (node) => consolidate(context, storeOf(node))),
    context.host.onDreamDue(
      (due) =>
        void notifyDue(context, due).catch((error: unknown) => {
          context.log.error(`Consolidation: ${messageOf(error)}`);
          void vscode.window.showErrorMessage(escapeMessage(messageOf(error)));
        }),
    ),
  ],
};
