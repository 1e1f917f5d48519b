/** Brings a memory to another agent or scope, and divides and joins notes of Copilot, after a look at the difference. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { StoreInfo } from '../../core/memory.js';
import { storeOfId } from '../../core/memory.js';
import type { MemorySummary, TransferChange, TransferPlan, TransferRequest } from '../../core/results.js';
import { agentFormOf, isAgentKind, isNoteStore } from '../../core/stores/agent-forms.js';
import type { TransferScope } from '../../core/stores/transfer-results.js';
import { escapeLabel, escapeMessage, oneLine } from '../escape.js';
import { type Feature, type FeatureContext, rowCommand } from '../feature.js';
import { pickMemories } from '../memory-picker.js';
import { offerUndo } from '../write/edits.js';
import { askStore, moveTargets as fileTargets, moveToStore } from '../write/move-to-store.js';

interface Target extends vscode.QuickPickItem {
  /** Agent and scope, as in “Copilot: user”. */
  readonly title: string;
  readonly request: Omit<TransferRequest, 'ids'>;
}

const scopeOf = ({ scope }: StoreInfo): TransferScope =>
  scope === 'user' || scope === 'repository' ? scope : 'project';

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
      description: escapeLabel(store.scope === 'user' ? t('all projects') : (store.project ?? '')),
      detail: escapeLabel(store.path),
      title: isAgentKind(store.kind) ? store.label : agentFormOf(store).name,
      request: {
        how: 'copy',
        agent: isAgentKind(store.kind) ? store.kind : 'claude',
        scope: scopeOf(store),
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
          label: store.scope === 'user' ? t('User') : store.scope === 'repository' ? t('Repository') : t('Project'),
          description: escapeLabel(store.scope === 'user' ? t('all projects') : (store.project ?? '')),
          title: store.label,
          request: { how: 'move', scope: scopeOf(store) },
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
      move
        ? t('There is no other scope to move it to.')
        : t('No other agent keeps memories here, so there is nowhere to copy it.'),
    );
  const chosen = await vscode.window.showQuickPick(targets, {
    placeHolder: move ? t('Scope to move it to') : t('Agent to copy it to'),
  });
  if (chosen === undefined) return;
  const plan = await context.host.request('planTransfer', { ...chosen.request, ids: memories.map(({ id }) => id) });
  await carryOut(context, plan, wordsOf(plan, memory, chosen.title));
}

/** What a person is asked and told. */
interface Words {
  /** Title of the difference. */
  readonly title: string;
  readonly question: string;
  readonly yes: string;
  readonly done: string;
}

function wordsOf({ agent, asks, request }: TransferPlan, { name }: MemorySummary, target: string): Words {
  const title = t('{name} in {target}', { name: oneLine(name), target });
  if (request.how === 'move')
    return {
      title,
      question: t('Move “{name}” to {target}? The old one is forgotten; you can restore it.', { name, target }),
      yes: t('Move'),
      done: t('Moved to {target}.', { target }),
    };
  return {
    title,
    question: asks
      ? t('Copy “{name}” to {target}? {agent} turns this note into a memory itself.', { name, target, agent })
      : t('Copy “{name}” to {target}? The memory stays where it is as well.', { name, target }),
    yes: t('Copy'),
    done: t('Copied to {target}.', { target }),
  };
}

/** Notes that can be divided and joined: those a command was called on, else the one that is open or picked. */
async function pickNotes(
  context: FeatureContext,
  args: readonly unknown[],
  placeHolder: string,
): Promise<readonly MemorySummary[]> {
  const views = await context.views.stores();
  const keys = new Set(views.filter(({ store }) => isNoteStore(store)).map(({ store }) => store.key));
  return await pickMemories(context, args, {
    placeHolder,
    filter: ({ deleted, store }) => !deleted && keys.has(store),
    none: t('Only Copilot notes can be split and merged, because they have no entry in MEMORY.md.'),
  });
}

