/** The Inbox view and the commands of drafts. */
import { isDeepStrictEqual } from 'node:util';

import * as vscode from 'vscode';

import type { PendingDraft } from '../../core/inbox/results.js';
import { t, tPlural } from '../../core/l10n.js';
import { typeTable } from '../../core/memory-types.js';
import { VIEWS } from '../../protocol/contributions.js';
import { readSettings } from '../configuration.js';
import { escapeLabel } from '../escape.js';
import { type Feature, type FeatureContext, rowCommand } from '../feature.js';
import { type Decidable, decide } from './decide.js';
import { activeUri, findDraft, registerDraftDocuments } from './draft-documents.js';
import { toInboxItem } from './inbox-item.js';
import { buildInbox, type InboxNode } from './inbox-model.js';
import { InboxState } from './inbox-state.js';
import { editDraft, Review, type ReviewAction } from './review.js';
import { findParent, RowFocus } from './row-focus.js';
import { chooseUndo, undoLast } from './undo-decisions.js';

/** Milliseconds between two polls of the queue while the view is visible: the host sends no event when a pause of capture begins or ends. */
const QUEUE_POLL_MS = 15_000;

interface InboxViewContext {
  readonly features: FeatureContext;
  readonly state: InboxState;
  readonly view: vscode.TreeView<InboxNode>;
  readonly review: Review;
  readonly rows: RowFocus;
}

function createInbox(features: FeatureContext): readonly vscode.Disposable[] {
  const state = new InboxState(features.host, features.log);
  const changed = new vscode.EventEmitter<void>();
  let drawn: readonly InboxNode[] = [];
  const rows = (): readonly InboxNode[] =>
    buildInbox({
      inbox: state.inbox,
      queue: state.queue,
      memories: (features.views.current ?? []).flatMap(({ memories }) => memories),
      now: Date.now(),
    });
  const view = vscode.window.createTreeView<InboxNode>(VIEWS.inbox.id, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: toInboxItem,
      getChildren: (node) => [...(node ? node.children : (drawn = rows()))],
      getParent: (node) => findParent(drawn, node),
    },
    showCollapseAll: true,
    canSelectMany: true,
  });
  const redraw = (): void => {
    if (!isDeepStrictEqual(rows(), drawn)) changed.fire();
  };
  const render = (): void => {
    const waiting = state.drafts.length;
    view.badge =
      waiting === 0
        ? undefined
        : { value: waiting, tooltip: tPlural(waiting, '1 draft to review', '{n} drafts to review') };
    redraw();
  };
  const context: InboxViewContext = {
    features,
    state,
    view,
    review: new Review({ features, state }),
    rows: new RowFocus(view, rows),
  };
  const polling = setInterval(() => view.visible && void state.loadQueue(), QUEUE_POLL_MS);
  return [
    state,
    changed,
    view,
    registerDraftDocuments(state, features.views),
    new vscode.Disposable(() => clearInterval(polling)),
    state.onChanged(render),
    features.views.onChanged(redraw),
    view.onDidChangeVisibility(({ visible }) => visible && state.refresh()),
    ...registerCommands(context),
  ];
}

function registerCommands(context: InboxViewContext): readonly vscode.Disposable[] {
  const {
    features: { command },
    review,
  } = context;
  const decision = (action: Exclude<ReviewAction, 'skip' | 'edit'>) =>
    rowCommand((...args) => keepingFocus(context, args, () => decideTargets(context, args, action)));
  return [
    command('memdir.reviewInbox', () => review.walk()),
    command('memdir.openDraft', (node) => openDraft(context, node)),
    command('memdir.acceptDraft', decision('accept')),
    command('memdir.rejectDraft', decision('reject')),
    command('memdir.neverDraft', decision('never')),
    command('memdir.mergeDraft', decision('merge')),
    command('memdir.supersedeWithDraft', decision('supersede')),
    command(
      'memdir.editDraft',
      rowCommand(async (...args) => {
        const [draft] = targetDrafts(context, args);
        if (draft && !answerReview(context, args, 'edit')) await editDraft(draft);
      }),
    ),
    command('memdir.skipDraft', async (...args) => {
      const [draft] = targetDrafts(context, args);
      if (draft && !answerReview(context, args, 'skip')) await review.next(draft.id);
    }),
    command('memdir.undoDecision', (which) =>
      which === 'last' ? context.rows.preserveFocus(() => undoLast(context)) : chooseUndo(context),
    ),
    command(
      'memdir.changeDraftType',
      rowCommand((...args) => changeType(context, args)),
    ),
    command('memdir.retryQueue', () => retryQueue(context)),
  ];
}

