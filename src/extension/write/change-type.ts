/** Changes the type of memories. */
import * as vscode from 'vscode';

import { t, tPlural } from '../../core/l10n.js';
import { typeTable } from '../../core/memory-types.js';
import type { MemorySummary } from '../../core/results.js';
import { readSettings } from '../configuration.js';
import type { FeatureContext } from '../feature.js';
import { change } from './edits.js';
import { typeChoices } from './type-choices.js';

export async function askType(): Promise<string | undefined> {
  const choices = typeChoices(Object.keys(typeTable(readSettings().types)));
  return (await vscode.window.showQuickPick(choices, { title: t('Change type'), placeHolder: t('New type') }))?.type;
}

export async function changeType(context: FeatureContext, all: readonly MemorySummary[], type: string): Promise<void> {
  const memories = all.filter((memory) => memory.type !== type);
  const [first] = memories;
  if (first === undefined) return;
  const message =
    memories.length === 1
      ? t('Changed the type of “{name}” to {type}.', { name: first.name, type })
      : tPlural(
          memories.length,
          'Changed the type of {n} memory to {type}.',
          'Changed the type of {n} memories to {type}.',
          {
            type,
          },
        );
  await change(context, { kind: 'type', ids: memories.map(({ id }) => id), type }, message);
}