async function split(context: FeatureContext, args: readonly unknown[]): Promise<void> {
  const [note] = await pickNotes(context, args, t('Note to split'));
  if (note === undefined) return;
  const plan = await context.host.request('planTransfer', { how: 'split', ids: [note.id] });
  const parts = plan.changes.filter(({ after }) => after !== undefined).length;
  const { name } = note;
  await carryOut(context, plan, {
    title: t('Split {name}', { name: oneLine(name) }),
    question: t('Split “{name}” into {n} notes? The old one is forgotten; you can restore it.', { name, n: parts }),
    yes: t('Split'),
    done: t('Split “{name}” into {n} notes.', { name, n: parts }),
  });
}

async function merge(context: FeatureContext, args: readonly unknown[]): Promise<void> {
  const notes = await pickNotes(context, args, t('Note to merge others into'));
  const [first] = notes;
  if (first === undefined) return;
  const ids = (notes.length > 1 ? notes : [first, ...(await pickOthers(context, first))]).map(({ id }) => id);
  if (ids.length < 2) return;
  const plan = await context.host.request('planTransfer', { how: 'merge', ids });
  const [n, name] = [ids.length, first.name];
  await carryOut(context, plan, {
    title: t('Merge into {name}', { name: oneLine(name) }),
    question: t('Merge {n} notes into “{name}”? The old ones are forgotten; you can restore them.', { n, name }),
    yes: t('Merge'),
    done: t('Merged {n} notes into “{name}”.', { n, name }),
  });
}

async function pickOthers({ views }: FeatureContext, { id, store }: MemorySummary): Promise<readonly MemorySummary[]> {
  const view = (await views.stores()).find((each) => each.store.key === store);
  const others = (view?.memories ?? []).filter((memory) => !memory.deleted && memory.id !== id);
  if (others.length === 0) {
    void vscode.window.showInformationMessage(t('There is no other note in this directory.'));
    return [];
  }
  const items = others.map((memory) => ({ label: escapeLabel(memory.name), memory }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: t('Notes to merge'), canPickMany: true });
  return (chosen ?? []).map(({ memory }) => memory);
}

/** Shows the difference, asks, writes, and offers to take it back unless it is a copy. */
async function carryOut(context: FeatureContext, plan: TransferPlan, words: Words): Promise<void> {
  const { host, views, previews } = context;
  const { request, digest } = plan;
  if (!(await previews.confirmChanges(shownChanges(plan), words))) return;
  const { status, reason, created, forgotten } = await host.request('transfer', { ...request, digest });
  await views.load();
  const withReason = (text: string): string => (reason === undefined ? text : `${text} ${reason}`);
  if (status !== 'done')
    return void vscode.window.showWarningMessage(escapeMessage(withReason(t('Nothing was written.'))));
  const done = withReason(words.done);
  if (request.how === 'copy') return void vscode.window.showInformationMessage(escapeMessage(done));
  offerUndo(
    done,
    () =>
      views.during(async () => {
        for (const id of created) await host.request('forget', { id });
        for (const id of forgotten) await host.request('restore', { id });
      }),
    context.report,
  );
}

/** The new texts; of notes that are divided or joined those that go as well, a note that keeps its name as one change. */
function shownChanges({ request, changes }: TransferPlan): readonly TransferChange[] {
  if (request.how === 'copy' || request.how === 'move') return changes.filter(({ after }) => after !== undefined);
  return [...Map.groupBy(changes, ({ path }) => path)].map(([path, some]) => ({
    path,
    before: some.find(({ before }) => before !== undefined)?.before,
    after: some.find(({ after }) => after !== undefined)?.after,
  }));
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
    context.command(
      'memdir.splitNote',
      rowCommand((...args) => split(context, args)),
    ),
    context.command(
      'memdir.mergeNotes',
      rowCommand((...args) => merge(context, args)),
    ),
  ],
};
