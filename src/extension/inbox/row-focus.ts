/** Keyboard focus in the Inbox view: keybindings act on the focused row, and after a decision the focus moves to a neighbour. */
import * as vscode from 'vscode';

import type { DraftNode, InboxNode } from './inbox-model.js';

/** Milliseconds within which VS Code opens a row that was selected by command. */
const OPENS_MS = 250;

/** Undefined for a root. */
export function findParent(roots: readonly InboxNode[], node: InboxNode): InboxNode | undefined {
  for (const root of roots) {
    if (root.children.some(({ key }) => key === node.key)) return root;
    const parent = root.children.find(({ children }) => children.some(({ key }) => key === node.key));
    if (parent) return parent;
  }
  return undefined;
}

/** Drafts in the order of the rows. */
const draftsIn = (roots: readonly InboxNode[]): readonly DraftNode[] =>
  roots.flatMap(({ children }) => children).filter((node) => node.kind === 'draft');

export class RowFocus {
  #selectingUntil = 0;

  readonly #view: vscode.TreeView<InboxNode>;
  readonly #rows: () => readonly InboxNode[];

  /** `rows`: the current roots. */
  constructor(view: vscode.TreeView<InboxNode>, rows: () => readonly InboxNode[]) {
    this.#view = view;
    this.#rows = rows;
  }

  /** Whether a row is being selected for a keybinding, which must not open it. */
  get isSelecting(): boolean {
    return Date.now() < this.#selectingUntil;
  }

  /** Selects the focused row, unless several rows are selected: arrow keys move the focus alone, which an extension cannot read. */
  async selectFocused(): Promise<void> {
    if (this.#view.selection.length > 1) return;
    this.#selectingUntil = Number.POSITIVE_INFINITY;
    try {
      await vscode.commands.executeCommand('list.selectAndPreserveFocus');
    } finally {
      this.#selectingUntil = Date.now() + OPENS_MS;
    }
  }

  /** Runs `work`, which adds and removes rows, and then focuses the first added row, else the row after the last removed one. */
  async preserveFocus(work: () => Promise<void>): Promise<void> {
    const before = draftsIn(this.#rows());
    const active = this.#view.visible;
    await work();
    const next = focusTarget(before, draftsIn(this.#rows()));
    if (active && next !== undefined) await this.#view.reveal(next, { select: true, focus: true });
  }
}

/** Undefined when no row was added or removed, or none is left. */
function focusTarget(before: readonly DraftNode[], after: readonly DraftNode[]): DraftNode | undefined {
  const keysBefore = new Set(before.map(({ key }) => key));
  const keysAfter = new Set(after.map(({ key }) => key));
  const added = after.find(({ key }) => !keysBefore.has(key));
  if (added !== undefined) return added;
  const lastRemoved = before.findLastIndex(({ key }) => !keysAfter.has(key));
  if (lastRemoved < 0) return undefined;
  const neighbour =
    before.slice(lastRemoved + 1).find(({ key }) => keysAfter.has(key)) ??
    before.slice(0, lastRemoved).findLast(({ key }) => keysAfter.has(key));
  return after.find(({ key }) => key === neighbour?.key);
}
