/** The memories that commands of the Memories view are about. */
import type * as vscode from 'vscode';

import type { MemorySummary } from '../../core/results.js';

/** The second argument of keys of the view: all that is selected there. */
export const SELECTION = 'selection';

interface Row {
  readonly memory?: MemorySummary;
}

export class TreeSelection {
  #view: Pick<vscode.TreeView<unknown>, 'selection'> | undefined;

  follow(view: Pick<vscode.TreeView<unknown>, 'selection'>): void {
    this.#view = view;
  }

  /** Ids of the memories that a command was called on: a row with the others that are selected, or what is selected for a key. */
  idsOf([row, others]: readonly unknown[]): readonly string[] {
    const rows = row === SELECTION ? (this.#view?.selection ?? []) : Array.isArray(others) ? others : [row];
    return [...new Set(rows.flatMap((each) => idOf(each) ?? []))];
  }
}

function idOf(argument: unknown): string | undefined {
  const id: unknown = (argument as Row | undefined)?.memory?.id;
  return typeof id === 'string' ? id : undefined;
}
