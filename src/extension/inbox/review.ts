/** The review: shows pending drafts one by one, each in a diff with the memory or draft it affects, and asks what to do with it. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import type { PendingDraft } from '../../core/inbox/results.js';
import { t, tPlural } from '../../core/l10n.js';
import { isSamePath } from '../../core/paths.js';
import { readSettings } from '../configuration.js';
import { escapeLabel, escapeMessage, oneLine } from '../escape.js';
import { pickMemoryForDraft } from '../memory-picker.js';
import { decide } from './decide.js';
import { closeDraft, draftUri, memoryUri } from './draft-documents.js';
import {
  emptyInboxMessage,
  formatAgo,
  type ReviewCounterpart,
  reviewCounterpart,
  reviewQuestion,
  sourceLabel,
} from './inbox-model.js';
import type { InboxContext } from './inbox-state.js';

export type ReviewAction = 'accept' | 'edit' | 'merge' | 'supersede' | 'reject' | 'never' | 'skip';
/** `gone`: the draft was decided elsewhere. */
type Answer = ReviewAction | 'gone' | undefined;

interface Choice extends vscode.QuickPickItem {
  readonly action: ReviewAction;
}

const choice = (action: ReviewAction, icon: string, label: string, description: string): Choice => ({
  action,
  label: `$(${icon}) ${label}`,
  description,
});

function choicesFor(counterpart: ReviewCounterpart | undefined): readonly Choice[] {
  return [
    choice(
      'accept',
      'check',
      t('Accept'),
      counterpart?.how === 'updates'
        ? escapeLabel(t('Save it and supersede “{name}”', { name: counterpart.name }))
        : t('Save it as a memory'),
    ),
    choice('edit', 'edit', t('Edit'), t('Edit the draft, then save')),
    choice('merge', 'git-merge', t('Merge into…'), t('Add its text to a memory')),
    choice('supersede', 'replace-all', t('Supersede…'), t('Replace a memory with it')),
    choice('reject', 'close', t('Reject'), t('Discard it')),
    choice('never', 'circle-slash', t('Reject similar drafts'), t('Discard it and similar drafts in the future')),
    choice('skip', 'arrow-right', t('Skip'), t('Decide later')),
  ];
}

export class Review {
  #answer: ((action: Answer) => void) | undefined;

  readonly #context: InboxContext;

  constructor(context: InboxContext) {
    this.#context = context;
  }

  /** Whether a question about a draft is open. */
  get asking(): boolean {
    return this.#answer !== undefined;
  }

  /** Answers the open question from a command. */
  answer(action: ReviewAction): void {
    this.#answer?.(action);
  }

  /** Shows a draft in a diff with its counterpart, else as a single document. */
  async show(draft: PendingDraft, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
    const counterpart = this.#counterpart(draft);
    const shown = { preview: true, ...options };
    if (counterpart === undefined) await vscode.window.showTextDocument(draftUri(draft), shown);
    else
      await vscode.commands.executeCommand(
        'vscode.diff',
        counterpart.kind === 'draft' ? draftUri(counterpart) : memoryUri(counterpart),
        draftUri(draft),
        counterpart.kind === 'draft'
          ? `${oneLine(counterpart.name)} (draft) ↔ ${oneLine(draft.name)} (draft)`
          : `${oneLine(counterpart.name)} ↔ draft`,
        shown,
      );
  }

  /** Shows the draft that follows `after` and asks nothing. */
  async next(after: string): Promise<void> {
    const { drafts } = this.#context.state;
    const draft = drafts[drafts.findIndex(({ id }) => id === after) + 1] ?? drafts.find(({ id }) => id !== after);
    await closeDraft(after);
    if (draft) await this.show(draft);
  }

