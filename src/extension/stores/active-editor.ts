/** The file in the active editor and its workspace folder, by real paths. */
import * as vscode from 'vscode';

import { realPathOf } from './real-path.js';

export interface ActiveEditor {
  readonly file?: string;
  readonly folder?: string;
}

export async function activeEditor(): Promise<ActiveEditor> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file') return {};
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  return { file: await realPathOf(uri), ...(folder === undefined ? {} : { folder: await realPathOf(folder) }) };
}
