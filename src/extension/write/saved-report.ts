/** Saves what a person wrote, and says what became of it. */
import * as vscode from 'vscode';

import { ageWords } from '../../core/age.js';
import { isIndexLoaded } from '../../core/file-kinds.js';
import { t, tPlural } from '../../core/l10n.js';
import { type StoreKey, storeOfId } from '../../core/memory.js';
import type { RelatedMemory, RememberRequest, RememberResult } from '../../core/write/results.js';
import { wordSentences } from '../../core/write/word-report.js';
import type { CommandId } from '../../protocol/contributions.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { FeatureContext } from '../feature.js';
import { missingIndexMessage } from '../index/new-index.js';
import { showFile } from '../open-memory.js';

export type Saving = Pick<FeatureContext, 'host' | 'views'>;

/** Saves what a person wrote, and reports it. A text that looks like no memory is saved when they insist. */
export async function saveMemory(context: Saving, memory: RememberRequest): Promise<void> {
  const { host } = context;
  const request = { ...memory, author: 'person' } as const;
  const result = await host.request('remember', request);
  if (result.trifle === undefined) return await reportRemembered(context, result);
  if (await insists(result))
    await reportRemembered(context, await host.request('remember', { ...request, insist: true }));
}

/**
 * Whether a text that looks like no memory is to be saved all the same.
 * @param modal while an editor is being saved: a message that hides would leave it waiting
 */
export async function insists({ reason }: RememberResult, { modal = false } = {}): Promise<boolean> {
  const anyway = t('Save anyway');
  const message = `${t('Not saved.')} ${reason ?? ''}`;
  return modal
    ? (await vscode.window.showWarningMessage(message, { modal }, anyway)) === anyway
    : (await vscode.window.showWarningMessage(escapeMessage(message), anyway)) === anyway;
}

/** Reports the result, and opens a saved memory. */
export async function reportRemembered(context: Saving, result: RememberResult): Promise<void> {
  const { status, id, path, reason } = result;
  if (status === 'duplicate' && path !== undefined) {
    const open = t('Open');
    if ((await vscode.window.showWarningMessage(t('This is already remembered.'), open)) === open)
      await showFile({ path });
    return;
  }
  if (status !== 'saved' || path === undefined || id === undefined) {
    void vscode.window.showWarningMessage(escapeMessage(`${t('Not saved.')} ${reason ?? ''}`));
    return;
  }
  await context.views.load();
  await showFile({ path });
  await offerNext(context, { ...result, id, path });
}

/** Names file and store, and what deserves a look. */
function savedMessage(result: RememberResult & { readonly path: string }, store: string): string {
  const { path, redacted, related = [], reason } = result;
  return [
    t('Saved {file} in {store}.', { file: path.split(/[\\/]/).at(-1) ?? path, store }),
    ...(redacted === 0 ? [] : [tPlural(redacted, '{n} secret was masked.', '{n} secrets were masked.')]),
    ...(related.length === 0
      ? []
      : [tPlural(related.length, '{n} similar memory may contradict it.', '{n} similar memories may contradict it.')]),
    ...wordSentences(result),
    ...(reason === undefined ? [] : [reason]),
  ].join(' ');
}

async function offerNext(
  context: Saving,
  result: RememberResult & { readonly id: string; readonly path: string },
): Promise<void> {
  const { id, path, related = [], distilled } = result;
  const views = await context.views.stores();
  const store = views.find((view) => view.store.key === storeOfId(id))?.store.label ?? '';
  const noIndex = await storeWithoutIndex(result, context.views);
  const buttons = {
    undo: t('Undo'),
    compare: t('Compare…'),
    index: t('Create MEMORY.md…'),
    distill: t('Use distilled text'),
  };
  const chosen = await vscode.window.showInformationMessage(
    escapeMessage(savedMessage(result, store)),
    buttons.undo,
    ...(noIndex === undefined ? [] : [buttons.index]),
    ...(related.length === 0 ? [] : [buttons.compare]),
    ...(distilled === undefined ? [] : [buttons.distill]),
  );
  if (chosen === buttons.undo) {
    await context.host.request('forget', { id });
    await context.views.load();
  }
  if (chosen === buttons.compare) await compare(path, related);
  if (chosen === buttons.index) await vscode.commands.executeCommand(OPEN_INDEX, { store: { key: noIndex } });
  if (chosen === buttons.distill && distilled !== undefined) await replaceByDistilled(context, id, distilled);
}

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
    void vscode.window.showWarningMessage(escapeMessage(`${t('Not replaced.')} ${reason ?? ''}`));
    return;
  }
  await views.load();
  await showFile({ path });
}

/** `related`: the newer first. */
async function compare(path: string, related: readonly RelatedMemory[]): Promise<void> {
  const items = related.map((memory) => ({
    label: escapeLabel(memory.name),
    description: `${ageWords(memory.ageDays)}${memory.contradicts ? ` · ${t('contradicts it')}` : ''}`,
    detail: escapeLabel(memory.description),
    memory,
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: t('Memory to compare with the new one') });
  if (chosen)
    await vscode.commands.executeCommand(
      'vscode.diff',
      vscode.Uri.file(chosen.memory.path),
      vscode.Uri.file(path),
      `${chosen.memory.name} ↔ ${t('new')}`,
    );
}
