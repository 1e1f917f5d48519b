/** Quick picks of memories: for a command, and for a draft that is merged into one or supersedes one. */
import * as vscode from 'vscode';

import { ageWords, byAge } from '../core/age.js';
import type { PendingDraft } from '../core/inbox/results.js';
import { t } from '../core/l10n.js';
import { isSamePath } from '../core/paths.js';
import type { MemorySummary } from '../core/results.js';
import { escapeLabel, oneLine } from './escape.js';
import type { FeatureContext } from './feature.js';
import { affectedMemories } from './inbox/inbox-model.js';
import { realPathOf } from './stores/real-path.js';
import type { StoreViews } from './stores/store-views.js';
import { SELECTION } from './tree/selection.js';

interface PickOptions {
  readonly placeHolder: string;
  /** Default: those that are not forgotten. */
  readonly filter?: (memory: MemorySummary) => boolean;
  /** Shown when no memory passes the filter. */
  readonly none?: string;
}

type PickContext = Pick<FeatureContext, 'views' | 'selection'>;

/** The memories a command was called on, in their order, else the one in the active editor, else one that the user picks. Empty when there is none (the user was told) or the pick was cancelled. */
export async function pickMemories(
  { views, selection }: PickContext,
  args: readonly unknown[],
  { placeHolder, filter = ({ deleted }) => !deleted, none = t('There are no memories yet.') }: PickOptions,
): Promise<readonly MemorySummary[]> {
  const memories = (await views.stores()).flatMap((view) => view.memories).filter(filter);
  const ids = await selection.idsOf(args);
  if (ids.length > 0 || args[0] === SELECTION) {
    const byId = new Map(memories.map((memory) => [memory.id, memory]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
  const active = vscode.window.activeTextEditor?.document.uri;
  const file = active?.scheme === 'file' ? await realPathOf(active) : undefined;
  const target = file === undefined ? undefined : memories.find(({ path }) => isSamePath(path, file));
  if (target !== undefined) return [target];
  if (memories.length === 0) {
    void vscode.window.showInformationMessage(none);
    return [];
  }
  const items = [...memories].sort(byAge).map((memory) => ({ ...choiceOf(memory), memory }));
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen === undefined ? [] : [chosen.memory];
}

/** Like {@link pickMemories}, for commands about one memory. */
export const pickMemory = async (
  context: PickContext,
  argument: unknown,
  options: PickOptions,
): Promise<MemorySummary | undefined> => (await pickMemories(context, [argument], options))[0];

interface MemoryChoice extends vscode.QuickPickItem {
  readonly id?: string;
}

const choiceOf = (
  memory: Pick<MemorySummary, 'id' | 'name' | 'description' | 'type' | 'ageDays'>,
  mark = '',
): MemoryChoice => ({
  label: escapeLabel(memory.name),
  description: escapeLabel(`${memory.type} · ${ageWords(memory.ageDays)}${mark}`),
  detail: escapeLabel(memory.description),
  id: memory.id,
});

/** Choices below a heading; none without choices. */
const section = (label: string, choices: readonly MemoryChoice[]): readonly MemoryChoice[] =>
  choices.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...choices];

/** The id of a memory for a draft, those the draft affects first; undefined when the pick was cancelled. */
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
    .filter(({ id }) => !near.some((memory) => memory.id === id))
    .sort((a, b) => a.name.localeCompare(b.name));
  if (near.length + others.length === 0) {
    void vscode.window.showInformationMessage(t('No memories yet. Accept the draft to create the first one.'));
    return undefined;
  }
  const nearChoices = near.map((memory) =>
    choiceOf(memory, memory.how === 'contradicts' ? ` · ${t('may contradict')}` : ''),
  );
  const otherChoices = others.map((memory) => choiceOf(memory));
  const items = [...section(t('Similar to the draft'), nearChoices), ...section(t('All memories'), otherChoices)];
  const options = { title, placeHolder: oneLine(draft.name), matchOnDescription: true, matchOnDetail: true };
  return (await vscode.window.showQuickPick(items, options))?.id;
}
