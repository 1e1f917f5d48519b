/** What the table asks of VS Code: previews, and its quick picks for columns and saved views. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { tableRequests } from '../../protocol/webview/table.js';
import { escapeLabel } from '../escape.js';
import type { Handlers, OpenPanel } from './handlers.js';

type Look = Readonly<Record<string, unknown>>;

interface SavedLook {
  readonly name: string;
  readonly look: Look;
}

const SAVED = 'explorer.views';
const savedIn = (state: vscode.Memento): readonly SavedLook[] => state.get<readonly SavedLook[]>(SAVED, []);

interface Named extends vscode.QuickPickItem {
  readonly id: string;
}

async function chooseColumns(
  columns: readonly { readonly id: string; readonly title: string; readonly shown: boolean }[],
): Promise<readonly string[] | null> {
  const items = columns.map(({ id, title, shown }): Named => ({ id, label: title, picked: shown }));
  const chosen = await vscode.window.showQuickPick(items, { title: t('Columns'), canPickMany: true });
  return chosen === undefined || chosen.length === 0 ? null : chosen.map(({ id }) => id);
}

async function saveLook(state: vscode.Memento, look: Look): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: t('Save view'),
    prompt: t(
      'Columns, order and filters are kept under this name for the workspace. A view of the same name is replaced.',
    ),
    validateInput: (text) => (text.trim() === '' ? t('Enter a name.') : undefined),
  });
  if (name === undefined) return;
  const others = savedIn(state).filter((saved) => saved.name !== name.trim());
  await state.update(SAVED, [...others, { name: name.trim(), look }]);
}

/** A quick pick whose rows can be deleted. */
function chooseLook(state: vscode.Memento): Promise<Look | null> {
  const pick = vscode.window.createQuickPick();
  const remove: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Delete') };
  const show = (): void => {
    pick.items = savedIn(state).map(({ name }) => ({ label: escapeLabel(name), buttons: [remove] }));
  };
  const lookAt = (item: vscode.QuickPickItem | undefined): SavedLook | undefined =>
    item && savedIn(state)[pick.items.indexOf(item)];
  pick.title = t('Saved views');
  pick.placeholder = t('No saved views yet. Use “Save view…” in the table.');
  if (savedIn(state).length > 0) pick.placeholder = t('View');
  return new Promise((resolve) => {
    pick.onDidTriggerItemButton(async ({ item }) => {
      const gone = lookAt(item);
      await state.update(
        SAVED,
        savedIn(state).filter((saved) => saved !== gone),
      );
      show();
    });
    pick.onDidAccept(() => {
      resolve(lookAt(pick.selectedItems[0])?.look ?? null);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(null);
      pick.dispose();
    });
    show();
    pick.show();
  });
}

export const tableHandlers = ({ host, state }: OpenPanel): Handlers<keyof typeof tableRequests> => ({
  preview: async ({ id }) => {
    const { body, unreadable } = await host.request('preview', { id });
    return { text: unreadable ?? body.trim() };
  },
  chooseColumns: ({ columns }) => chooseColumns(columns),
  saveLook: async ({ look }) => {
    await saveLook(state, look);
    return null;
  },
  chooseLook: () => chooseLook(state),
});
