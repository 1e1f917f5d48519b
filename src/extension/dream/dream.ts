/** `Memdir: Consolidate memories…`: proposals, each with its reason and its change, chosen, looked through and then applied. */
import * as vscode from 'vscode';

import { FORCE } from '../../core/dream/gates.js';
import { messageOf } from '../../core/errors.js';
import { plural } from '../../core/plural.js';
import { type DreamDue, toHost } from '../../protocol/methods.js';
import type { DreamFileChange, DreamPlan, DreamProposal, DreamReport } from '../../protocol/wire.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import { samePath } from '../index/cut.js';
import { Preview } from '../preview.js';

/** Gates that somebody who asks may pass. */
const PASSABLE: readonly string[] = ['time', 'scan', 'sessions'];

interface DreamContext extends FeatureContext {
  readonly preview: Preview;
}

/** Undefined when it was cancelled. */
async function plan(
  { host }: FeatureContext,
  store: string | undefined,
  force: boolean,
): Promise<DreamPlan | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'Looking through memories',
    cancellable: true,
  };
  return await vscode.window.withProgress(options, async (_progress, token) => {
    try {
      return await host.request(
        toHost.dreamPlan,
        { ...(store === undefined ? {} : { store }), ...(force ? { force } : {}) },
        token,
      );
    } catch (error) {
      if (isCancelled(error)) return undefined;
      throw error;
    }
  });
}

async function consolidate(parts: DreamContext, store: string | undefined, force = false): Promise<void> {
  const found = await plan(parts, store, force);
  if (found === undefined) return;
  if (found.refused) return await refused(parts, found, found.refused);
  if (found.proposals.length === 0) {
    const dropped =
      found.dropped.length === 0 ? '' : ` ${plural(found.dropped.length, 'thought')} did not pass the checks.`;
    return void vscode.window.showInformationMessage(
      escapeMessage([`There is nothing to consolidate here.${dropped}`, ...found.notices].join(' ')),
    );
  }
  const chosen = await choose(found, parts.preview);
  if (chosen.length === 0) return;
  const choice = { ids: chosen.map(({ id }) => id), digest: found.digest };
  const files = await parts.host.request(toHost.dreamTogether, choice);
  if (!(await agreed(found, chosen, files, parts.preview))) return;
  const unsaved = unsavedAmong(found, files);
  if (unsaved !== undefined)
    return void vscode.window.showWarningMessage(
      escapeMessage(
        `${unsaved} has changes that are not saved. Save or undo them, then consolidate again. Nothing was changed.`,
      ),
    );
  const report = await parts.host.request(toHost.dreamApply, choice);
  await parts.views.load();
  await offerUndo(parts, report);
}

/** Path of a file that an editor holds in another text than it has on the disk: what was worked out would not be what the user sees. */
const unsavedAmong = ({ path }: DreamPlan, files: readonly DreamFileChange[]): string | undefined =>
  files.find((file) =>
    vscode.workspace.textDocuments.some(
      ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && samePath(uri.fsPath, `${path}/${file.path}`),
    ),
  )?.path;

async function refused(
  parts: DreamContext,
  { store }: DreamPlan,
  { gate, reason }: NonNullable<DreamPlan['refused']>,
): Promise<void> {
  const passable = PASSABLE.includes(gate);
  const chosen = await vscode.window.showInformationMessage(
    escapeMessage(reason.replace(FORCE, '').trim()),
    ...(passable ? ['Look anyway'] : []),
  );
  if (chosen === 'Look anyway') await consolidate(parts, store, true);
}

interface Choice extends vscode.QuickPickItem {
  readonly proposal: DreamProposal;
}

const KINDS: Readonly<Record<DreamProposal['kind'], string>> = {
  index: 'index',
  superseded: 'superseded',
  duplicate: 'duplicate',
  topic: 'topic from logs',
  expired: 'expired',
  merge: 'merge',
  contradiction: 'contradiction',
};

const choiceOf = (proposal: DreamProposal): Choice => ({
  label: escapeLabel(proposal.title),
  description: escapeLabel(`${KINDS[proposal.kind]}${proposal.by === 'model' ? ' · by the model' : ''}`),
  detail: escapeLabel(proposal.reason),
  picked: true,
  proposal,
});

