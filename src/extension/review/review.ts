/** `Memdir: Review memories…`: one memory at a time beside the evidence, a key for each answer, progress and undo. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t, tPlural } from '../../core/l10n.js';
import type { MemoryId } from '../../core/memory.js';
import { isSamePath } from '../../core/paths.js';
import type { ReviewDone, ReviewItem, ReviewOther, ReviewQueue } from '../../core/review/results.js';
import { DAY_MS } from '../../core/units.js';
import { readSettings } from '../configuration.js';
import { escapeLabel, escapeMessage, oneLine } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import type { TreeNode } from '../tree/nodes.js';
import { excerptOf, wrapped } from './excerpt.js';
import { askOther, isJoin } from './other-memory.js';
import { actionOfKey, type ReviewAction, reviewActions } from './review-actions.js';

type Place = Pick<ReviewOther, 'path' | 'line'>;
type Answer = ReviewAction | { readonly open: Place } | 'close';

interface Choice extends vscode.QuickPickItem {
  readonly answer?: Answer;
}

async function loadQueue({ host }: FeatureContext, ids?: readonly MemoryId[]): Promise<ReviewQueue | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Looking for memories to review'),
    cancellable: true,
  };
  return await vscode.window.withProgress(options, async (_, token) => {
    try {
      return await host.request('review', ids === undefined ? {} : { ids }, token);
    } catch (error) {
      if (isCancelled(error)) return undefined;
      throw error;
    }
  });
}

async function showPlace({ path, line }: Place): Promise<void> {
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: true, preserveFocus: true, selection });
}

const otherOf = ({ reasons }: ReviewItem): ReviewOther | undefined =>
  reasons.find((reason) => reason.other !== undefined)?.other;

/** The memory, beside the one that the strongest reason compares with. */
async function show(item: ReviewItem): Promise<void> {
  const { path, name, reasons } = item;
  const other = otherOf(item);
  if (other === undefined)
    return await showPlace({ path, line: reasons.find((reason) => reason.line !== undefined)?.line ?? 1 });
  await vscode.commands.executeCommand(
    'vscode.diff',
    vscode.Uri.file(path),
    vscode.Uri.file(other.path),
    `${oneLine(name)} ↔ ${oneLine(other.name)}`,
    { preview: true, preserveFocus: true },
  );
}

/** A memory that stands below the answers. */
interface Shown {
  readonly name: string;
  readonly path: string;
  readonly rows: readonly string[];
}

/** Rows of a memory, alone and beside another. */
const [ROWS_ALONE, ROWS_BESIDE] = [6, 4];

/** What the memory says and what the one says that it is compared with: the question lies on top of their editors. */
async function shownOf(item: ReviewItem): Promise<readonly Shown[]> {
  const other = otherOf(item);
  const most = other === undefined ? ROWS_ALONE : ROWS_BESIDE;
  return await Promise.all(
    [item, ...(other === undefined ? [] : [other])].map(async ({ name, path }) => {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
      return { name, path, rows: excerptOf(document.getText(), most) };
    }),
  );
}

const separator = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });

/** Columns of the first row of a group, whose title stands at its end. */
const TITLED_COLUMNS = 60;

/** The fault where the rows begin, what to do below it: one row has no room for both, and some languages need several. */
function reasonRows(text: string, open: Place): readonly Choice[] {
  const [, fault = text, rest = ''] = /^(.+?(?:[.!?](?=\s)|。|[:：](?=\s?[“„「])))\s*(.+)$/su.exec(text) ?? [];
  const answer = { open };
  const labels = [...wrapped(fault, TITLED_COLUMNS)].map(escapeLabel);
  const [detail, ...more] = [...wrapped(rest)].map(escapeLabel);
  return [
    ...labels.map((label, at) => ({
      label,
      ...(at === labels.length - 1 && detail !== undefined ? { detail } : {}),
      answer,
    })),
    ...more.map((label) => ({ label, answer })),
  ];
}

