/** `Memdir: Check all memories`. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import { countWords } from '../../core/problem-count.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';

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
  // VS Code lists no hints, it marks them in their file alone.
  const isListed = report.problems.some(({ severity }) => severity !== 'hint');
  const choice = await vscode.window.showInformationMessage(
    countWords(report.problems, report.files),
    ...(isListed ? [t('Show problems')] : []),
  );
  if (choice) await vscode.commands.executeCommand('workbench.actions.view.problems');
}

export const lintAll: Feature = {
  name: 'check of all memories',
  activate: (context) => [context.command('memdir.lintWorkspace', () => checkAll(context))],
};
