/** `Memdir: Connect an agent`: adds the MCP server, and hooks where it has them, to the agent's settings, or removes them. Shows the change first. */
import * as vscode from 'vscode';

import { CONNECTABLE, type ConnectAgent, type ConnectScope } from '../../core/connect/agents.js';
import type { AgentState, ConnectPlan, ConnectRequest } from '../../core/connect/results.js';
import { t } from '../../core/l10n.js';
import { escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import type { Previews } from '../preview/preview.js';

interface ScopeChoice extends vscode.QuickPickItem {
  readonly target?: Pick<ConnectRequest, 'scope' | 'remove'>;
}

interface ScopeTexts {
  readonly label: string;
  readonly description: string;
  readonly disconnect: string;
}

const SCOPES: Readonly<Record<ConnectScope, () => ScopeTexts>> = {
  user: () => ({
    label: t('All projects'),
    description: t('for you, on this machine'),
    disconnect: t('Disconnect from all projects'),
  }),
  local: () => ({
    label: t('This folder, for you'),
    description: t('not shared with others'),
    disconnect: t('Disconnect from this folder, for you'),
  }),
  project: () => ({
    label: t('This folder, for everyone'),
    description: t('in files that are shared with the project'),
    disconnect: t('Disconnect from this folder, for everyone'),
  }),
};

/** Where an agent can be connected, then where it is and can be disconnected. */
function scopeChoices(agent: ConnectAgent, agents: readonly AgentState[]): readonly ScopeChoice[] {
  const { scopes } = CONNECTABLE[agent];
  const connected = agents.find((each) => each.agent === agent)?.connected ?? [];
  const texts = scopes.map((scope) => ({ scope, ...SCOPES[scope](), isConnected: connected.includes(scope) }));
  return [
    ...texts.map(({ scope, label, description, isConnected }) => ({
      label,
      description: isConnected ? `${description} · ${t('connected')}` : description,
      target: { scope },
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...texts
      .filter(({ isConnected }) => isConnected)
      .map(({ scope, disconnect }) => ({
        label: disconnect,
        description: t('Remove Memdir’s entries'),
        target: { scope, remove: true },
      })),
  ];
}

interface AgentChoice extends vscode.QuickPickItem {
  readonly agent?: ConnectAgent;
}

/** Agents that are installed come first. */
function agentChoices(agents: readonly AgentState[]): readonly AgentChoice[] {
  const items = (each: readonly AgentState[]): AgentChoice[] =>
    each.map(({ agent, title, connected }) => ({
      // A name such as opencode stays as it is written.
      label: agent === 'agents' ? title.charAt(0).toUpperCase() + title.slice(1) : title,
      agent,
      ...(connected.length > 0 ? { description: t('connected') } : {}),
    }));
  return [
    ...items(agents.filter(({ installed }) => installed !== false)),
    { label: t('Not found on this machine'), kind: vscode.QuickPickItemKind.Separator },
    ...items(agents.filter(({ installed }) => installed === false)),
  ];
}

async function confirm(title: string, { changes, notes, remove }: ConnectPlan, previews: Previews): Promise<boolean> {
  const question = remove
    ? t('Remove Memdir from the settings of {agent}?', { agent: title })
    : t('Connect {agent}? Only these entries are added; a backup is kept.', { agent: title });
  return await previews.confirmChanges(changes, {
    title: t('Settings of {agent}', { agent: title }),
    question: [question, ...notes].join(' '),
    yes: remove ? t('Remove') : t('Connect'),
  });
}

async function chooseAgent(agents: Promise<readonly AgentState[]>): Promise<ConnectAgent | undefined> {
  const choices = agents.then(agentChoices);
  return (await vscode.window.showQuickPick(choices, { placeHolder: t('Select an agent') }))?.agent;
}

/** @param named absent: the agent is chosen from a list */
async function connect({ host, previews }: FeatureContext, named?: ConnectAgent): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
  if (folder === undefined) return void vscode.window.showInformationMessage(t('Open a folder first.'));
  const agents = host.request('connectAgents', { folder });
  const agent = named ?? (await chooseAgent(agents));
  if (agent === undefined) return;
  const { title } = CONNECTABLE[agent];
  const placeHolder = t('Select where {agent} gets memories', { agent: title });
  const scopes = agents.then((states) => scopeChoices(agent, states));
  const target = (await vscode.window.showQuickPick(scopes, { placeHolder }))?.target;
  if (target === undefined) return;
  const plan = await host.request('connectPlan', { agent, folder, ...target });
  if (plan.changes.length === 0)
    return void vscode.window.showInformationMessage(
      target.remove
        ? escapeMessage(plan.notes.join(' ') || t('Memdir isn’t in these settings.'))
        : t('{agent} is already connected.', { agent: title }),
    );
  if (!(await confirm(title, plan, previews))) return;
  const { backup } = await host.request('connectApply', {
    agent,
    folder,
    ...target,
    digest: plan.digest,
  });
  const done = target.remove ? t('Disconnected.') : t('Connected. Takes effect in the next session.');
  void vscode.window.showInformationMessage(
    escapeMessage(
      backup === undefined ? done : `${done} ${t('The previous files are in {folder}.', { folder: backup })}`,
    ),
  );
}

export const connectFeature: Feature = {
  name: 'connection of agents',
  activate: (context) => [
    context.command('memdir.connectClaude', () => connect(context, 'claude')),
    context.command('memdir.connectAgent', () => connect(context)),
  ],
};
