/** Commands of the background host: health, log, restart. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { HealthCheck } from '../../core/results.js';
import type { Feature, FeatureContext } from '../feature.js';

async function showHealth({ host }: FeatureContext): Promise<void> {
  const checks = await host.request('health');
  const line = ({ check, ok, detail, fix }: HealthCheck): string =>
    `${ok ? '✓' : '✗'} ${check}: ${detail}${fix === undefined ? '' : `\n    ${t('To fix it: {fix}', { fix })}`}`;
  const failed = checks.filter((check) => !check.ok).length;
  const title =
    failed === 0
      ? t('Memdir: all checks passed.')
      : t('Memdir: {failed} of {all} checks failed.', { failed, all: checks.length });
  health.text = `${title}\n\n${checks.map(line).join('\n')}\n`;
  const uri = vscode.Uri.from({ scheme: SCHEME, path: t('Memdir health') });
  health.changed.fire(uri);
  await vscode.window.showTextDocument(uri, { preview: true });
}

/** The report is a virtual document: read-only, so closing it asks nothing. Its path is the name of its tab. */
const SCHEME = 'memdir-health';
const health = { text: '', changed: new vscode.EventEmitter<vscode.Uri>() };

export const hostCommands: Feature = {
  name: 'commands of the host',
  activate: (context) => [
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: health.changed.event,
      provideTextDocumentContent: () => health.text,
    }),
    context.command('memdir.showHealth', () => showHealth(context)),
    context.command('memdir.restartHost', () => context.host.restart()),
    context.command('memdir.showLog', async () => context.log.show()),
  ],
};
