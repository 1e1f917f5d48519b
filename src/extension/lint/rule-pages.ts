/** Opens the page of a lint rule, which the code of a problem links to. The pages are part of the extension, so they work offline and in remote windows. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { PROBLEM_CODES } from '../../core/problem.js';
import { RULE_PAGES } from '../../protocol/contributions.js';
import type { Feature, FeatureContext } from '../feature.js';

async function explain({ extensionUri, log }: FeatureContext, argument: unknown): Promise<void> {
  const code = PROBLEM_CODES.find((each) => each === argument);
  if (code === undefined) throw new Error(t('There is no check with this name.'));
  const page = vscode.Uri.joinPath(extensionUri, RULE_PAGES, `${code}.md`);
  try {
    await vscode.commands.executeCommand('markdown.showPreview', page);
  } catch (error) {
    // The markdown preview is a built-in extension that can be disabled.
    log.debug(`No preview: ${messageOf(error)}`);
    await vscode.window.showTextDocument(page, { preview: true });
  }
}

export const rulePages: Feature = {
  name: 'explanation of checks',
  activate: (context) => [context.command('memdir.explainRule', (argument) => explain(context, argument))],
};
