/** `Memdir: Copy to…` and `Memdir: Move to…`: bring a memory to another agent or scope, after a look at the difference. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { StoreInfo } from '../../core/memory.js';
import { storeOfId } from '../../core/memory.js';
import type { MemorySummary, TransferPlan, TransferRequest } from '../../core/results.js';
import { agentFormOf, isAgentKind } from '../../core/stores/agent-forms.js';
import { escapeLabel, escapeMessage, oneLine } from '../escape.js';
import { type Feature, type FeatureContext, rowCommand } from '../feature.js';
import { pickMemories } from '../memory-picker.js';
import { askStore, moveTargets as fileTargets, moveToStore } from '../write/move-to-store.js';

interface Target extends vscode.QuickPickItem {
  /** Agent and scope, as in “Copilot: user”. */
  readonly title: string;
  readonly request: Omit<TransferRequest, 'ids'>;
}

/** Stores that a memory can be copied to, one choice each. */
function copyTargets(from: StoreInfo | undefined, stores: readonly StoreInfo[]): Target[] {
  const claude = stores.find(({ kind, off }) => (kind === 'main' || kind === 'custom') && off === undefined);
  const others = stores.filter(
    (store) => isAgentKind(store.kind) && store.scope !== 'session' && agentFormOf(store).writes !== 'nothing',
  );
  return [...(claude ? [claude] : []), ...others]
    .filter(({ key }) => key !== from?.key)
    .map((store) => ({
      label: escapeLabel(agentFormOf(store).name),
      description: escapeLabel(store.scope === 'user' ? t('user') : (store.project ?? t('project'))),
      detail: escapeLabel(store.path),
      title: isAgentKind(store.kind) ? store.label : agentFormOf(store).name,
      request: {
        how: 'copy',
        agent: isAgentKind(store.kind) ? store.kind : 'claude',
        scope: store.scope === 'user' ? 'user' : 'project',
      },
    }));
}

/** Other scopes of the same agent. */
const moveTargets = (from: StoreInfo | undefined, stores: readonly StoreInfo[]): Target[] =>
  from === undefined || !isAgentKind(from.kind)
    ? []
    : stores
        .filter(({ kind, key, scope }) => kind === from.kind && key !== from.key && scope !== 'session')
        .map((store) => ({
          label: store.scope === 'user' ? t('User') : t('Repository'),
          description: escapeLabel(store.scope === 'user' ? t('all projects') : (store.project ?? '')),
          title: store.label,
          request: { how: 'move', scope: store.scope === 'user' ? 'user' : 'repository' },
        }));

async function run(context: FeatureContext, args: readonly unknown[], move: boolean): Promise<void> {
  const memories = await pickMemories(context, args, { placeHolder: move ? t('Memory to move') : t('Memory to copy') });
  const [memory] = memories;
  if (memory === undefined) return;
  const views = await context.views.stores();
  const stores = views.map(({ store }) => store);
  const from = stores.find(({ key }) => key === storeOfId(memory.id));
  if (move && from !== undefined && !isAgentKind(from.kind)) {
    const targets = fileTargets(views, from.key);
    const key = targets.length === 0 ? undefined : await askStore(targets, t('Move to store'));
    if (targets.length === 0) void vscode.window.showInformationMessage(t('There is no other store to move it to.'));
    if (key !== undefined) await moveToStore(context, memories, key);
    return;
  }
  const targets = move ? moveTargets(from, stores) : copyTargets(from, stores);
  if (targets.length === 0)
    return void vscode.window.showInformationMessage(
      move ? t('There is no other scope to move it to.') : t('There is no other agent here to copy it to.'),
    );
  const chosen = await vscode.window.showQuickPick(targets, {
    placeHolder: move ? t('Scope to move it to') : t('Agent to copy it to'),
  });
  if (chosen === undefined) return;
  const plan = await context.host.request('planTransfer', { ...chosen.request, ids: memories.map(({ id }) => id) });
  if (await isConfirmed(context, plan, memory, chosen.title)) await write(context, plan, chosen.title);
}

async function isConfirmed(
  { previews }: FeatureContext,
  { agent, asks, request, changes }: TransferPlan,
  { name }: MemorySummary,
  target: string,
): Promise<boolean> {
  const question =
    request.how === 'move'
      ? t('Move “{name}” to {target}? The old one is forgotten; you can restore it.', { name, target })
      : asks
        ? t('Copy “{name}” to {target}? {agent} turns this note into a memory itself.', { name, target, agent })
        : t('Copy “{name}” to {target}? The memory stays where it is as well.', { name, target });
  const files = changes.flatMap(({ path, before, after }) => (after === undefined ? [] : [{ path, before, after }]));
  return await previews.confirmChanges(files, {
    title: t('{name} in {target}', { name: oneLine(name), target }),
    question,
    yes: request.how === 'move' ? t('Move') : t('Copy'),
  });
}

async function write(
  { host, views }: FeatureContext,
  { request, digest }: TransferPlan,
  target: string,
): Promise<void> {
  const { status, reason, created, forgotten } = await host.request('transfer', { ...request, digest });
  await views.load();
  if (status !== 'done')
    return void vscode.window.showWarningMessage(escapeMessage(`${t('Nothing was written.')} ${reason ?? ''}`.trim()));
  const words = [
    request.how === 'move' ? t('Moved to {target}.', { target }) : t('Copied to {target}.', { target }),
    ...(reason === undefined ? [] : [reason]),
  ].join(' ');
  if (request.how === 'copy') return void vscode.window.showInformationMessage(escapeMessage(words));
  const undo = t('Undo');
  if ((await vscode.window.showInformationMessage(escapeMessage(words), undo)) !== undo) return;
  for (const id of created) await host.request('forget', { id });
  for (const id of forgotten) await host.request('restore', { id });
  await views.load();
}

export const transferFeature: Feature = {
  name: 'copying and moving of memories',
  activate: (context) => [
    context.command(
      'memdir.copyToAgent',
      rowCommand((...args) => run(context, args, false)),
    ),
    context.command(
      'memdir.moveToScope',
      rowCommand((...args) => run(context, args, true)),
    ),
  ],
};
