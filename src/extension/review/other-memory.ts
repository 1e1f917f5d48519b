/** The question for the other memory of a merge or replacement, asked by the review and by the explorer alike. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { MemoryId } from '../../core/memory.js';
import { escapeLabel } from '../escape.js';
import type { FeatureContext } from '../feature.js';

export type Join = 'merge' | 'supersede';

export const isJoin = (decision: string): decision is Join => decision === 'merge' || decision === 'supersede';

/** @param near memories of the evidence, which come first @returns undefined where none was chosen */
export async function askOther(
  { views }: Pick<FeatureContext, 'views'>,
  join: Join,
  id: MemoryId,
  near: readonly MemoryId[],
): Promise<MemoryId | undefined> {
  const inStore = (await views.stores()).find(({ memories }) => memories.some((memory) => memory.id === id));
  const rows = (inStore?.memories ?? [])
    .filter((memory) => memory.id !== id && !memory.deleted && memory.unreadable === null)
    .sort((a, b) => Number(near.includes(b.id)) - Number(near.includes(a.id)) || a.name.localeCompare(b.name))
    .map((memory) => ({
      label: escapeLabel(memory.name),
      description: escapeLabel(memory.type),
      detail: escapeLabel(memory.description),
      id: memory.id,
    }));
  const title = join === 'merge' ? t('Merge into which memory?') : t('Which memory replaces it?');
  return (await vscode.window.showQuickPick(rows, { title, matchOnDetail: true }))?.id;
}
