/** Walking through drafts: each is shown beside the memory or the other draft it bears on, and the user says what becomes of it. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import type { PendingDraft } from '../../core/inbox/results.js';
import { readSettings } from '../configuration.js';
import { escapeLabel, escapeMessage, oneLine } from '../escape.js';
import { pickMemoryForDraft } from './choose-memory.js';
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
/** `gone`: it was decided upon elsewhere. */
type Answer = ReviewAction | 'gone' | undefined;

interface Choice extends vscode.QuickPickItem {
  readonly action: ReviewAction;
}

const choice = (action: ReviewAction, icon: string, label: string, description: string): Choice => ({
  action,
  label: `$(${icon}) ${label}`,
  description,
});

function choicesFor(against: ReviewCounterpart | undefined): readonly Choice[] {
  return [
    choice(
      'accept',
      'check',
      'Accept',
      against?.how === 'updates' ? escapeLabel(`saves it in place of “${against.name}”`) : 'saves it as a memory',
    ),
    choice('edit', 'edit', 'Edit', 'opens its file; what you save there counts'),
    choice('merge', 'git-merge', 'Merge into…', 'adds its text to a memory'),
    choice('supersede', 'replace-all', 'Supersede…', 'lets it take the place of a memory'),
    choice('reject', 'close', 'Reject', 'drops it'),
    choice('never', 'circle-slash', 'Never like this', 'drops it, and what says nearly the same in future'),
    choice('skip', 'arrow-right', 'Skip', 'leaves it for later'),
  ];
}

export class Review {
  #answer: ((action: Answer) => void) | undefined;

  constructor(private readonly parts: InboxContext) {}

  /** Whether a question about a draft is open. */
  get asking(): boolean {
    return this.#answer !== undefined;
  }

  /** Answers the open question from elsewhere. */
  answer(action: ReviewAction): void {
    this.#answer?.(action);
  }

  /** Shows a draft beside what it would replace, may contradict or says too, else alone. */
  async show(draft: PendingDraft, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
    const against = this.#against(draft);
    const shown = { preview: true, ...options };
    if (against === undefined) await vscode.window.showTextDocument(draftUri(draft), shown);
    else
      await vscode.commands.executeCommand(
        'vscode.diff',
        memoryUri(against.name, against.path),
        draftUri(draft),
        against.kind === 'draft'
          ? `${oneLine(against.name)} (draft) ↔ ${oneLine(draft.name)} (draft)`
          : `${oneLine(against.name)} ↔ draft`,
        shown,
      );
  }

  /** The one after a draft, shown; the question is not asked. */
  async next(after: string): Promise<void> {
    const { drafts } = this.parts.state;
    const draft = drafts[drafts.findIndex(({ id }) => id === after) + 1] ?? drafts.find(({ id }) => id !== after);
    await closeDraft(after);
    if (draft) await this.show(draft);
  }

  /** Until everything was looked at, or the question is left without an answer. */
  async walk(): Promise<void> {
    if (this.asking) return;
    const { state } = this.parts;
    await state.load();
    if (state.drafts.length === 0) return await sayEmpty(state);
    const looked = new Set<string>();
    for (let at = 1; ;) {
      const waiting = state.drafts.filter(({ id }) => !looked.has(id));
      const [draft] = waiting;
      if (draft === undefined) break;
      await this.show(draft);
      const action = await this.#ask(draft, `Draft ${at} of ${at - 1 + waiting.length}`);
      if (action === undefined) return;
      const settled = action === 'gone' || action === 'skip' || (await this.#tried(draft, action));
      if (!settled) continue;
      if (action === 'skip') looked.add(draft.id);
      await closeDraft(draft.id);
      at++;
    }
    void vscode.window.showInformationMessage(
      looked.size === 0
        ? 'No draft waits any more.'
        : `That was all. ${looked.size} ${looked.size === 1 ? 'draft still waits' : 'drafts still wait'}.`,
    );
  }

  /** What the user wants of a draft, and what else is needed for that. False when nothing came of it. */
  async act(draft: PendingDraft, action: Exclude<ReviewAction, 'skip' | 'edit'>): Promise<boolean> {
    if (action !== 'merge' && action !== 'supersede')
      return this.#came(await decide(this.parts, [draft], { do: action }));
    const memory = await pickMemoryForDraft(
      this.parts.features.views,
      draft,
      action === 'merge' ? 'Memory to add the draft to' : 'Memory that the draft takes the place of',
    );
    if (memory === undefined) return false;
    return this.#came(
      await decide(
        this.parts,
        [draft],
        action === 'merge' ? { do: 'merge', into: memory } : { do: 'supersede', memory },
      ),
    );
  }