const changeOf = ({ title, reason, diff }: DreamProposal): string => [`# ${title}`, `# ${reason}`, '', diff].join('\n');

/** Lines of a text that a list of choices covers at most. */
const MOST_COVERED = 26;

/** All are chosen at first; the change of the one in focus is shown below. Empty when the question was left. */
async function choose({ proposals }: DreamPlan, preview: Preview): Promise<readonly DreamProposal[]> {
  const pick = vscode.window.createQuickPick<Choice>();
  pick.title = `Consolidate memories: ${plural(proposals.length, 'proposal')}`;
  pick.placeholder = 'Choose; arrow keys show each change below';
  pick.canSelectMany = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.items = proposals.map(choiceOf);
  pick.selectedItems = pick.items;
  // The list covers the first lines, two a proposal.
  const below = '\n'.repeat(Math.min(2 * proposals.length + 3, MOST_COVERED));
  const { promise, resolve, reject } = Promise.withResolvers<readonly DreamProposal[]>();
  const listeners = [
    pick.onDidChangeActive(([item]) => item && void preview.show(below + changeOf(item.proposal), true).catch(reject)),
    pick.onDidAccept(() => resolve(pick.selectedItems.map(({ proposal }) => proposal))),
    pick.onDidHide(() => resolve([])),
  ];
  pick.show();
  // Nothing is in focus until a key is pressed.
  const [first] = proposals;
  if (first) await preview.show(below + changeOf(first), true);
  try {
    return await promise;
  } finally {
    vscode.Disposable.from(...listeners, pick).dispose();
    await preview.close();
  }
}

/** Each file once: changes that meet in one would each be shown as if the others were not made. */
async function agreed(
  { notices, dropped }: DreamPlan,
  chosen: readonly DreamProposal[],
  files: readonly DreamFileChange[],
  preview: Preview,
): Promise<boolean> {
  const changes = plural(chosen.length, 'change');
  const text = [
    `# ${changes} to your memories. Nothing is written yet.`,
    ...notices.map((notice) => `# ${notice}`),
    ...dropped.map(({ title, reason }) => `# Not proposed: ${title}. ${reason}`),
    '',
    ...chosen.flatMap(({ title, reason }) => [`# - ${title}`, `#   ${reason}`]),
    ...files.flatMap(({ diff }) => ['', diff]),
  ].join('\n');
  return await preview.agreed(text, {
    title: 'Consolidate these memories?',
    yes: `Apply ${changes}`,
    detail: 'No file is removed, and it can be taken back.',
  });
}

async function offerUndo({ host, views }: DreamContext, { id, applied, files }: DreamReport): Promise<void> {
  const words = `Consolidated: ${plural(applied.length, 'change')} in ${plural(files.length, 'file')}.`;
  if ((await vscode.window.showInformationMessage(words, 'Undo')) !== 'Undo') return;
  const { restored, left } = await host.request(toHost.dreamUndo, { id });
  await views.load();
  const back = `The consolidation was taken back: ${plural(restored, 'file')} as before.`;
  if (left.length === 0) void vscode.window.showInformationMessage(back);
  else void vscode.window.showWarningMessage(escapeMessage(`${back} ${left.join(' ')}`));
}

async function tellDue(parts: DreamContext, { store, proposals }: DreamDue): Promise<void> {
  const text = `Your memories could do with consolidating: ${plural(proposals, 'proposal')}. Nothing is changed before you have looked.`;
  if ((await vscode.window.showInformationMessage(text, 'Review')) === 'Review') await consolidate(parts, store);
}

const storeOf = (node: unknown): string | undefined =>
  (node as { readonly store?: { readonly key?: string } } | undefined)?.store?.key;

export const dreamFeature: Feature = {
  name: 'consolidation',
  activate: (context) => {
    const parts: DreamContext = { ...context, preview: new Preview('memdir-dream', 'Consolidate memories.diff') };
    return [
      parts.preview,
      context.command('memdir.dream', (node) => consolidate(parts, storeOf(node))),
      context.host.onDreamDue(
        (due) =>
          void tellDue(parts, due).catch((error: unknown) => {
            context.log.error(`Consolidation: ${messageOf(error)}`);
            void vscode.window.showErrorMessage(escapeMessage(messageOf(error)));
          }),
      ),
    ];
  },
};
