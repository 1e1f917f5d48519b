/** Moves memories to another store: their files, and their entries in MEMORY.md. */
import * as vscode from 'vscode';

import { t, tPlural } from '../../core/l10n.js';
import type { StoreKey } from '../../core/memory.js';
import type { MemorySummary, StoreView } from '../../core/results.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import { escapeLabel } from '../escape.js';
import type { FeatureContext } from '../feature.js';
import { change } from './edits.js';

/** Stores that the memories of one can be moved to as files. Those of some agents have a form of their own: memories are copied there. */
export const moveTargets = (views: readonly StoreView[], from: StoreKey): readonly StoreView[] =>
  views.filter(
    ({ store }) => store.key !== from && store.exists && !store.readOnly && !isPlain(store) && store.kind !== 'logs',
  );

export async function askStore(views: readonly StoreView[], title: string): Promise<StoreKey | undefined> {
  const items = views.map(({ store }) => ({
    label: `$(database) ${escapeLabel(store.label)}`,
    detail: escapeLabel(store.path),
    key: store.key,
  }));
  return (await vscode.window.showQuickPick(items, { title, placeHolder: t('Store'), matchOnDetail: true }))?.key;
}

export async function moveToStore(
  context: FeatureContext,
  all: readonly MemorySummary[],
  key: StoreKey,
): Promise<void> {
  const memories = all.filter(({ store }) => store !== key);
  const [first] = memories;
  const target = (await context.views.stores()).find(({ store }) => store.key === key);
  if (first === undefined || target === undefined) return;
  const store = target.store.label;
  const message =
    memories.length === 1
      ? t('Moved “{name}” to {store}.', { name: first.name, store })
      : tPlural(memories.length, 'Moved {n} memory to {store}.', 'Moved {n} memories to {store}.', { store });
  await change(context, { kind: 'move', ids: memories.map(({ id }) => id), store: key }, message);
}
