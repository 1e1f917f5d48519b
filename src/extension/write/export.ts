/** `Memdir: Export…`: memories as JSON Lines, which `memdir import` reads. */
import * as vscode from 'vscode';

import { t, tPlural } from '../../core/l10n.js';
import { escapeMessage } from '../escape.js';
import type { FeatureContext } from '../feature.js';

/** The memories the command was called on, else all that are not forgotten. */
async function idsOf({ views, selection }: FeatureContext, args: readonly unknown[]): Promise<readonly string[]> {
  const ids = await selection.idsOf(args);
  if (ids.length > 0) return ids;
  return (await views.stores()).flatMap(({ memories }) =>
    memories.filter(({ deleted }) => !deleted).map(({ id }) => id),
  );
}

export async function exportMemories(context: FeatureContext, args: readonly unknown[]): Promise<void> {
  const ids = await idsOf(context, args);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: tPlural(ids.length, 'Export {n} memory', 'Export {n} memories'),
    filters: { 'JSON Lines': ['jsonl'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'memories.jsonl') }),
  });
  if (target === undefined) return;
  const { memories, left } = await context.host.request('export', { ids });
  const lines = memories.map((memory) => `${JSON.stringify(memory)}\n`).join('');
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(lines));
  const masked = memories.filter((memory) => memory.masked).length;
  const sentences = [
    tPlural(memories.length, 'Exported {n} memory.', 'Exported {n} memories.'),
    ...(masked === 0 ? [] : [t('Secrets in {n} of them are masked.', { n: masked })]),
    ...left
      .filter(({ path }) => ids.some((id) => path.endsWith(id.slice(id.indexOf('/')))))
      .map(({ path, reason }) => t('{path} wasn’t exported. {reason}', { path, reason })),
  ];
  void vscode.window.showInformationMessage(escapeMessage(sentences.join(' ')));
}
