/** The memory a command is about: the one it was called on, the one in the editor, or one that is chosen. */
import * as vscode from 'vscode';

import { ageWords } from '../core/age.js';
import type { MemorySummary } from '../core/results.js';
import { escapeLabel } from './escape.js';
import type { FeatureContext } from './feature.js';

interface Question {
  readonly placeHolder: string;
  /** Which memories can be meant. */
  readonly wanted: (memory: MemorySummary) => boolean;
  /** When there is none. */
  readonly none: string;
}

/** Undefined when nothing was chosen; then it was said why, or the user knows. */
export async function pickMemory(
  { views }: Pick<FeatureContext, 'views'>,
  argument: unknown,
  { placeHolder, wanted, none }: Question,
): Promise<MemorySummary | undefined> {
  const memories = (await views.stores()).flatMap((view) => view.memories).filter(wanted);
  const id = idOf(argument);
  const file = vscode.window.activeTextEditor?.document.uri;
  const meant =
    memories.find((memory) => memory.id === id) ??
    (id === undefined && file?.scheme === 'file' ? memories.find(({ path }) => path === file.fsPath) : undefined);
  if (meant !== undefined) return meant;
  if (memories.length === 0) {
    void vscode.window.showInformationMessage(none);
    return undefined;
  }
  const items = [...memories]
    .sort((a, b) => a.ageDays - b.ageDays)
    .map((memory) => ({
      label: escapeLabel(memory.name),
      description: escapeLabel(`${memory.type} · ${ageWords(memory.ageDays)}`),
      detail: escapeLabel(memory.description),
      memory,
    }));
  return (await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true, matchOnDetail: true }))
    ?.memory;
}

/** Commands of the tree are called with its node. */
function idOf(argument: unknown): string | undefined {
  const node = argument as { readonly memory?: { readonly id?: unknown } } | undefined;
  return typeof node?.memory?.id === 'string' ? node.memory.id : undefined;
}
