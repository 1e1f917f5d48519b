/** `Memdir: New memory`: type, text and, if wanted, a name. */
import * as vscode from 'vscode';

import { ageWords } from '../../core/age.js';
import { isIndexLoaded } from '../../core/file-kinds.js';
import { type StoreKey, storeOfId } from '../../core/memory.js';
import { typeTable } from '../../core/memory-types.js';
import type { RelatedMemory, RememberRequest, RememberResult } from '../../core/write/results.js';
import { wordSentences } from '../../core/write/word-report.js';
import type { CommandId } from '../../protocol/contributions.js';
import { readSettings } from '../configuration.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { FeatureContext } from '../feature.js';
import { missingIndexMessage } from '../index/new-index.js';
import { showFile } from '../open-memory.js';
import { newMemoryStores } from '../stores/workspace-store.js';

const TITLE = 'New memory';

export async function newMemory({ host, views }: FeatureContext, _row: unknown): Promise<void> {
  if (!(await canRemember(views)))
    return void vscode.window.showInformationMessage(
      'Open a folder first: a memory is kept with the folder it is about.',
    );
  const store = await chooseStore(views);
  if (store === undefined) return;
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
  await saveMemory({ host, views }, { content, type: type.label, ...store, ...(name.trim() === '' ? {} : { name }) });
}

type Saving = Pick<FeatureContext, 'host' | 'views'>;

/** Saves what a person wrote, and reports it. A text that looks like no memory is saved when they insist. */
export async function saveMemory({ host, views }: Saving, memory: RememberRequest): Promise<void> {
  const request = { ...memory, author: 'person' } as const;
  const result = await host.request('remember', request);
  if (result.trifle === undefined) return await reportRemembered({ host, views }, result);
  const anyway = 'Save Anyway';
  if ((await vscode.window.showWarningMessage(escapeMessage(`Not saved. ${result.reason ?? ''}`), anyway)) === anyway)
    await reportRemembered({ host, views }, await host.request('remember', { ...request, insist: true }));
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
  const chosen = await vscode.window.showQuickPick(items, { title: TITLE, placeHolder: 'Which folder is it about?' });
  return chosen && { store: chosen.store };
}

/** The selected text, or text that is typed. An input box has one line, so a selection of several lines is taken as it is. */
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

/** Reports the result, and opens a saved memory. */
async function reportRemembered({ host, views }: Saving, result: RememberResult): Promise<void> {
  const { status, id, path, reason, related = [], redacted, distilled } = result;
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
  const more = [...wordSentences(result), ...(reason === undefined ? [] : [reason])].map((each) => ` ${each}`).join('');
  const store = await storeWithoutIndex(result, views);
  const chosen = await vscode.window.showInformationMessage(
    escapeMessage(`Saved.${masked}${close}${more}`),
    ...(store === undefined ? [] : [MAKE_INDEX]),
    ...(related.length === 0 ? [] : [COMPARE]),
    ...(distilled === undefined ? [] : [DISTILL]),
  );
  if (chosen === COMPARE) await compare(path, related);
  if (chosen === MAKE_INDEX) await vscode.commands.executeCommand(OPEN_INDEX, { store: { key: store } });
  if (chosen === DISTILL && id !== undefined && distilled !== undefined)
    await replaceByDistilled({ host, views }, id, distilled);
}

const COMPARE = 'Compare…';
const DISTILL = 'Use Distilled Text';
const MAKE_INDEX = 'Make MEMORY.md…';
const OPEN_INDEX: CommandId = 'memdir.openIndex';

/** The store that was written to, when it has memories and no index: the new memory was not listed. */
async function storeWithoutIndex(
  { id }: RememberResult,
  views: FeatureContext['views'],
): Promise<StoreKey | undefined> {
  const view = (await views.stores()).find(({ store }) => id !== undefined && store.key === storeOfId(id));
  return view !== undefined && isIndexLoaded(view.store) && missingIndexMessage(view) !== undefined
    ? view.store.key
    : undefined;
}

/** Puts the text without first person, names and contacts in the place of what a person wrote, which is kept. */
async function replaceByDistilled({ host, views }: Saving, id: string, content: string): Promise<void> {
  const { status, path, reason } = await host.request('update', { id, content });
  if (status !== 'updated') {
    void vscode.window.showWarningMessage(escapeMessage(`Not replaced. ${reason ?? ''}`));
    return;
  }
  await views.load();
  await showFile({ path });
}

/** `related`: the newer first. */
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
