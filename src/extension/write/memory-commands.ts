/** Commands of memories: new, forget, restore, history, copy. */
import * as vscode from 'vscode';

import { ageWords } from '../../core/age.js';
import type { MemoryVersion } from '../../core/write/results.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import { type Feature, type FeatureContext, rowCommand } from '../feature.js';
import { pickMemory } from '../memory-picker.js';
import { showFile } from '../open-memory.js';
import { newMemory } from './new-memory.js';

const NO_MEMORY = 'There is no memory here yet.';

async function forget(context: FeatureContext, argument: unknown): Promise<void> {
  const memory = await pickMemory(context, argument, {
    placeHolder: 'Memory to forget',
    filter: ({ deleted }) => !deleted,
    none: NO_MEMORY,
  });
  if (memory === undefined) return;
  const detail = 'It leaves the search and MEMORY.md. Its file stays, marked as deleted, and can be restored.';
  if (
    (await vscode.window.showWarningMessage(`Forget “${memory.name}”?`, { modal: true, detail }, 'Forget')) !== 'Forget'
  )
    return;
  const { status, id, reason } = await context.host.request('forget', { id: memory.id });
  await context.views.load();
  if (status !== 'forgotten')
    return void vscode.window.showWarningMessage(escapeMessage(`Not forgotten. ${reason ?? ''}`));
  if (
    (await vscode.window.showInformationMessage(
      escapeMessage(`Forgot “${memory.name}”.${reason === undefined ? '' : ` ${reason}`}`),
      'Undo',
    )) === 'Undo'
  )
    await restoreMemory(context, id, memory.name);
}

async function restore(context: FeatureContext, argument: unknown): Promise<void> {
  const memory = await pickMemory(context, argument, {
    placeHolder: 'Memory to restore',
    filter: ({ deleted }) => deleted,
    none: 'Nothing was forgotten.',
  });
  if (memory !== undefined) await restoreMemory(context, memory.id, memory.name);
}

async function restoreMemory({ host, views }: FeatureContext, id: string, name: string): Promise<void> {
  const { status, reason, forgotten = [] } = await host.request('restore', { id });
  await views.load();
  if (status !== 'restored')
    return void vscode.window.showWarningMessage(escapeMessage(`Not restored. ${reason ?? ''}`));
  const others = forgotten.length === 0 ? '' : ' The version that had replaced it was forgotten.';
  void vscode.window.showInformationMessage(
    escapeMessage(`Restored “${name}”.${others}${reason === undefined ? '' : ` ${reason}`}`),
  );
}

const stateOf = ({ deletedAt, supersededBy }: MemoryVersion): string =>
  deletedAt === null ? 'current' : supersededBy === null ? 'forgotten' : 'replaced';

async function showHistory(context: FeatureContext, argument: unknown): Promise<void> {
  const memory = await pickMemory(context, argument, {
    placeHolder: 'Memory whose versions to show',
    filter: () => true,
    none: NO_MEMORY,
  });
  if (memory === undefined) return;
  const { versions } = await context.host.request('history', { id: memory.id });
  if (versions.length < 2)
    return void vscode.window.showInformationMessage(
      escapeMessage(`“${memory.name}” was never replaced: this is its only version.`),
    );
  const items = versions.map((version, at) => ({
    label: escapeLabel(version.name),
    description: `${ageWords(version.ageDays)} · ${stateOf(version)}`,
    detail: escapeLabel(version.description),
    version,
    before: versions[at - 1],
  }));
  const chosen = await vscode.window.showQuickPick(items.reverse(), {
    placeHolder: 'Version to compare with the one before it',
  });
  if (chosen === undefined) return;
  const { version, before } = chosen;
  if (before === undefined) await showFile({ path: version.path });
  else
    await vscode.commands.executeCommand(
      'vscode.diff',
      vscode.Uri.file(before.path),
      vscode.Uri.file(version.path),
      `${before.name} ↔ ${version.name}`,
    );
}

async function copyAsPrompt(context: FeatureContext, argument: unknown): Promise<void> {
  const memory = await pickMemory(context, argument, {
    placeHolder: 'Memory to copy',
    filter: ({ deleted }) => !deleted,
    none: NO_MEMORY,
  });
  if (memory === undefined) return;
  const {
    text,
    left: [left],
  } = await context.host.request('given', { ids: [memory.id] });
  if (left !== undefined)
    return void vscode.window.showWarningMessage(
      escapeMessage(`“${memory.name}” was not copied, because no agent is given it. ${left.reason}`),
    );
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage('Copied as an agent is given it.', 4_000);
}

export const memoryCommands: Feature = {
  name: 'life of memories',
  activate: (context) => [
    context.command('memdir.newMemory', () => newMemory(context)),
    context.command(
      'memdir.forget',
      rowCommand((argument) => forget(context, argument)),
    ),
    context.command(
      'memdir.restore',
      rowCommand((argument) => restore(context, argument)),
    ),
    context.command(
      'memdir.showHistory',
      rowCommand((argument) => showHistory(context, argument)),
    ),
    context.command(
      'memdir.copyAsPrompt',
      rowCommand((argument) => copyAsPrompt(context, argument)),
    ),
  ],
};
