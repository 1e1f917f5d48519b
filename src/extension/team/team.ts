/** `Memdir: Sync team memory`, sharing, and the status bar item that says what waits. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t, tPlural } from '../../core/l10n.js';
import type { TeamFolderStatus, TeamReport } from '../../core/results.js';
import { type CommandId, CONTEXT } from '../../protocol/contributions.js';
import { openSetting } from '../configuration.js';
import { setContext } from '../context-keys.js';
import { escapeMessage } from '../escape.js';
import { type Feature, type FeatureContext, rowCommand } from '../feature.js';
import { showFile } from '../open-memory.js';
import { askPassword, sendPassword } from './password.js';
import { revokeShared, shareWithTeam } from './share.js';

const SYNC: CommandId = 'memdir.teamSync';

async function syncTeam(context: FeatureContext): Promise<void> {
  const sync = async (): Promise<TeamReport> =>
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: t('Syncing team memory') },
      async () => await context.host.request('teamSync'),
    );
  let report = await sync();
  if (report.folders.some(({ login }) => login) && (await askPassword(context))) report = await sync();
  await context.views.load();
  if (report.server === null && !report.folders.some(({ way }) => way === 'git')) return await offerSetting();
  await show(report);
}

async function offerSetting(): Promise<void> {
  const open = t('Open setting');
  const message = t('No team database is set. Enter its address, or commit the folder .claude/memory with Git.');
  if ((await vscode.window.showInformationMessage(message, open)) === open) await openSetting('team.url');
}

async function show({ pulled, pushed, conflicts, blocked, restored, folders }: TeamReport): Promise<void> {
  const failed = folders.find(({ offline, refused }) => offline || refused);
  if (failed !== undefined)
    return void vscode.window.showWarningMessage(
      escapeMessage([failed.reason ?? '', ...waiting(failed.pending)].join(' ')),
    );
  const done =
    pulled.length + pushed.length === 0
      ? t('Team memory is up to date.')
      : t('Team memory: {pulled} received, {pushed} sent.', { pulled: pulled.length, pushed: pushed.length });
  const sentences = [
    done,
    ...(conflicts.length === 0
      ? []
      : [
          tPlural(
            conflicts.length,
            '{n} memory was replaced by a teammate’s version; yours is kept next to it.',
            '{n} memories were replaced by teammates’ versions; yours are kept next to them.',
          ),
        ]),
    ...(restored.length === 0
      ? []
      : [
          tPlural(
            restored.length,
            'A file you deleted came back. Take it back from the team instead.',
            '{n} files you deleted came back. Take them back from the team instead.',
          ),
        ]),
    ...(blocked.length === 0 ? [] : [tPlural(blocked.length, '{n} file isn’t synced.', '{n} files aren’t synced.')]),
    ...blocked.slice(0, 1).map(({ reason }) => reason),
  ];
  const message = escapeMessage(sentences.join(' '));
  const place = blocked[0]?.path ?? conflicts.find(({ kept }) => kept !== null)?.kept ?? undefined;
  if (place === undefined) return void vscode.window.showInformationMessage(message);
  const open = t('Open file');
  if ((await vscode.window.showWarningMessage(message, open)) === open)
    await showFile({ path: place, ...(blocked[0]?.line === undefined ? {} : { line: blocked[0].line }) });
}

const waiting = (pending: number): readonly string[] =>
  pending === 0 ? [] : [tPlural(pending, '{n} file is waiting to be sent.', '{n} files are waiting to be sent.')];

function render(item: vscode.StatusBarItem, folders: readonly TeamFolderStatus[]): void {
  const [folder, ...others] = folders.filter(({ way }) => way === 'server');
  if (folder === undefined) return item.hide();
  const all = [folder, ...others];
  const pending = all.reduce((sum, each) => sum + each.pending, 0);
  const failed = all.find(({ offline, refused }) => offline || refused);
  const count = pending === 0 ? '' : ` ${pending}`;
  const [icon, state] =
    failed === undefined
      ? pending === 0
        ? (['cloud', t('Team')] as const)
        : (['cloud-upload', `${t('Team')}${count}`] as const)
      : failed.offline
        ? (['debug-disconnect', `${t('Team: offline')}${count}`] as const)
        : (['warning', `${t('Team: not synced')}${count}`] as const);
  item.text = `$(${icon}) ${state}`;
  const lines = [
    t('Repository {name}', { name: folder.repository ?? '' }),
    failed?.reason ?? undefined,
    ...waiting(pending),
    folder.syncedAt === null ? undefined : t('Synced {time}', { time: new Date(folder.syncedAt).toLocaleString() }),
    t('Click to sync.'),
  ].filter((line) => line !== undefined);
  item.tooltip = lines.join('\n');
  item.accessibilityInformation = { label: [state, ...lines].join(', '), role: 'button' };
  item.show();
}

export const teamFeature: Feature = {
  name: 'team memory',
  activate: (context) => {
    const item = vscode.window.createStatusBarItem('memdir.team', vscode.StatusBarAlignment.Right, 89);
    item.name = t('Team memory');
    item.command = SYNC;
    const follow = async (): Promise<void> => {
      try {
        if (context.host.state !== 'ready') return;
        const folders = await context.host.request('teamStatus');
        setContext(
          CONTEXT.hasTeam,
          folders.some(({ way }) => way === 'server' || way === 'git'),
        );
        render(item, folders);
      } catch (error) {
        // An address that is not used: the command says why.
        context.log.warn(`The state of team memory is not known: ${messageOf(error)}`);
        item.hide();
      }
    };
    const send = async (): Promise<void> => {
      if (context.host.state === 'ready') await sendPassword(context).catch(context.report);
    };
    void send();
    return [
      item,
      context.host.onState(() => void send().then(follow)),
      context.views.onChanged(() => void follow()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('memdir.team')) void send().then(follow);
      }),
      context.command(SYNC, () => syncTeam(context)),
      context.command(
        'memdir.shareWithTeam',
        rowCommand((...args) => shareWithTeam(context, args)),
      ),
      context.command(
        'memdir.revokeShared',
        rowCommand((...args) => revokeShared(context, args)),
      ),
    ];
  },
};
