/** Commands of memories: new, forget, restore, history, copy. */
import * as vscode from 'vscode';

import { ageWords } from '../../core/age.js';
import { t, tPlural } from '../../core/l10n.js';
import { storeOfId } from '../../core/memory.js';
import type { MemorySummary } from '../../core/results.js';
import type { MemoryVersion } from '../../core/write/results.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import { type Feature, type FeatureContext, rowCommand } from '../feature.js';
import { pickMemories, pickMemory } from '../memory-picker.js';
import { showFile } from '../open-memory.js';
import { offerUndo } from './edits.js';
import { newMemory } from './new-memory.js';

type Arguments = readonly unknown[];

/** One is forgotten at once, because it can be taken back; for several the user is asked. */
async function forget(context: FeatureContext, args: Arguments): Promise<void> {
  const memories = await pickMemories(context, args, { placeHolder: t('Memory to forget') });
  if (memories.length === 0 || (memories.length > 1 && !(await isSure(memories.length)))) return;
  const forgotten: Named[] = [];
  const reasons: string[] = [];
  await context.views.during(async () => {
    for (const { id, name } of memories) {
      const result = await context.host.request('forget', { id });
      if (result.status === 'forgotten') forgotten.push({ id: result.id, name });
      if (result.reason !== undefined) reasons.push(result.reason);
    }
  });
  const [first] = forgotten;
  if (first === undefined)
    return void vscode.window.showWarningMessage(escapeMessage(`${t('Not forgotten.')} ${reasons.join(' ')}`));
  const store = storeLabel(context, first.id);
  const done =
    forgotten.length === 1
      ? t('Forgot “{name}” in {store}.', { name: first.name, store })
      : tPlural(forgotten.length, 'Forgot {n} memory.', 'Forgot {n} memories.');
  offerUndo([done, ...reasons].join(' '), () => restoreAll(context, forgotten), context.report);
}

const storeLabel = ({ views }: FeatureContext, id: string): string =>
  views.current?.find(({ store }) => store.key === storeOfId(id))?.store.label ?? '';

async function isSure(count: number): Promise<boolean> {
  const yes = t('Forget');
  const detail = t('They are removed from search and MEMORY.md. You can restore them later.');
  const question = tPlural(count, 'Forget {n} memory?', 'Forget {n} memories?');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

async function restore(context: FeatureContext, args: Arguments): Promise<void> {
  const memories = await pickMemories(context, args, {
    placeHolder: t('Memory to restore'),
    filter: ({ deleted }) => deleted,
    none: t('There are no forgotten memories.'),
  });
  await restoreAll(context, memories);
}

type Named = Pick<MemorySummary, 'id' | 'name'>;

const restoreAll = (context: FeatureContext, memories: readonly Named[]): Promise<void> =>
  context.views.during(async () => {
    for (const memory of memories) await restoreMemory(context, memory);
  });

async function restoreMemory({ host }: FeatureContext, { id, name }: Named): Promise<void> {
  const { status, reason, forgotten = [] } = await host.request('restore', { id });
  if (status !== 'restored')
    return void vscode.window.showWarningMessage(escapeMessage(`${t('Not restored.')} ${reason ?? ''}`));
  const others = forgotten.length === 0 ? '' : ` ${t('The version that had replaced it was forgotten.')}`;
  void vscode.window.showInformationMessage(
    escapeMessage(`${t('Restored “{name}”.', { name })}${others}${reason === undefined ? '' : ` ${reason}`}`),
  );
}

const stateOf = ({ deletedAt, supersededBy }: MemoryVersion): string =>
  deletedAt === null ? t('current') : supersededBy === null ? t('forgotten') : t('replaced');

async function showHistory(context: FeatureContext, argument: unknown): Promise<void> {
  const memory = await pickMemory(context, argument, {
    placeHolder: t('Select a memory to see its versions'),
    filter: () => true,
  });
  if (memory === undefined) return;
  const { versions } = await context.host.request('history', { id: memory.id });
  if (versions.length < 2)
    return void vscode.window.showInformationMessage(
      escapeMessage(t('“{name}” was never replaced: this is its only version.', { name: memory.name })),
    );
  const items = versions.map((version, at) => ({
    label: escapeLabel(version.name),
    description: `${ageWords(version.ageDays)} · ${stateOf(version)}`,
    detail: escapeLabel(version.description),
    version,
    before: versions[at - 1],
  }));
  const chosen = await vscode.window.showQuickPick(items.reverse(), {
    placeHolder: t('Version to compare with the one before it'),
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
    placeHolder: t('Memory to copy'),
  });
  if (memory === undefined) return;
  const {
    text,
    left: [left],
  } = await context.host.request('given', { ids: [memory.id] });
  if (left !== undefined)
    return void vscode.window.showWarningMessage(
      escapeMessage(
        `${t('“{name}” wasn’t copied, because agents can’t read it.', { name: memory.name })} ${left.reason}`,
      ),
    );
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(t('Copied in the form that agents see.'), 4_000);
}

export const memoryCommands: Feature = {
  name: 'life of memories',
  activate: (context) => [
    context.command('memdir.newMemory', (argument) => newMemory(context, argument)),
    context.command(
      'memdir.forget',
      rowCommand((...args) => forget(context, args)),
    ),
    context.command(
      'memdir.restore',
      rowCommand((...args) => restore(context, args)),
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
