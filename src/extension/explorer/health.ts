/** Answers the view Health: what `memdir doctor` says, a line for each area, with what to do about it as a button. */
import * as vscode from 'vscode';

import { type HealthArea, type HealthLine, healthLines } from '../../core/health.js';
import { t } from '../../core/l10n.js';
import type { HostState } from '../../protocol/contributions.js';
import type { healthRequests, PanelAction, PanelHealthLine } from '../../protocol/webview/health.js';
import type { Handlers, OpenPanel } from './handlers.js';

const TITLES: Readonly<Record<HealthArea | 'host', () => string>> = {
  host: () => t('Background host'),
  index: () => t('Search index'),
  embedder: () => t('Semantic search'),
  models: () => t('Models'),
  queue: () => t('Observation queue'),
  hooks: () => t('Hooks'),
  agents: () => t('Agents'),
  team: () => t('Team memory'),
  directories: () => t('Memory directories'),
  machine: () => t('This machine'),
};

/** What helps where an area fails. */
const FIXES: Readonly<Record<HealthArea, () => PanelAction>> = {
  index: () => ({ label: t('Rebuild index'), action: 'memdir.rebuildIndex' }),
  embedder: () => ({ label: t('Open settings'), action: 'settings:memdir.embedding' }),
  models: () => ({ label: t('Open settings'), action: 'settings:memdir.model' }),
  queue: () => ({ label: t('Retry failed items'), action: 'memdir.retryQueue' }),
  hooks: () => ({ label: t('Show log'), action: 'memdir.showLog' }),
  agents: () => ({ label: t('Connect an agent…'), action: 'memdir.connectAgent' }),
  team: () => ({ label: t('Open settings'), action: 'settings:memdir.team' }),
  directories: () => ({ label: t('Open settings'), action: 'settings:memdir.directories' }),
  machine: () => ({ label: t('Show log'), action: 'memdir.showLog' }),
};

const HOST: Readonly<Record<HostState, () => string>> = {
  starting: () => t('Starting'),
  ready: () => t('Running'),
  failed: () => t('Not running. The log says why.'),
  stopped: () => t('Not running'),
};

/** The line of the background host, of which the doctor knows nothing where it does not run. */
const hostLine = (state: HostState): PanelHealthLine => ({
  area: 'host',
  title: TITLES.host(),
  ok: state === 'ready' || state === 'starting',
  detail: HOST[state](),
  ...(state === 'ready' ? {} : { action: { label: t('Restart host'), action: 'memdir.restartHost' } }),
  checks: [],
});

/** Agents can be connected at any time; all else needs help only where it fails. */
const toPanelLine = ({ area, check: first, ok, detail, fix, checks }: HealthLine): PanelHealthLine => ({
  area,
  title: TITLES[area](),
  ok,
  detail: checks.length > 1 ? `${first}: ${detail}` : detail,
  ...(fix === undefined ? {} : { fix }),
  ...(ok && area !== 'agents' ? {} : { action: FIXES[area]() }),
  checks: checks.map(({ check, ok: passed, detail: found, fix: help }) => ({
    check,
    ok: passed,
    detail: found,
    ...(help === undefined ? {} : { fix: help }),
  })),
});

/** The doctor checks no team where nothing is shared: there is still a line that leads to it. */
const noTeam = (): PanelHealthLine => ({
  area: 'team',
  title: TITLES.team(),
  ok: true,
  detail: t('Nothing is shared with a team.'),
  action: FIXES.team(),
  checks: [],
});

function withTeam(lines: readonly PanelHealthLine[]): readonly PanelHealthLine[] {
  if (lines.length === 0 || lines.some(({ area }) => area === 'team')) return lines;
  const after = lines.findIndex(({ area }) => area === 'agents') + 1;
  return lines.toSpliced(after, 0, noTeam());
}

const SETTINGS = 'settings:';

/** Runs the action of a button of the panel. */
export async function act(action: PanelAction['action']): Promise<void> {
  if (action.startsWith(SETTINGS))
    await vscode.commands.executeCommand('workbench.action.openSettings', action.slice(SETTINGS.length));
  else await vscode.commands.executeCommand(action);
}

export const healthHandlers = ({ host, views }: OpenPanel): Handlers<keyof typeof healthRequests> => ({
  health: async () => {
    const lines = host.state === 'ready' ? healthLines(await host.request('health')) : [];
    // A host that runs and cannot list its stores is of no use.
    const state = host.state === 'ready' ? views.state : host.state;
    return { lines: [hostLine(state), ...withTeam(lines.map(toPanelLine))] };
  },
  act: async ({ action }) => {
    await act(action);
    return null;
  },
});
