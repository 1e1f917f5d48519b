/** Opens a memory at a line and reports the access to the host. */
import * as vscode from 'vscode';

import type { CommandId } from '../protocol/contributions.js';
import type { Feature } from './feature.js';

export interface OpenTarget {
  /** Absolute. */
  readonly path: string;
  /** Set for a memory: opening it counts as an access. */
  readonly id?: string;
  /** From 1. */
  readonly line?: number;
}

export const OPEN_MEMORY: CommandId = 'memdir.openMemory';

export const openCommand = ({ path, id, line }: OpenTarget): vscode.Command => ({
  command: OPEN_MEMORY,
  title: 'Open',
  arguments: [{ path, id, line }],
});

export async function showFile(
  target: OpenTarget,
  options: vscode.TextDocumentShowOptions = {},
): Promise<vscode.TextEditor> {
  const line = Math.max(0, (target.line ?? 1) - 1);
  const at = new vscode.Range(line, 0, line, 0);
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(target.path), {
    preview: true,
    ...options,
    ...(target.line === undefined ? {} : { selection: at }),
  });
  if (target.line !== undefined) editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}

export const openMemory: Feature = {
  name: 'open',
  activate: ({ host, command, selection }) => [
    command(OPEN_MEMORY, async (target) => {
      const wanted = target as OpenTarget | undefined;
      if (typeof wanted?.path !== 'string' || selection.isSelecting) return;
      await showFile(wanted);
      if (wanted.id !== undefined) host.notify('opened', { id: wanted.id });
    }),
  ],
};
