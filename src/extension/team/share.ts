/** Shares a memory with the team after a look at what the others get, and takes it back. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { SharePlan, ShareResult, TeamReport } from '../../core/results.js';
import { escapeMessage, oneLine } from '../escape.js';
import type { FeatureContext } from '../feature.js';
import { pickMemories } from '../memory-picker.js';

export async function shareWithTeam(context: FeatureContext, args: readonly unknown[]): Promise<void> {
  const [memory] = await pickMemories(context, args, {
    placeHolder: t('Memory to share with the team'),
    filter: ({ deleted, team }) => !deleted && team === undefined,
    none: t('All memories are already shared.'),
  });
  if (memory === undefined) return;
  const plan = await context.host.request('teamPlanShare', { id: memory.id });
  if (plan.scope === 'refused')
    return void vscode.window.showWarningMessage(
      escapeMessage(`${t('“{name}” can’t be shared.', { name: plan.name })} ${plan.reason ?? ''}`),
    );
  const confirmed = await isConfirmed(context, plan);
  if (!confirmed) return;
  const result = await context.host.request('teamShare', { id: plan.id, digest: plan.digest, confirmed: true });
  await context.views.load();
  await report(context, plan, result);
}

/** The shared file beside the memory that it is made of, and MEMORY.md of the team. */
async function isConfirmed({ previews }: FeatureContext, plan: SharePlan): Promise<boolean> {
  const { name, author, reason, way, original, shared, index } = plan;
  const question =
    way === 'git' ? t('Put “{name}” into the team folder?', { name }) : t('Share “{name}” with the team?', { name });
  const files = [
    ...(shared === undefined ? [] : [{ path: shared.path, before: original.text, after: shared.text }]),
    ...(index === undefined ? [] : [index]),
  ];
  return await previews.confirmChanges(files, {
    title: oneLine(name),
    question: `${question} ${reason ?? t('It is shared as {author} and replaces your own copy.', { author })}`,
    yes: t('Share'),
  });
}

async function report(
  { host, views }: FeatureContext,
  { name, way }: SharePlan,
  { id, forgotten, reason, sync }: ShareResult,
): Promise<void> {
  const sentences = [
    t('Shared “{name}”.', { name }),
    way === 'git' ? t('Commit it to share it with your team.') : waitingText(sync),
    reason,
  ];
  const undo = t('Undo');
  const message = escapeMessage(sentences.filter((each) => each !== undefined).join(' '));
  if ((await vscode.window.showInformationMessage(message, undo)) !== undo) return;
  await host.request('teamRevoke', { id });
  if (forgotten !== null) await host.request('restore', { id: forgotten });
  await views.load();
}

/** Undefined when all was sent. */
export function waitingText(sync: TeamReport | undefined): string | undefined {
  const failed = sync?.folders.find(({ offline, refused }) => offline || refused);
  return failed === undefined ? undefined : t('It will be sent later: {reason}', { reason: failed.reason ?? '' });
}

export async function revokeShared(context: FeatureContext, args: readonly unknown[]): Promise<void> {
  const [memory] = await pickMemories(context, args, {
    placeHolder: t('Shared memory to take back'),
    filter: ({ deleted, team }) => !deleted && team !== undefined,
    none: t('There are no shared memories.'),
  });
  if (memory === undefined) return;
  const result = await context.host.request('teamRevoke', { id: memory.id });
  await context.views.load();
  const sentences = [t('“{name}” was taken back.', { name: memory.name }), waitingText(result.sync), result.reason];
  const undo = t('Undo');
  const message = escapeMessage(sentences.filter((each) => each !== undefined).join(' '));
  if ((await vscode.window.showInformationMessage(message, undo)) !== undo) return;
  await context.host.request('restore', { id: result.id });
  await context.views.load();
}