  #came(results: Awaited<ReturnType<typeof decide>>): boolean {
    return results.every(({ status }) => status !== 'refused');
  }

  #against(draft: PendingDraft): ReviewCounterpart | undefined {
    return reviewCounterpart(
      draft,
      (this.parts.features.views.current ?? []).flatMap(({ memories }) => memories),
    );
  }

  /** A failure is said, and the same draft asked about again. */
  async #tried(draft: PendingDraft, action: Exclude<ReviewAction, 'skip'>): Promise<boolean> {
    try {
      if (action !== 'edit') return await this.act(draft, action);
      await editDraft(draft);
      await closed(draft);
      await this.parts.state.load();
      return false;
    } catch (error) {
      this.parts.features.log.error(`Review: ${messageOf(error)}`);
      void vscode.window.showErrorMessage(escapeMessage(messageOf(error)));
      await this.parts.state.load();
      return false;
    }
  }

  /** The question leaves the texts free to be scrolled, and goes away when the draft was decided upon elsewhere. */
  #ask(draft: PendingDraft, title: string): Promise<Answer> {
    const against = this.#against(draft);
    const pick = vscode.window.createQuickPick<Choice>();
    const facts = [title, draft.type, formatAgo(Date.now() - Date.parse(draft.origin.observedAt)), sourceLabel(draft)];
    pick.title = escapeLabel(facts.join(' · '));
    pick.placeholder = reviewQuestion(draft, against);
    pick.items = choicesFor(against);
    pick.ignoreFocusOut = true;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#answer = resolve;
    const listeners = [
      pick.onDidAccept(() => resolve(pick.activeItems[0]?.action)),
      pick.onDidHide(() => resolve(undefined)),
      this.parts.state.onChanged(() => this.parts.state.drafts.some(({ id }) => id === draft.id) || resolve('gone')),
    ];
    pick.show();
    return promise.finally(() => {
      this.#answer = undefined;
      vscode.Disposable.from(...listeners, pick).dispose();
    });
  }
}

/** Says that nothing waits, and what would fill the inbox. */
async function sayEmpty({ inbox }: InboxContext['state']): Promise<void> {
  if (inbox === undefined) throw new Error('The inbox could not be read.');
  const { text, button } = emptyInboxMessage(inbox, readSettings()['capture.enabled']);
  const [label, command, ...rest] = button;
  if ((await vscode.window.showInformationMessage(text, label)) === label)
    await vscode.commands.executeCommand(command, ...rest);
}

/** Opens the file of a draft. What is saved there is what the draft says. */
export async function editDraft({ path }: Pick<PendingDraft, 'path'>): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
  vscode.window.setStatusBarMessage('Save the draft and close it to go on.', 6_000);
}

/** Resolves when a draft's file is open no more. */
function closed({ path }: Pick<PendingDraft, 'path'>): Promise<void> {
  const isOpen = (): boolean =>
    vscode.window.tabGroups.all.some(({ tabs }) =>
      tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.fsPath === path),
    );
  return new Promise((resolve) => {
    const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
      if (isOpen()) return;
      listener.dispose();
      resolve();
    });
  });
}
