/** `Memdir: Check all memories`. */
import * as vscode from 'vscode';

import { plural } from '../../core/plural.js';
import type { LintReport } from '../../core/results.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';

/** Hints are counted apart, because the Problems view does not list them: VS Code marks them in their file alone. */
function summarize({ problems, files }: LintReport): { readonly text: string; readonly listed: number } {
  const hints = problems.filter(({ severity }) => severity === 'hint').length;
  const listed = problems.length - hints;
  const sentence =
    listed === 0
      ? `No problems in ${plural(files, 'file')}.`
      : `${plural(listed, 'problem')} in ${plural(files, 'file')}.`;
  return {
    listed,
    text: hints === 0 ? sentence : `${sentence} ${plural(hints, 'hint')} beside: dots under the text of the file.`,
  };
}

async function checkAll({ host }: FeatureContext): Promise<void> {
  const options = { location: vscode.ProgressLocation.Notification, title: 'Checking all memories', cancellable: true };
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
  const choice = await vscode.window.showInformationMessage(text, ...(listed > 0 ? ['Show problems'] : []));
  if (choice) await vscode.commands.executeCommand('workbench.actions.view.problems');
}

export const lintAll: Feature = {
  name: 'check of all memories',
  activate: (context) => [context.command('memdir.lintWorkspace', () => checkAll(context))],
};
