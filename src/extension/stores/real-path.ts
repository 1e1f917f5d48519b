import { realpath } from 'node:fs/promises';

import type * as vscode from 'vscode';

/** The real path of a file in an editor: the host names memories and their directories by real paths. The path as it is for a file that is not on the disk. */
export const realPathOf = ({ fsPath }: vscode.Uri): Promise<string> => realpath(fsPath).catch(() => fsPath);
