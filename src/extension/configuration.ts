import { dirname } from 'node:path';

import * as vscode from 'vscode';

import type { HostConfiguration, RunningEditor } from '../protocol/configuration.js';
import { type SettingKey, SETTINGS, type Settings } from '../protocol/settings.js';

const section = (): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('memdir', vscode.workspace.workspaceFolders?.[0]?.uri);

export function readSettings(): Settings {
  const configuration = section();
  const keys = Object.keys(SETTINGS) as SettingKey[];
  return Object.fromEntries(
    keys.map((key) => [key, configuration.get(key, SETTINGS[key].default)]),
  ) as unknown as Settings;
}

export const writeSetting = async <K extends SettingKey>(key: K, value: Settings[K]): Promise<void> => {
  await section().update(key, value, vscode.ConfigurationTarget.Global);
};

/** Opens a setting where it takes effect: in a remote window, machine settings are in the remote settings. */
export async function openSetting(key: SettingKey): Promise<void> {
  const scope = SETTINGS[key].scope ?? 'window';
  const remote = vscode.env.remoteName !== undefined && scope.startsWith('machine');
  await vscode.commands.executeCommand(
    remote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    { query: `memdir.${key}` },
  );
}

/** Environment that the official extension sets for Claude Code. Values of an untrusted workspace are ignored. */
function claudeEnvironment(): Record<string, string> {
  const found = vscode.workspace.getConfiguration('claudeCode').inspect<unknown>('environmentVariables');
  const value = (vscode.workspace.isTrusted ? (found?.workspaceValue ?? found?.globalValue) : found?.globalValue) ?? [];
  const result: Record<string, string> = {};
  for (const item of Array.isArray(value) ? (value as unknown[]) : []) {
    const { name, value: text } = (item ?? {}) as { name?: unknown; value?: unknown };
    if (typeof name === 'string' && typeof text === 'string') result[name] = text;
  }
  return result;
}

export const hostConfiguration = (): HostConfiguration => ({
  settings: readSettings(),
  trusted: vscode.workspace.isTrusted,
  claudeEnvironment: claudeEnvironment(),
});

/** Where the editor keeps what belongs to its user and to the open workspace: Copilot has its folders beside Memdir's. */
export const runningEditor = ({ globalStorageUri, storageUri }: vscode.ExtensionContext): RunningEditor => ({
  user: dirname(dirname(globalStorageUri.fsPath)),
  ...(storageUri === undefined ? {} : { workspace: dirname(storageUri.fsPath) }),
});

/** Calls the listener when {@link hostConfiguration} may have changed. */
export function onHostConfiguration(changed: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('memdir') || event.affectsConfiguration('claudeCode.environmentVariables'))
        changed();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(changed),
  );
}
