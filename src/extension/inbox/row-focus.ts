/** The rows of the Inbox view under the keyboard: keys are about the row that has the focus, and the focus stays where the user is. */
import * as vscode from 'vscode';

import type { DraftNode, InboxNode } from './inbox-model.js';

/** Milliseconds in which VS Code opens what was selected for a key. */
const OPENS_MS = 250;

/** Undefined for what stands at the top. */
export function findParent(roots: readonly InboxNode[], node: InboxNode): InboxNode | undefined {
  for (const root of roots) {
    if (root.children.some(({ key }) => key === node.key)) return root;
    const parent = root.children.find(({ children }) => children.some(({ key }) => key === node.key));
    if (parent) return parent;
  }
  return undefined;
}

/** Drafts in the order of their rows. */
const draftsIn = (roots: readonly InboxNode[]): readonly DraftNode[] =>
  roots.flatMap(({ children }) => children).filter((node) => node.kind === 'draft');

export class RowFocus {
  #selectingUntil = 0;

  constructor(
    private readonly view: vscode.TreeView<InboxNode>,
    /** As they are now. */
    private readonly rows: () => readonly InboxNode[],
  ) {}

  /** Whether a row is being selected for a key: it is not opened for that. */
  get isSelecting(): boolean {
    return Date.now() < this.#selectingUntil;
  }

  /** Arrow keys move the focus alone, which an extension cannot see: it becomes the selection, unless several rows are selected. */
  async selectFocused(): Promise<void> {
    if (this.view.selection.length > 1) return;
    this.#selectingUntil = Number.POSITIVE_INFINITY;
    try {
      await vscode.commands.executeCommand('list.selectAndPreserveFocus');
    } finally {
      this.#selectingUntil = Date.now() + OPENS_MS;
    }
  }

  /** Rows go and come by `work`: the focus goes to the first that came, else to the one after the last that went. */
  async preserveFocus(work: () => Promise<void>): Promise<void> {
    const before = draftsIn(this.rows());
    const active = this.view.visible;
    await work();
    const next = nextOf(before, draftsIn(this.rows()));
    if (active && next !== undefined) await this.view.reveal(next, { select: true, focus: true });
  }
}

/** Undefined when nothing came or went, or nothing is left. */
function nextOf(before: readonly DraftNode[], after: readonly DraftNode[]): DraftNode | undefined {
  const [were, are] = [new Set(before.map(({ key }) => key)), new Set(after.map(({ key }) => key))];
  const came = after.find(({ key }) => !were.has(key));
  if (came !== undefined) return came;
  const lastGone = before.findLastIndex(({ key }) => !are.has(key));
  if (lastGone < 0) return undefined;
  const beside =
    before.slice(lastGone + 1).find(({ key }) => are.has(key)) ??
    before.slice(0, lastGone).findLast(({ key }) => are.has(key));
  return after.find(({ key }) => key === beside?.key);
}
