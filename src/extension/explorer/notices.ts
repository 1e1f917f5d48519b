/** Why the panel does not show everything: nothing to show, or only a part of it, and what to do about that. */
import { t } from '../../core/l10n.js';
import type { StoreView } from '../../core/results.js';
import type { HostState } from '../../protocol/contributions.js';
import type { PanelNotice } from '../../protocol/webview/state.js';

interface Surroundings {
  readonly host: HostState;
  readonly trusted: boolean;
  /** Undefined before the host answered. */
  readonly stores: readonly StoreView[] | undefined;
  /** Whether the setting names another folder of Claude Code's. */
  readonly hasConfigDir: boolean;
}

/** The most important first. */
export function noticesOf({ host, trusted, stores, hasConfigDir }: Surroundings): readonly PanelNotice[] {
  if (host === 'failed' || host === 'stopped') return [stopped(stores === undefined)];
  if (stores === undefined) return [loading()];
  const off = [...new Set(stores.flatMap(({ store }) => store.off ?? []))];
  const isEmpty = !stores.some(({ memories, budget }) => memories.length > 0 || budget !== undefined);
  return [...(trusted ? [] : [untrusted()]), ...off.map(switchedOff), ...(isEmpty ? [empty(hasConfigDir)] : [])];
}

const loading = (): PanelNotice => ({ kind: 'loading', blocks: true, text: t('Loading memories…'), actions: [] });

const stopped = (blocks: boolean): PanelNotice => ({
  kind: 'stopped',
  blocks,
  text: t('Memdir’s background host isn’t running, so memories can’t be shown. The log says why.'),
  actions: [
    { label: t('Restart host'), action: 'memdir.restartHost' },
    { label: t('Show log'), action: 'memdir.showLog' },
  ],
});

const untrusted = (): PanelNotice => ({
  kind: 'untrusted',
  blocks: false,
  text: t('This folder isn’t trusted, so its settings and links are ignored. Trust it to see all of its memory.'),
  actions: [{ label: t('Manage trust'), action: 'workbench.trust.manage' }],
});

const switchedOff = (reason: string): PanelNotice => ({
  kind: 'off',
  blocks: false,
  text: t('Memory is switched off. {reason}', { reason }),
  actions: [],
});

const empty = (hasConfigDir: boolean): PanelNotice => ({
  kind: 'empty',
  blocks: true,
  text: hasConfigDir
    ? t(
        'No memories found for this folder. The setting “Memdir: Claude Config Dir” names the folder to look in. Change it if Claude Code keeps its files elsewhere.',
      )
    : t(
        'No memories found for this folder. Claude Code keeps memories in ~/.claude/projects, one folder per project. They appear here automatically.',
      ),
  actions: [
    { label: t('New memory…'), action: 'memdir.newMemory' },
    { label: t('Connect an agent…'), action: 'memdir.connectAgent' },
    hasConfigDir
      ? { label: t('Open settings'), action: 'settings:memdir.claudeConfigDir' }
      : { label: t('Add a memory folder'), action: 'settings:memdir.directories' },
  ],
});
