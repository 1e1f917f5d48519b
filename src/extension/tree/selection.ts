/** The memories that commands of the Memories view are about. */
import * as vscode from 'vscode';

import type { MemorySummary } from '../../core/results.js';

/** The second argument of keys of the view: all that is selected there. */
export const SELECTION = 'selection';

interface Row {
  readonly memory?: MemorySummary;
  /** Ids of what is selected in the explorer panel. */
  readonly memories?: unknown;
}

/** Milliseconds within which VS Code opens a row that was selected by command. */
const OPENS_MS = 250;

export class TreeSelection {
  #selectingUntil = 0;
  #focusingUntil = 0;
  #view: Pick<vscode.TreeView<unknown>, 'selection'> | undefined;

  follow(view: Pick<vscode.TreeView<unknown>, 'selection'>): void {
    this.#view = view;
  }

  /** Whether a row is being selected for a key, which must not open it. */
  get isSelecting(): boolean {
    return Date.now() < this.#selectingUntil;
  }

  /** Whether a row is being opened by a key that goes to its editor: true once for each key. */
  takeFocus(): boolean {
    const goes = Date.now() < this.#focusingUntil;
    this.#focusingUntil = 0;
    return goes;
  }

  /** Opens the focused row and goes to its editor; a group opens or closes. */
  async openFocused(): Promise<void> {
    this.#focusingUntil = Number.POSITIVE_INFINITY;
    try {
      await vscode.commands.executeCommand('list.select');
    } finally {
      if (this.#focusingUntil > 0) this.#focusingUntil = Date.now() + OPENS_MS;
    }
  }

  /** Selects the focused row, unless several rows are selected: arrow keys move the focus alone, which an extension cannot read. */
  async #selectFocused(): Promise<void> {
    if ((this.#view?.selection.length ?? 0) > 1) return;
    this.#selectingUntil = Number.POSITIVE_INFINITY;
    try {
      await vscode.commands.executeCommand('list.selectAndPreserveFocus');
    } finally {
      this.#selectingUntil = Date.now() + OPENS_MS;
    }
  }

  /** Ids of the memories that a command was called on: a row, which comes first, with the others that are selected, or what is focused or selected for a key. */
  async idsOf([row, others]: readonly unknown[]): Promise<readonly string[]> {
    if (row === SELECTION) await this.#selectFocused();
    const rows: readonly unknown[] =
      row === SELECTION ? (this.#view?.selection ?? []) : [row].concat(Array.isArray(others) ? others : []);
    return [...new Set(rows.flatMap(idsIn))];
  }
}

function idsIn(argument: unknown): readonly string[] {
  const { memory, memories } = (argument ?? {}) as Row;
  const ids: readonly unknown[] = Array.isArray(memories) ? memories : [memory?.id];
  return ids.filter((id) => typeof id === 'string');
}