  /** Asks about every pending draft; ends early when the user closes the question. */
  async walk(): Promise<void> {
    if (this.asking) return;
    const { state } = this.#context;
    await state.load();
    if (state.drafts.length === 0) return await showEmpty(state);
    const skipped = new Set<string>();
    for (let at = 1; ;) {
      const waiting = state.drafts.filter(({ id }) => !skipped.has(id));
      const [draft] = waiting;
      if (draft === undefined) break;
      await this.show(draft);
      const action = await this.#ask(draft, t('Draft {at} of {all}', { at, all: at - 1 + waiting.length }));
      if (action === undefined) return;
      const done = action === 'gone' || action === 'skip' || (await this.#tryAction(draft, action));
      if (!done) continue;
      if (action === 'skip') skipped.add(draft.id);
      await closeDraft(draft.id);
      at++;
    }
    void vscode.window.showInformationMessage(
      skipped.size === 0
        ? t('All drafts reviewed.')
        : tPlural(skipped.size, 'Review finished. 1 draft was skipped.', 'Review finished. {n} drafts were skipped.'),
    );
  }

  /** Asks for the memory where the action needs one, then decides. False when the user cancelled or the host refused. */
  async act(draft: PendingDraft, action: Exclude<ReviewAction, 'skip' | 'edit'>): Promise<boolean> {
    if (action !== 'merge' && action !== 'supersede')
      return this.#succeeded(await decide(this.#context, [draft], { do: action }));
    const memory = await pickMemoryForDraft(
      this.#context.features.views,
      draft,
      action === 'merge'
        ? t('Select the memory to add the draft to')
        : t('Select the memory to replace with the draft'),
    );
    if (memory === undefined) return false;
    return this.#succeeded(
      await decide(
        this.#context,
        [draft],
        action === 'merge' ? { do: 'merge', into: memory } : { do: 'supersede', memory },
      ),
    );
  }

  #succeeded(results: Awaited<ReturnType<typeof decide>>): boolean {
    return results.every(({ status }) => status !== 'refused');
  }

  #counterpart(draft: PendingDraft): ReviewCounterpart | undefined {
    return reviewCounterpart(
      draft,
      (this.#context.features.views.current ?? []).flatMap(({ memories }) => memories),
    );
  }

  /** Runs an action of the review. False when the draft must be asked about again; a failure is shown. */
  async #tryAction(draft: PendingDraft, action: Exclude<ReviewAction, 'skip'>): Promise<boolean> {
    try {
      if (action !== 'edit') return await this.act(draft, action);
      await editDraft(draft);
      await waitForClose(draft);
      await this.#context.state.load();
      return false;
    } catch (error) {
      this.#context.features.log.error(`Review: ${messageOf(error)}`);
      void vscode.window.showErrorMessage(escapeMessage(messageOf(error)));
      await this.#context.state.load();
      return false;
    }
  }

  /** A quick pick, because it leaves the editors scrollable; it closes when the draft is decided elsewhere. */
  #ask(draft: PendingDraft, title: string): Promise<Answer> {
    const counterpart = this.#counterpart(draft);
    const pick = vscode.window.createQuickPick<Choice>();
    const facts = [title, draft.type, formatAgo(Date.now() - Date.parse(draft.origin.observedAt)), sourceLabel(draft)];
    pick.title = escapeLabel(facts.join(' · '));
    pick.placeholder = reviewQuestion(draft, counterpart);
    pick.items = choicesFor(counterpart);
    pick.ignoreFocusOut = true;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#answer = resolve;
    const listeners = [
      pick.onDidAccept(() => resolve(pick.activeItems[0]?.action)),
      pick.onDidHide(() => resolve(undefined)),
      this.#context.state.onChanged(
        () => this.#context.state.drafts.some(({ id }) => id === draft.id) || resolve('gone'),
      ),
    ];
    pick.show();
    return promise.finally(() => {
      this.#answer = undefined;
      vscode.Disposable.from(...listeners, pick).dispose();
    });
  }
}

/** Reports an empty inbox, with a button that leads to what would fill it. */
async function showEmpty({ inbox }: InboxContext['state']): Promise<void> {
  if (inbox === undefined) throw new Error(t('The inbox couldn’t be read.'));
  const { text, button } = emptyInboxMessage(inbox, readSettings()['capture.enabled']);
  const [label, command, ...rest] = button;
  if ((await vscode.window.showInformationMessage(text, label)) === label)
    await vscode.commands.executeCommand(command, ...rest);
}

/** Opens the file of a draft; saving the file changes the draft. */
export async function editDraft({ path }: Pick<PendingDraft, 'path'>): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
  vscode.window.setStatusBarMessage(t('Save and close the draft to continue.'), 6_000);
}

/** Resolves when no tab shows the file of a draft. */
function waitForClose({ path }: Pick<PendingDraft, 'path'>): Promise<void> {
  const isOpen = (): boolean =>
    vscode.window.tabGroups.all.some(({ tabs }) =>
      tabs.some(({ input }) => input instanceof vscode.TabInputText && isSamePath(input.uri.fsPath, path)),
    );
  return new Promise((resolve) => {
    const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
      if (isOpen()) return;
      listener.dispose();
      resolve();
    });
  });
}
