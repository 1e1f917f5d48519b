/** `Memdir: New memory…`: asks for the type and opens a draft; and what is said of a memory that was saved. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import { type StoreKey } from '../../core/memory.js';
import { typeTable } from '../../core/memory-types.js';
import { readSettings } from '../configuration.js';
import { escapeLabel } from '../escape.js';
import type { FeatureContext } from '../feature.js';
import { newMemoryStores } from '../stores/workspace-store.js';
import { openDraft } from './draft-editor.js';
import { typeChoices } from './type-choices.js';

/** Opens an editor with a template: what is saved there becomes a memory. `row`: a group of a type in the Memories view. */
export async function newMemory({ views }: FeatureContext, row: unknown): Promise<void> {
  if (!(await canRemember(views)))
    return void vscode.window.showInformationMessage(
      t('Open a folder first. A memory is stored with the folder it is about.'),
    );
  const group = row as { readonly type?: unknown; readonly store?: unknown } | undefined;
  const type = typeof group?.type === 'string' ? group.type : await chooseType();
  if (type === undefined) return;
  const store = typeof group?.store === 'string' ? { store: group.store } : await chooseStore(views);
  if (store !== undefined) await openDraft(type, store.store);
}

async function chooseType(): Promise<string | undefined> {
  const choices = typeChoices(Object.keys(typeTable(readSettings().types)));
  const options = { title: t('New memory'), placeHolder: t('What kind of memory is it?'), matchOnDetail: true };
  return (await vscode.window.showQuickPick(choices, options))?.type;
}

/** Checked first, so that the user types nothing in vain: without an open folder only stores of the settings can take a memory. */
const canRemember = async (views: FeatureContext['views']): Promise<boolean> =>
  (vscode.workspace.workspaceFolders ?? []).length > 0 ||
  (await views.stores()).some(({ store }) => ['main', 'custom', 'in-repo', 'extra'].includes(store.kind));

/** Asks only where several folders are open. Undefined when the pick was cancelled. */
async function chooseStore(views: FeatureContext['views']): Promise<{ readonly store?: StoreKey } | undefined> {
  const candidates = newMemoryStores(await views.stores());
  if (candidates.length < 2) return {};
  const items = candidates.map(({ store }) => ({
    label: `$(database) ${escapeLabel(store.label)}`,
    detail: escapeLabel(store.path),
    store: store.key,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('New memory'),
    placeHolder: t('Which folder is it about?'),
  });
  return chosen && { store: chosen.store };
}
