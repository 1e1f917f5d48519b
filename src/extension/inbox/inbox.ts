/** The Inbox view and the commands upon drafts. */
import { isDeepStrictEqual } from 'node:util';

import * as vscode from 'vscode';

import type { PendingDraft } from '../../core/inbox/results.js';
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

/** Milliseconds between two looks at the queue while the view is open: nobody tells when a rest begins or ends. */
const QUEUE_EVERY_MS = 15_000;

interface InboxViewContext {
  readonly features: FeatureContext;
  readonly state: InboxState;
  readonly view: vscode.TreeView<InboxNode>;
  readonly review: Review;
  readonly rows: RowFocus;
}

function createInbox(context: FeatureContext): readonly vscode.Disposable[] {
  const state = new InboxState(context.host, context.log);
  const changed = new vscode.EventEmitter<void>();
  let drawn: readonly InboxNode[] = [];
  const rows = (): readonly InboxNode[] =>
    buildInbox({
      inbox: state.inbox,
      queue: state.queue,
      memories: (context.views.current ?? []).flatMap(({ memories }) => memories),
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
  const draw = (): void => {
    if (!isDeepStrictEqual(rows(), drawn)) changed.fire();
  };
  const show = (): void => {
    const waiting = state.drafts.length;
    view.badge =
      waiting === 0
        ? undefined
        : { value: waiting, tooltip: `${waiting} ${waiting === 1 ? 'draft waits' : 'drafts wait'} for you` };
    draw();
  };
  const parts: InboxViewContext = {
    features: context,
    state,
    view,
    review: new Review({ features: context, state }),
    rows: new RowFocus(view, rows),
  };
  const looking = setInterval(() => view.visible && void state.loadQueue(), QUEUE_EVERY_MS);
  return [
    state,
    changed,
    view,
    registerDraftDocuments(state),
    new vscode.Disposable(() => clearInterval(looking)),
    state.onChanged(show),
    context.views.onChanged(draw),
    view.onDidChangeVisibility(({ visible }) => visible && state.refresh()),
    ...commandsOf(parts),
  ];
}

function commandsOf(parts: InboxViewContext): readonly vscode.Disposable[] {
  const {
    features: { command, host },
    state,
    review,
  } = parts;
  const deciding = (action: Exclude<ReviewAction, 'skip' | 'edit'>) =>
    rowCommand((...called) => decideIn(parts, called, () => act(parts, called, action)));
  return [
    command('memdir.reviewInbox', () => review.walk()),
    command('memdir.openDraft', (node) => openDraft(parts, node)),
    command('memdir.acceptDraft', deciding('accept')),
    command('memdir.rejectDraft', deciding('reject')),
    command('memdir.neverDraft', deciding('never')),
    command('memdir.mergeDraft', deciding('merge')),
    command('memdir.supersedeWithDraft', deciding('supersede')),
    command(
      'memdir.editDraft',
      rowCommand(async (...called) => {
        const [draft] = meant(parts, called);
        if (draft && !answered(parts, called, 'edit')) await editDraft(draft);
      }),
    ),
    command('memdir.skipDraft', async (...called) => {
      const [draft] = meant(parts, called);
      if (draft && !answered(parts, called, 'skip')) await review.next(draft.id);
    }),
    command('memdir.undoDecision', (which) =>
      which === 'last' ? parts.rows.preserveFocus(() => undoLast(parts)) : chooseUndo(parts),
    ),
    command(
      'memdir.changeDraftType',
      rowCommand((...called) => changeType(parts, called)),
    ),
    command('memdir.retryQueue', async () => {
      const { entries } = await host.request('queueRetry');
      await state.load();
      vscode.window.setStatusBarMessage(
        entries === 0
          ? 'Capture goes on.'
          : `${entries} ${entries === 1 ? 'observation waits' : 'observations wait'} again.`,
        4_000,
      );
    }),
  ];
}

type Called = readonly unknown[];

/** Keys of the view are about the row that has the focus, or about all rows that are selected; in the view the focus goes on to the next draft. */
async function decideIn({ rows }: InboxViewContext, called: Called, work: () => Promise<void>): Promise<void> {
  if (fromEditor(called)) return await work();
  if (called[0] === 'selection') await rows.selectFocused();
  await rows.preserveFocus(work);
}

/** Drafts that a command is about: what is selected in the view, the row it was called on, or what the editor shows. */
function meant(
  { state, view }: Pick<InboxViewContext, 'state' | 'view'>,
  [argument, selection]: Called,
): readonly Decidable[] {
  if (argument === undefined || argument instanceof vscode.Uri) {
    const draft = findDraft(argument ?? activeUri(), state.drafts) ?? findDraft(activeUri(), state.drafts);
    return draft ? [draft] : [];
  }
  const nodes =
    argument === 'selection'
      ? view.selection
      : Array.isArray(selection)
        ? (selection as readonly InboxNode[])
        : [argument as InboxNode];
  return nodes.flatMap((node): Decidable[] => {
    if (node.kind === 'draft') return state.drafts.filter(({ id }) => id === node.draft.id);
    return node.kind === 'unreadable' ? [{ id: node.id, path: node.path, name: `${node.id}.md` }] : [];
  });
}

const isWaiting = (draft: Decidable): draft is PendingDraft => 'body' in draft;
const fromEditor = ([argument]: Called): boolean => argument === undefined || argument instanceof vscode.Uri;

/** The buttons above a text answer the question that a review asks about it. */
function answered({ review }: InboxViewContext, called: Called, action: ReviewAction): boolean {
  if (!fromEditor(called) || !review.asking) return false;
  review.answer(action);
  return true;
}

async function act(
  parts: InboxViewContext,
  called: Called,
  action: Exclude<ReviewAction, 'skip' | 'edit'>,
): Promise<void> {
  const drafts = meant(parts, called);
  const [first] = drafts;
  if (first === undefined) return void vscode.window.showInformationMessage('Choose a draft in the Inbox view first.');
  if (answered(parts, called, action)) return;
  if (action === 'merge' || action === 'supersede') {
    if (isWaiting(first) && (await parts.review.act(first, action)) && fromEditor(called))
      await parts.review.next(first.id);
    return;
  }
  const results = await decide(parts, action === 'reject' ? drafts : drafts.filter(isWaiting), { do: action });
  if (fromEditor(called) && results.every(({ status }) => status !== 'refused')) await parts.review.next(first.id);
}

async function openDraft({ state, review, rows }: InboxViewContext, node: unknown): Promise<void> {
  const { draft } = node as { readonly draft: PendingDraft };
  if (rows.isSelecting) return;
  await review.show(state.drafts.find(({ id }) => id === draft.id) ?? draft);
}

async function changeType({ features: context, state, view }: InboxViewContext, called: Called): Promise<void> {
  const [draft] = meant({ state, view }, called);
  if (draft === undefined || !isWaiting(draft)) return;
  const types = Object.entries(typeTable(readSettings().types)).map(([label, { level }]) => ({
    label,
    description: label === draft.type ? `${level} · as it is` : level,
  }));
  const chosen = await vscode.window.showQuickPick(types, {
    title: escapeLabel(draft.name),
    placeHolder: 'What kind of memory is it?',
  });
  if (chosen === undefined || chosen.label === draft.type) return;
  await context.host.request('inboxEdit', { id: draft.id, change: { type: chosen.label } });
  await state.load();
}

export const inboxFeature: Feature = { name: 'inbox', activate: createInbox };
