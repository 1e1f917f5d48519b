/** The page that explains a check, as it comes with the extension: the code of a problem leads to it, offline and in remote windows too. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { PROBLEM_CODES } from '../../core/problem.js';
import { RULE_PAGES } from '../../protocol/ids.js';
import type { Feature, FeatureContext } from '../feature.js';

async function explain({ extensionUri, log }: FeatureContext, argument: unknown): Promise<void> {
  const code = PROBLEM_CODES.find((each) => each === argument);
  if (code === undefined) throw new Error('There is no check of this name.');
  const page = vscode.Uri.joinPath(extensionUri, RULE_PAGES, `${code}.md`);
  try {
    await vscode.commands.executeCommand('markdown.showPreview', page);
  } catch (error) {
    // The preview is a part of VS Code that can be switched off.
    log.debug(`No preview: ${messageOf(error)}`);
    await vscode.window.showTextDocument(page, { preview: true });
  }
}

export const rulePages: Feature = {
  name: 'explanation of checks',
  activate: (context) => [context.command('memdir.explainRule', (argument) => explain(context, argument))],
};
