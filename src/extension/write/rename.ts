/** Renames a memory: its file, its name, its entry and links to it. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { MemorySummary } from '../../core/results.js';
import type { FeatureContext } from '../feature.js';
import { pickMemories } from '../memory-picker.js';
import { offerUndo } from './edits.js';

/** The place of a name in front matter; the host finds where it begins and ends. */
function namePosition(document: vscode.TextDocument): vscode.Position | undefined {
  for (let line = 1; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    if (/^-{3}\s*$/.test(text)) return undefined;
    const before = /^name:\s*["']?/.exec(text)?.[0];
    if (before !== undefined && before.length < text.length) return new vscode.Position(line, before.length);
  }
  return undefined;
}

/** Texts are saved before the file moves: one that is dirty for long gets a tab of its own. Those that were dirty before stay so. */
async function renameMemory({ host, views }: FeatureContext, memory: MemorySummary, name: string): Promise<void> {
  const cannot = new Error(t('“{name}” couldn’t be renamed.', { name: memory.name }));
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(memory.path));
  const position = namePosition(document);
  if (position === undefined)
    throw new Error(t('“{name}” has no name in its front matter. Rename its file instead.', { name: memory.name }));
  const { texts, moves } = await host.renameEdits(document, position, name);
  // The host knows by open documents whether the texts are changed when the file moves.
  const documents = await Promise.all(texts.entries().map(([uri]) => vscode.workspace.openTextDocument(uri)));
  const clean = documents.filter(({ isDirty }) => !isDirty);
  await views.during(async () => {
    if (!(await vscode.workspace.applyEdit(texts))) throw cannot;
    for (const changed of clean)
      if (!(await changed.save())) throw new Error(t('{path} couldn’t be saved.', { path: changed.uri.fsPath }));
    if (moves !== undefined && !(await vscode.workspace.applyEdit(moves))) throw cannot;
  });
}

export async function rename(context: FeatureContext, args: readonly unknown[]): Promise<void> {
  const [memory] = await pickMemories(context, args, { placeHolder: t('Memory to rename') });
  if (memory === undefined) return;
  const typed = await vscode.window.showInputBox({
    title: t('Rename memory'),
    prompt: t('Its file, its entry in MEMORY.md and links to it are updated too.'),
    value: memory.name,
    validateInput: (text) => (text.trim() === '' ? t('Enter a name.') : undefined),
  });
  const name = typed?.trim();
  if (name === undefined || name === memory.name) return;
  await renameMemory(context, memory, name);
  offerUndo(
    t('Renamed “{name}” to “{to}”.', { name: memory.name, to: name }),
    async () => {
      const all = (await context.views.stores()).flatMap(({ memories }) => memories);
      const renamed = all.find((each) => each.store === memory.store && each.name === name && !each.deleted);
      if (renamed === undefined) throw new Error(t('“{name}” couldn’t be renamed.', { name }));
      await renameMemory(context, renamed, memory.name);
    },
    context.report,
  );
}