const choicesOf = (item: ReviewItem, shown: readonly Shown[], canUndo: boolean): readonly Choice[] => [
  ...reviewActions(canUndo).map(({ action, key, icon, label, detail }): Choice => ({
    label: `$(${icon}) ${label}`,
    description: `[${key}] ${detail}`,
    answer: action,
  })),
  separator(item.reasons.length === 0 ? t('No evidence against it') : t('Why it is here')),
  ...item.reasons.flatMap(({ text, line, other }) => reasonRows(text, other ?? { path: item.path, line: line ?? 1 })),
  {
    label: escapeLabel([item.type, item.updated].join(' · ')),
    detail: escapeLabel(item.use.join(' · ')),
    answer: { open: { path: item.path, line: 1 } },
  },
  ...shown.flatMap(({ name, path, rows }) => [
    separator(oneLine(name)),
    ...rows.map((label): Choice => ({ label: escapeLabel(label), answer: { open: { path, line: 1 } } })),
  ]),
];

/**
 * A quick pick, because it leaves the editors scrollable. A letter answers at once. It stays from one memory to the next: keys that are
 * pressed in between would be typed into the editor.
 */
class Question implements vscode.Disposable {
  readonly #pick = vscode.window.createQuickPick<Choice>();
  /** Escape ends the review at any time, also while an answer is carried out. */
  #closed = false;
  #makesRoom = false;

  constructor() {
    this.#pick.ignoreFocusOut = true;
    this.#pick.onDidHide(() => {
      if (!this.#makesRoom) this.#closed = true;
    });
  }

  async ask(item: ReviewItem, shown: readonly Shown[], title: string, canUndo: boolean): Promise<Answer> {
    if (this.#closed) return 'close';
    this.#makesRoom = false;
    const pick = this.#pick;
    pick.title = escapeLabel(title);
    pick.placeholder = t('Still true? Choose an answer or type its letter');
    pick.items = choicesOf(item, shown, canUndo);
    pick.value = '';
    pick.busy = false;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const listeners = vscode.Disposable.from(
      pick.onDidAccept(() => resolve(pick.activeItems[0]?.answer ?? 'close')),
      pick.onDidHide(() => resolve('close')),
      pick.onDidChangeValue((value) => {
        const action = actionOfKey(value, canUndo);
        if (action !== undefined) resolve(action);
      }),
    );
    pick.show();
    try {
      return await promise;
    } finally {
      listeners.dispose();
      pick.busy = true;
    }
  }

  /** Makes room for another question or an editor, until it asks again. */
  hide(): void {
    this.#makesRoom = true;
    this.#pick.hide();
  }

  dispose(): void {
    this.#pick.dispose();
  }
}

/** One run through the queue. */
class Walk {
  readonly #context: FeatureContext;
  readonly #items: readonly ReviewItem[];
  readonly #question = new Question();
  readonly #answered: { readonly at: number; readonly done: ReviewDone }[] = [];
  #at = 0;
  /** The memory whose editor was opened last. */
  #shown: ReviewItem | undefined;

  constructor(context: FeatureContext, items: readonly ReviewItem[]) {
    this.#context = context;
    this.#items = items;
  }

