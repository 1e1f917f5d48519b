/** The memory a draft is merged into, or takes the place of: those it bears on come first. */
import * as vscode from 'vscode';

import { ageWords } from '../../core/age.js';
import type { PendingDraft } from '../../core/inbox/results.js';
import { escapeLabel, oneLine } from '../escape.js';
import type { StoreViews } from '../stores/store-views.js';
import { affectedMemories } from './inbox-model.js';

interface Choice extends vscode.QuickPickItem {
  readonly id?: string;
}

const choiceOf = (
  memory: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly type: string;
    readonly ageDays: number;
  },
  mark = '',
): Choice => ({
  label: escapeLabel(memory.name),
  description: escapeLabel(`${memory.type} · ${ageWords(memory.ageDays)}${mark}`),
  detail: escapeLabel(memory.description),
  id: memory.id,
});

/** Its id; undefined when none was chosen. */
export async function pickMemoryForDraft(
  views: StoreViews,
  draft: PendingDraft,
  title: string,
): Promise<string | undefined> {
  const memories = (await views.stores())
    .filter(({ store }) => !store.readOnly)
    .flatMap((view) => view.memories)
    .filter(({ deleted }) => !deleted);
  const near = affectedMemories(draft, memories);
  const others = memories
    .filter(({ id }) => !near.some((bearing) => bearing.id === id))
    .sort((a, b) => a.name.localeCompare(b.name));
  if (near.length + others.length === 0) {
    void vscode.window.showInformationMessage('There is no memory here yet. Accept the draft, and it is the first.');
    return undefined;
  }
  const separator = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const items = [
    ...(near.length > 0
      ? [
          separator('Close to the draft'),
          ...near.map((bearing) => choiceOf(bearing, bearing.how === 'contradicts' ? ' · may say otherwise' : '')),
        ]
      : []),
    ...(others.length > 0 ? [separator('All memories'), ...others.map((memory) => choiceOf(memory))] : []),
  ];
  return (
    await vscode.window.showQuickPick(items, {
      title,
      placeHolder: oneLine(draft.name),
      matchOnDescription: true,
      matchOnDetail: true,
    })
  )?.id;
}
