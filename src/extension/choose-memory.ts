/** The memory a draft is merged into, or takes the place of: those it bears on come first. */
import * as vscode from 'vscode';

import { ageWords } from '../core/age.js';
import type { WaitingDraft } from '../core/results.js';
import { bearings } from './inbox-model.js';
import { literalLabel, oneLine } from './literal.js';
import type { Views } from './views.js';

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
  label: literalLabel(memory.name),
  description: literalLabel(`${memory.type} · ${ageWords(memory.ageDays)}${mark}`),
  detail: literalLabel(memory.description),
  id: memory.id,
});

/** Its id; undefined when none was chosen. */
export async function chooseMemory(views: Views, draft: WaitingDraft, title: string): Promise<string | undefined> {
  const memories = (await views.stores())
    .filter(({ store }) => !store.readOnly)
    .flatMap((view) => view.memories)
    .filter(({ deleted }) => !deleted);
  const near = bearings(draft, memories);
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
