/** `Memdir: Connect Claude Code`: adds hooks and MCP server to its settings, or removes them. Shows the change first. */
import * as vscode from 'vscode';

import type { ConnectPlan, ConnectRequest } from '../../core/connect/results.js';
import { unifiedDiff } from '../../core/diff.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { Preview } from '../preview.js';

type ConnectTarget = Pick<ConnectRequest, 'scope' | 'remove'>;
interface Choice extends vscode.QuickPickItem {
  readonly target?: ConnectTarget;
}

const choice = (label: string, description: string, target: ConnectTarget): Choice => ({ label, description, target });
const CHOICES: readonly Choice[] = [
  choice('All projects', 'for you, on this machine', { scope: 'user' }),
  choice('This folder, for you', 'not shared with others', { scope: 'local' }),
  choice('This folder, for everyone', 'in files that are shared with it', { scope: 'project' }),
  { label: '', kind: vscode.QuickPickItemKind.Separator },
  choice('Disconnect all projects', 'take the entries out again', { scope: 'user', remove: true }),
  choice('Disconnect this folder, for you', 'take the entries out again', { scope: 'local', remove: true }),
  choice('Disconnect this folder, for everyone', 'take the entries out again', { scope: 'project', remove: true }),
];

/** Secrets are masked: these files also contain settings and keys of the user. */
const previewOf = ({ changes, notes }: ConnectPlan): string =>
  [
    'What would change in the settings of Claude Code. Nothing is written yet.',
    ...changes.map(({ path }) => `  ${path}`),
    '',
    ...changes.map(({ path, before, after }) =>
      unifiedDiff(path, before === undefined ? undefined : hideSecrets(before), hideSecrets(after)),
    ),
    ...notes,
  ].join('\n');

function confirm(plan: ConnectPlan, preview: Preview): Promise<boolean> {
  const [title, yes] = plan.remove
    ? ['Remove Memdir from these settings?', 'Remove']
    : ['Connect Claude Code?', 'Connect'];
  return preview.confirm(previewOf(plan), {
    title,
    yes,
    detail: 'Nothing else in these files changes. As they are now they are kept.',
  });
}

async function connect({ host }: FeatureContext, preview: Preview): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
  if (folder === undefined) return void vscode.window.showInformationMessage('Open a folder first.');
  const target = (
    await vscode.window.showQuickPick(CHOICES, { placeHolder: 'Where is Claude Code to be given memories?' })
  )?.target;
  if (target === undefined) return;
  const plan = await host.request('connectPlan', { agent: 'claude', folder, ...target });
  if (plan.changes.length === 0)
    return void vscode.window.showInformationMessage(
      target.remove
        ? escapeMessage(plan.notes.join(' ') || 'Memdir is not in these settings.')
        : 'Claude Code is connected already.',
    );
  if (!(await confirm(plan, preview))) return;
  const { backup } = await host.request('connectApply', {
    agent: 'claude',
    folder,
    ...target,
    digest: plan.digest,
  });
  const done = target.remove ? 'Disconnected.' : 'Connected. It counts from the next session of Claude Code on.';
  void vscode.window.showInformationMessage(
    escapeMessage(backup === undefined ? done : `${done} The files as they were are in ${backup}.`),
  );
}

export const connectFeature: Feature = {
  name: 'connection of agents',
  activate: (context) => {
    const preview = new Preview('memdir-connect', 'Change of settings.diff');
    return [preview, context.command('memdir.connectClaude', () => connect(context, preview))];
  },
};