async function retryQueue({ features, state }: InboxViewContext): Promise<void> {
  const { entries } = await features.host.request('queueRetry');
  await state.load();
  vscode.window.setStatusBarMessage(
    entries === 0 ? t('Capture resumed.') : tPlural(entries, 'Retrying 1 item.', 'Retrying {n} items.'),
    4_000,
  );
}

type CommandArguments = readonly unknown[];

/** Keybindings of the view act on the focused row, or on all selected rows; afterwards the focus moves to the next draft. */
async function keepingFocus(
  { rows }: InboxViewContext,
  args: CommandArguments,
  work: () => Promise<void>,
): Promise<void> {
  if (fromEditor(args)) return await work();
  if (args[0] === 'selection') await rows.selectFocused();
  await rows.preserveFocus(work);
}

/** Drafts a command acts on: the selection of the view, the row it was args on, or the draft in the editor. */
function targetDrafts(
  { state, view }: Pick<InboxViewContext, 'state' | 'view'>,
  [argument, selection]: CommandArguments,
): readonly Decidable[] {
  if (argument === undefined || argument instanceof vscode.Uri) {
    const draft = findDraft(argument ?? activeUri(), state.drafts) ?? findDraft(activeUri(), state.drafts);
    return draft ? [draft] : [];
  }
  const called = Array.isArray(selection) ? (selection as readonly InboxNode[]) : [argument as InboxNode];
  const nodes = argument === 'selection' ? view.selection : called;
  return nodes.flatMap((node): Decidable[] => {
    if (node.kind === 'draft') return state.drafts.filter(({ id }) => id === node.draft.id);
    return node.kind === 'unreadable' ? [{ id: node.id, path: node.path, name: `${node.id}.md` }] : [];
  });
}

const isReadable = (draft: Decidable): draft is PendingDraft => 'body' in draft;
const fromEditor = ([argument]: CommandArguments): boolean => argument === undefined || argument instanceof vscode.Uri;

/** Buttons above a text answer the open question of a review. */
function answerReview({ review }: InboxViewContext, args: CommandArguments, action: ReviewAction): boolean {
  if (!fromEditor(args) || !review.asking) return false;
  review.answer(action);
  return true;
}

async function decideTargets(
  context: InboxViewContext,
  args: CommandArguments,
  action: Exclude<ReviewAction, 'skip' | 'edit'>,
): Promise<void> {
  const drafts = targetDrafts(context, args);
  const [first] = drafts;
  if (first === undefined)
    return void vscode.window.showInformationMessage(t('Select a draft in the Inbox view first.'));
  if (answerReview(context, args, action)) return;
  if (action === 'merge' || action === 'supersede') {
    if (isReadable(first) && (await context.review.act(first, action)) && fromEditor(args))
      await context.review.next(first.id);
    return;
  }
  const results = await decide(context, action === 'reject' ? drafts : drafts.filter(isReadable), { do: action });
  if (fromEditor(args) && results.every(({ status }) => status !== 'refused')) await context.review.next(first.id);
}

async function openDraft({ state, review, rows }: InboxViewContext, node: unknown): Promise<void> {
  const { draft } = node as { readonly draft: PendingDraft };
  if (rows.isSelecting) return;
  await review.show(state.drafts.find(({ id }) => id === draft.id) ?? draft);
}

async function changeType({ features, state, view }: InboxViewContext, args: CommandArguments): Promise<void> {
  const [draft] = targetDrafts({ state, view }, args);
  if (draft === undefined || !isReadable(draft)) return;
  const types = Object.entries(typeTable(readSettings().types)).map(([label, { level }]) => ({
    label,
    description: label === draft.type ? t('{level} · current', { level }) : level,
  }));
  const chosen = await vscode.window.showQuickPick(types, {
    title: escapeLabel(draft.name),
    placeHolder: t('Select a type'),
  });
  if (chosen === undefined || chosen.label === draft.type) return;
  await features.host.request('inboxEdit', { id: draft.id, change: { type: chosen.label } });
  await state.load();
}

export const inboxFeature: Feature = { name: 'inbox', activate: createInbox };
