/** Context keys for `when` clauses. */
import * as vscode from 'vscode';

/** The last one that was set. */
let last: Promise<unknown> = Promise.resolve();

/** Sets one after the other: VS Code runs the commands of a window that still starts in any order. */
export function setContext(key: string, value: unknown): void {
  const set = (): Thenable<unknown> => vscode.commands.executeCommand('setContext', key, value);
  last = last.then(set, set);
}
