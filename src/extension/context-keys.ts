/** Context keys for `when` clauses. */
import * as vscode from 'vscode';

export const setContext = (key: string, value: unknown): void =>
  void vscode.commands.executeCommand('setContext', key, value);
