/** `Memdir: Apply all safe fixes`: of a file at once, of a store or several memories after a preview. */
import * as vscode from 'vscode';

import { t, tPlural } from '../../core/l10n.js';
import { isInside } from '../../core/paths.js';
import type { StoreView } from '../../core/results.js';
import type { FixOutcome, FixTarget } from '../../protocol/requests/host-context.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { realPathOf } from '../stores/real-path.js';

interface Choice extends vscode.QuickPickItem {
  readonly target: FixTarget;
}

/** What the command was called on (a store of the tree, memories of the explorer panel), else the user's pick: the active file, or a store with problems. */
async function chooseTarget(
  views: readonly StoreView[],
  argument: unknown,
  ids: readonly string[],
): Promise<FixTarget | undefined> {
  const key = (argument as { store?: { key?: string } } | undefined)?.store?.key;
  if (key !== undefined) return { store: key };
  if (ids.length > 0) return { memories: ids };
  const choices = [
    ...(await fileChoice(views)),
    ...views.filter(({ marks }) => Object.keys(marks).length > 0).map(storeChoice),
  ];
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(t('No problems found in your memories.'));
    return undefined;
  }
  const choice = await vscode.window.showQuickPick(choices, {
    title: t('Apply all safe fixes'),
    placeHolder: t('Choose a store. You’ll review the changes before they are applied.'),
  });
  return choice?.target;
}

async function fileChoice(views: readonly StoreView[]): Promise<Choice[]> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.uri.scheme !== 'file' || !/\.md$/i.test(document.fileName)) return [];
  const file = await realPathOf(document.uri);
  const inside = views.some(({ store }) => isInside(file, store.path));
  return inside
    ? [
        {
          label: `$(file) ${t('This file')}`,
          description: escapeLabel(vscode.workspace.asRelativePath(document.uri)),
          target: { file: document.uri.toString() },
        },
      ]
    : [];
}

function storeChoice({ store, marks }: StoreView): Choice {
  const count = Object.values(marks).reduce((sum, mark) => sum + mark.count, 0);
  return {
    label: `$(folder) ${escapeLabel(store.label)}`,
    description: tPlural(count, '1 problem', '{n} problems'),
    detail: escapeLabel(store.path),
    target: { store: store.key },
  };
}

function sentence({ repairs, files, applied, readOnly = [] }: FixOutcome): string | undefined {
  const left = readOnly.map((file) =>
    t('{file} is read-only and wasn’t fixed. Make it writable and try again.', {
      file: vscode.workspace.asRelativePath(vscode.Uri.file(file)),
    }),
  );
  return [...changed({ repairs, files, applied }, left.length > 0), ...left].join(' ') || undefined;
}

function changed({ repairs, files, applied }: FixOutcome, others: boolean): string[] {
  if (repairs === 0 && others) return [];
  if (repairs === 0) return [t('No problems can be fixed safely here. See the Problems view for other fixes.')];
  return applied
    ? [
        t('Fixed {problems} in {files}.', {
          problems: tPlural(repairs, '1 problem', '{n} problems'),
          files: tPlural(files, '1 file', '{n} files'),
        }),
      ]
    : [];
}

async function run({ host, views, selection }: FeatureContext, argument: unknown): Promise<void> {
  if (!views.current) await views.load();
  const target = await chooseTarget(views.current ?? [], argument, await selection.idsOf([argument]));
  if (!target) return;
  const options = { location: vscode.ProgressLocation.Window, title: t('Finding safe fixes') };
  // Nothing is looked for while the preview waits for an answer.
  const found = Promise.withResolvers<void>();
  const listening = host.onEdit(() => found.resolve());
  try {
    const fixing = host.request('fixAll', target);
    void vscode.window.withProgress(options, () => Promise.race([fixing, found.promise]));
    const text = sentence(await fixing);
    if (text) void vscode.window.showInformationMessage(escapeMessage(text));
  } finally {
    listening.dispose();
  }
}

export const fixAll: Feature = {
  name: 'application of all safe fixes',
  activate: (context) => [context.command('memdir.fixAll', (argument) => run(context, argument))],
};
