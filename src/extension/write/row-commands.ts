/** Commands of memories as the Explorer has them for files: open, reveal, copy path, rename; and type, date and entry. */
import * as vscode from 'vscode';

import { t, tPlural } from '../../core/l10n.js';
import { EXTENSION_ID, WALKTHROUGH_ID } from '../../protocol/contributions.js';
import { type Feature, type FeatureContext, rowCommand } from '../feature.js';
import { pickMemories } from '../memory-picker.js';
import { askType, changeType } from './change-type.js';
import { change } from './edits.js';
import { exportMemories } from './export.js';
import { rename } from './rename.js';

type Arguments = readonly unknown[];
type RowCommand = (context: FeatureContext, args: Arguments) => Promise<void>;

interface FileRow {
  readonly store?: { readonly path?: string };
  readonly budget?: { readonly path?: string };
}

/** The files of rows: memories, MEMORY.md, or the directory of a store. */
async function filesOf(context: FeatureContext, args: Arguments): Promise<readonly vscode.Uri[]> {
  const { store, budget } = (args[0] ?? {}) as FileRow;
  if (store?.path !== undefined)
    return [vscode.Uri.file(budget?.path === undefined ? store.path : `${store.path}/${budget.path}`)];
  const memories = await pickMemories(context, args, { placeHolder: t('Memory'), filter: () => true });
  return memories.map(({ path }) => vscode.Uri.file(path));
}

const openToSide: RowCommand = async (context, args) => {
  for (const uri of await filesOf(context, args))
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: false });
};

const reveal: RowCommand = async (context, args) => {
  const [uri] = await filesOf(context, args);
  if (uri === undefined) return;
  const inWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(inWorkspace ? 'revealInExplorer' : 'revealFileInOS', uri);
};

const copyPath: RowCommand = async (context, args) => {
  const files = await filesOf(context, args);
  if (files.length > 0) await vscode.env.clipboard.writeText(files.map(({ fsPath }) => fsPath).join('\n'));
};

const stillTrue: RowCommand = async (context, args) => {
  const memories = await pickMemories(context, args, { placeHolder: t('Memory that is still true') });
  const [first] = memories;
  if (first === undefined) return;
  const message =
    memories.length === 1
      ? t('Marked “{name}” as still true.', { name: first.name })
      : tPlural(memories.length, 'Marked {n} memory as still true.', 'Marked {n} memories as still true.');
  await change(context, { kind: 'confirm', ids: memories.map(({ id }) => id) }, message);
};

const addToIndex: RowCommand = async (context, args) => {
  const memories = await pickMemories(context, args, {
    placeHolder: t('Memory to add to MEMORY.md'),
    filter: ({ deleted, inIndex }) => !deleted && !inIndex,
    none: t('MEMORY.md already lists every memory.'),
  });
  const [first] = memories;
  if (first === undefined) return;
  const view = (await context.views.stores()).find(({ store }) => store.key === first.store);
  if (view?.budget === undefined)
    return void (await vscode.commands.executeCommand('memdir.openIndex', { store: { key: first.store } }));
  const message =
    memories.length === 1
      ? t('Added “{name}” to MEMORY.md.', { name: first.name })
      : tPlural(memories.length, 'Added {n} memory to MEMORY.md.', 'Added {n} memories to MEMORY.md.');
  await change(context, { kind: 'list', ids: memories.map(({ id }) => id) }, message);
};

const openConversation: RowCommand = async (context, args) => {
  const { conversationOf } = context.views;
  const [memory] = await pickMemories(context, args, {
    placeHolder: t('Memory'),
    filter: (each) => conversationOf(each) !== undefined,
    none: t('No conversation of these memories is on this machine. Claude Code deletes old transcripts.'),
  });
  const file = memory === undefined ? undefined : conversationOf(memory);
  if (file === undefined) return;
  await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: true });
};

const changeTypeOf: RowCommand = async (context, args) => {
  const memories = await pickMemories(context, args, { placeHolder: t('Memory') });
  const type = memories.length === 0 ? undefined : await askType();
  if (type !== undefined) await changeType(context, memories, type);
};

export const rowCommands: Feature = {
  name: 'commands of rows',
  activate: (context) => {
    const { command } = context;
    const on = (run: RowCommand): ReturnType<typeof rowCommand<void>> => rowCommand((...args) => run(context, args));
    return [
      command('memdir.openToSide', on(openToSide)),
      command('memdir.reveal', on(reveal)),
      command('memdir.copyPath', on(copyPath)),
      command('memdir.rename', on(rename)),
      command('memdir.stillTrue', on(stillTrue)),
      command('memdir.addToIndex', on(addToIndex)),
      command('memdir.openConversation', on(openConversation)),
      command('memdir.changeType', on(changeTypeOf)),
      command('memdir.exportMemories', on(exportMemories)),
      command('memdir.openWalkthrough', async () => {
        await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${EXTENSION_ID}#${WALKTHROUGH_ID}`);
      }),
    ];
  },
};
