/** Opens a memory at a line and reports the access to the host. */
import * as vscode from 'vscode';

import { t } from '../core/l10n.js';
import type { CommandId } from '../protocol/contributions.js';
import type { Feature } from './feature.js';

export interface OpenTarget {
  /** Absolute. */
  readonly path: string;
  /** Set for a memory: opening it counts as an access. */
  readonly id?: string;
  /** From 1. */
  readonly line?: number;
  /** The focus stays in the list that it is opened from, as a click in the Explorer leaves it, until it is clicked twice. */
  readonly keepFocus?: boolean;
}

export const OPEN_MEMORY: CommandId = 'memdir.openMemory';

export const openCommand = ({ path, id, line, keepFocus }: OpenTarget): vscode.Command => ({
  command: OPEN_MEMORY,
  title: t('Open'),
  arguments: [{ path, id, line, keepFocus }],
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

/** Milliseconds between the clicks of a double click. */
const DOUBLE_MS = 500;

export const openMemory: Feature = {
  name: 'open',
  activate: ({ opens, command, selection }) => {
    let last = { path: '', at: 0 };
    return [
      command(OPEN_MEMORY, async (target) => {
        const wanted = target as OpenTarget | undefined;
        if (typeof wanted?.path !== 'string' || selection.isSelecting) return;
        const { path, id, keepFocus = false } = wanted;
        const isDouble = path === last.path && Date.now() - last.at < DOUBLE_MS;
        const goes = selection.takeFocus();
        // A key is no first click.
        last = goes ? { path: '', at: 0 } : { path, at: Date.now() };
        if (id !== undefined && !isDouble) opens.count(vscode.Uri.file(path), id);
        await showFile(wanted, {
          preview: !isDouble,
          preserveFocus: keepFocus && !isDouble && !goes,
        });
      }),
      command('memdir.openRow', async () => await selection.openFocused()),
    ];
  },
};
