import { Linter } from 'eslint';
import { expect, it } from 'vitest';

import { userText } from '../../scripts/l10n-rule.mjs';

const outside = (code: string): boolean =>
  new Linter().verify(code, {
    plugins: { memdir: { rules: { 'user-text': userText } } },
    rules: { 'memdir/user-text': ['error', { everywhere: true }] },
  }).length > 0;

it.each([
  ["vscode.window.showInformationMessage('The memory was saved.')", true],
  ["vscode.window.showInformationMessage('Saved')", true],
  ["vscode.window.showInformationMessage(t('Saved'))", false],
  ["const choice = { label: 'Allow' }", true],
  ["const choice = { label: t('Allow') }", false],
  ["const choice = { label: 'Codex' }", false],
  ["out.line('The index was built.')", true],
  ["log.info('The index was built.')", false],
])('%s: %s', (code, isOutside) => expect(outside(code)).toBe(isOutside));
