/** `Memdir: Check all memories`. */
import * as vscode from 'vscode';

import { t, tPlural } from '../../core/l10n.js';
import type { LintReport } from '../../core/results.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';

/** Hints are counted apart, because the Problems view does not list them: VS Code marks them in their file alone. */
function summarize({ problems: found, files }: LintReport): { readonly text: string; readonly listed: number } {
  const hints = found.filter(({ severity }) => severity === 'hint').length;
  const listed = found.length - hints;
  const count = { files: tPlural(files, '1 file', '{n} files') };
  const problems = tPlural(listed, '1 problem', '{n} problems');
  const text =
    hints === 0
      ? listed === 0
        ? t('No problems in {files}.', count)
        : t('{problems} in {files}.', { ...count, problems })
      : t('{problems} and {hints} in {files}.', { ...count, problems, hints: tPlural(hints, '1 hint', '{n} hints') });
  return { listed, text };
}

async function checkAll({ host }: FeatureContext): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Checking all memories'),
    cancellable: true,
  };
  const report = await vscode.window.withProgress(options, async (_progress, token) => {
    try {
      return await host.request('lintAll', undefined, token);
    } catch (error) {
      if (isCancelled(error)) return undefined;
      throw error;
    }
  });
  if (!report) return;
  const { text, listed } = summarize(report);
  const choice = await vscode.window.showInformationMessage(text, ...(listed > 0 ? [t('Show problems')] : []));
  if (choice) await vscode.commands.executeCommand('workbench.actions.view.problems');
}

export const lintAll: Feature = {
  name: 'check of all memories',
  activate: (context) => [context.command('memdir.lintWorkspace', () => checkAll(context))],
};
