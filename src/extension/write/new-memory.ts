/** `Memdir: New memory`: type, text and, if wanted, a name. */
import * as vscode from 'vscode';

import { ageWords } from '../../core/age.js';
import { typeTable } from '../../core/memory-types.js';
import { toHost } from '../../protocol/methods.js';
import type { RelatedMemory, RememberResult, StoreKey } from '../../protocol/wire.js';
import { readSettings } from '../configuration.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { FeatureContext } from '../feature.js';
import { showFile } from '../open-memory.js';
import { newMemoryStores } from '../stores/workspace-store.js';

const TITLE = 'New memory';

export async function newMemory({ host, views }: FeatureContext): Promise<void> {
  if (!(await hasPlace(views)))
    return void vscode.window.showInformationMessage(
      'Open a folder first: a memory is kept with the folder it is about.',
    );
  const place = await choosePlace(views);
  if (place === undefined) return;
  const type = await vscode.window.showQuickPick(
    Object.entries(typeTable(readSettings().types)).map(([label, { level }]) => ({ label, description: level })),
    { title: TITLE, placeHolder: 'What kind of memory is it?' },
  );
  if (type === undefined) return;
  const content = await chooseText();
  if (content === undefined) return;
  const name = await vscode.window.showInputBox({
    title: TITLE,
    prompt: 'Name. Leave it empty to take the first words.',
  });
  if (name === undefined) return;
  const result = await host.request(toHost.remember, {
    content,
    type: type.label,
    ...place,
    ...(name.trim() === '' ? {} : { name }),
  });
  await tellRemembered(result, views);
}

/** Asked first, so that nothing is typed in vain: without a folder there is only what the settings name. */
const hasPlace = async (views: FeatureContext['views']): Promise<boolean> =>
  (vscode.workspace.workspaceFolders ?? []).length > 0 ||
  (await views.stores()).some(({ store }) => ['main', 'custom', 'in-repo', 'extra'].includes(store.kind));

/** Asked only where several folders are open. Undefined: nothing was chosen. */
async function choosePlace(views: FeatureContext['views']): Promise<{ readonly store?: StoreKey } | undefined> {
  const places = newMemoryStores(await views.stores());
  if (places.length < 2) return {};
  const items = places.map(({ store }) => ({
    label: `$(database) ${escapeLabel(store.label)}`,
    detail: escapeLabel(store.path),
    store: store.key,
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: TITLE, placeHolder: 'Which folder is it about?' });
  return chosen && { store: chosen.store };
}

/** What is selected in the editor, or what is typed. An input box holds one line, so a longer selection is taken as it is. */
async function chooseText(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor === undefined ? '' : editor.document.getText(editor.selection);
  if (/[\r\n]/.test(selected.trim())) return selected;
  return vscode.window.showInputBox({
    title: TITLE,
    prompt: 'What is to be remembered?',
    value: selected.trim(),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'Type what is to be remembered.' : undefined),
  });
}

/** Says what came of it, and opens what was saved. */
export async function tellRemembered(result: RememberResult, views: FeatureContext['views']): Promise<void> {
  const { status, path, reason, related = [], redacted } = result;
  if (status === 'duplicate' && path !== undefined) {
    if ((await vscode.window.showWarningMessage('This is remembered already.', 'Open it')) === 'Open it')
      await showFile({ path });
    return;
  }
  if (status !== 'saved' || path === undefined) {
    void vscode.window.showWarningMessage(escapeMessage(`Not saved. ${reason ?? ''}`));
    return;
  }
  await views.load();
  await showFile({ path });
  const masked = redacted === 0 ? '' : ` ${redacted} ${redacted === 1 ? 'secret was' : 'secrets were'} masked.`;
  const close =
    related.length === 0
      ? ''
      : ` ${related.length} close ${related.length === 1 ? 'memory' : 'memories'} may contradict it.`;
  const text = escapeMessage(`Saved.${masked}${close}${reason === undefined ? '' : ` ${reason}`}`);
  if (related.length === 0) void vscode.window.showInformationMessage(text);
  else if ((await vscode.window.showInformationMessage(text, 'Compare…')) === 'Compare…') await compare(path, related);
}

/** The newer first. */
async function compare(path: string, related: readonly RelatedMemory[]): Promise<void> {
  const items = related.map((memory) => ({
    label: escapeLabel(memory.name),
    description: `${ageWords(memory.ageDays)}${memory.contradicts ? ' · says otherwise' : ''}`,
    detail: escapeLabel(memory.description),
    memory,
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: 'Memory to compare with the new one' });
  if (chosen)
    await vscode.commands.executeCommand(
      'vscode.diff',
      vscode.Uri.file(chosen.memory.path),
      vscode.Uri.file(path),
      `${chosen.memory.name} ↔ new`,
    );
}