  async run(): Promise<void> {
    try {
      if (await this.#askAll())
        void vscode.window.showInformationMessage(
          tPlural(this.#items.length, 'Review done: 1 memory.', 'Review done: {n} memories.'),
        );
    } finally {
      this.#question.dispose();
    }
  }

  /** Whether the end was reached. */
  async #askAll(): Promise<boolean> {
    for (let item = this.#items[0]; item !== undefined; item = this.#items[this.#at]) {
      try {
        // What the user opened for it stays.
        if (item !== this.#shown) {
          this.#context.opens.glance(vscode.Uri.file(item.path));
          await show(item);
        }
        this.#shown = item;
        const { name } = item;
        const title = t('Review {at} of {count}: {name}', { at: this.#at + 1, count: this.#items.length, name });
        const answer = await this.#question.ask(item, await shownOf(item), title, this.#answered.length > 0);
        if (answer === 'close' || (await this.#carryOut(item, answer)) === 'close') return false;
      } catch (error) {
        this.#context.log.error(`Review: ${messageOf(error)}`);
        void vscode.window.showErrorMessage(escapeMessage(messageOf(error)));
        this.#at++;
      }
    }
    return true;
  }

  async #carryOut(item: ReviewItem, answer: Exclude<Answer, 'close'>): Promise<'close' | undefined> {
    if (typeof answer === 'object') await showPlace(answer.open);
    else if (answer === 'undo') await this.#undo();
    else if (answer === 'edit') return await this.#edit(item);
    else await this.#decide(item, answer);
    return undefined;
  }

  async #decide(item: ReviewItem, answer: Exclude<ReviewAction, 'undo' | 'edit'>): Promise<void> {
    const { host } = this.#context;
    const joins = isJoin(answer);
    if (joins) this.#question.hide();
    const near = item.reasons.flatMap((reason) => reason.other?.id ?? []);
    const other = joins ? await askOther(this.#context, answer, item.id, near) : undefined;
    if (joins && other === undefined) return;
    const decision = joins ? { do: answer, other: other ?? '' } : { do: answer };
    const done = await host.request('reviewDecide', { id: item.id, decision });
    this.#answered.push({ at: this.#at++, done });
    vscode.window.setStatusBarMessage(done.text, 4_000);
  }

  async #undo(): Promise<void> {
    const last = this.#answered.at(-1);
    if (last === undefined) return;
    await this.#context.host.request('reviewUndo', last.done.undo);
    this.#answered.pop();
    this.#at = last.at;
  }

  /** The review goes on when the user says so; what was saved counts. */
  async #edit({ path }: ReviewItem): Promise<'close' | undefined> {
    this.#question.hide();
    await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
    const next = t('Continue review');
    const chosen = await vscode.window.showInformationMessage(t('Edit and save the memory, then continue.'), next);
    this.#at++;
    return chosen === next ? undefined : 'close';
  }
}

/** Whether it is about the memory, or compares with it. */
const concerns = ({ path, reasons }: ReviewItem, memory: string): boolean =>
  isSamePath(path, memory) || reasons.some(({ other }) => other !== undefined && isSamePath(other.path, memory));

/** @param argument names memories to ask about, or the one to begin with, as a quick fix does */
async function review(context: FeatureContext, argument?: unknown): Promise<void> {
  const queue = await loadQueue(context, idsIn(argument));
  if (queue === undefined) return;
  const asked = (argument as { readonly path?: unknown } | undefined)?.path;
  const items =
    typeof asked === 'string'
      ? [...queue.items].sort((a, b) => Number(concerns(b, asked)) - Number(concerns(a, asked)))
      : queue.items;
  if (items.length > 0) return await new Walk(context, items).run();
  const later = queue.later === 0 ? '' : ` ${tPlural(queue.later, '1 is postponed.', '{n} are postponed.')}`;
  void vscode.window.showInformationMessage(`${t('No memories to review.')}${later}`);
}

/** Memories that another part of the extension names, or those below a row of the tree; anything else is a call by a person. */
function idsIn(asked: unknown): readonly MemoryId[] | undefined {
  if (typeof asked !== 'object' || asked === null) return undefined;
  if ('children' in asked) return [...new Set(idsBelow(asked as TreeNode))];
  return 'memories' in asked && Array.isArray(asked.memories)
    ? asked.memories.filter((id) => typeof id === 'string')
    : undefined;
}

const idsBelow = (node: TreeNode): readonly MemoryId[] =>
  node.kind === 'memory' ? [node.memory.id] : node.children.flatMap(idsBelow);

const WEEK_MS = 7 * DAY_MS;
/** Milliseconds after the start: a window that was just opened has other work. */
const REMIND_AFTER_MS = 60_000;

/** Once a week, and only where the user asked for it. */
async function remind(context: FeatureContext): Promise<void> {
  const key = 'memdir.review.reminded';
  if (!readSettings()['review.remind'] || Date.now() - context.state.get(key, 0) < WEEK_MS) return;
  const { items } = await context.host.request('review', {});
  if (items.length === 0) return;
  await context.state.update(key, Date.now());
  const yes = t('Review');
  const text = tPlural(items.length, '1 memory needs a review.', '{n} memories need a review.');
  if ((await vscode.window.showInformationMessage(text, yes)) === yes) await review(context);
}

export const reviewFeature: Feature = {
  name: 'review',
  activate: (context) => {
    const timer = setTimeout(() => {
      remind(context).catch((error: unknown) => context.log.warn(`Review reminder: ${messageOf(error)}`));
    }, REMIND_AFTER_MS);
    return [
      { dispose: () => clearTimeout(timer) },
      context.command('memdir.review', (argument) => review(context, argument)),
    ];
  },
};
