/** Where Claude Code reads its settings. */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { t } from '../../core/l10n.js';
import type { StoreScope } from '../../core/memory.js';
import type { IsTrusted } from '../trust/trust-records.js';

export interface SettingsFile {
  readonly scope: StoreScope;
  readonly file: string;
  /** How the file is named to people. */
  readonly name: string;
  /** Whether its values count: settings inside a folder only when the folder is trusted. */
  readonly believed: boolean;
}

export interface SettingsLayers {
  readonly configDir: string;
  /** Folders with settings in their `.claude`, nearest first. */
  readonly folders: readonly string[];
  readonly isTrusted: IsTrusted;
  /** The administrator's file. */
  readonly managed: string;
}

/** Path of the administrator's settings. */
export function managedSettingsFile(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json';
  if (platform === 'win32') return 'C:\\Program Files\\ClaudeCode\\managed-settings.json';
  return '/etc/claude-code/managed-settings.json';
}

/**
 * Settings files in order of precedence: managed, local, project, user. Between managed and local Claude Code applies its command line, which
 * is in no file.
 */
export async function settingsFiles({
  configDir,
  folders,
  isTrusted,
  managed,
}: SettingsLayers): Promise<SettingsFile[]> {
  // When the home folder itself is opened, its settings are the user's, not the project's.
  const projects = await Promise.all(
    folders
      .filter((folder) => join(folder, '.claude') !== configDir)
      .map(async (folder) => ({ folder, believed: await isTrusted(folder) })),
  );
  const inside = (scope: StoreScope, file: string): SettingsFile[] =>
    projects.map(({ folder, believed }) => ({
      scope,
      file: join(folder, '.claude', file),
      name: `.claude/${file}`,
      believed,
    }));
  return [
    ...(await managedSettingsFiles(managed)),
    ...inside('local', 'settings.local.json'),
    ...inside('project', 'settings.json'),
    { scope: 'user', file: join(configDir, 'settings.json'), name: t('your Claude Code settings'), believed: true },
  ];
}

/** The administrator's file and those beside it. */
export const managedSettingsFiles = async (managed: string): Promise<SettingsFile[]> => [
  ...(await dropIns(managed)),
  { scope: 'managed', file: managed, name: t('the managed settings'), believed: true },
];

/** Files of `managed-settings.d` beside the managed settings; the last by name outranks the others. */
async function dropIns(managed: string): Promise<SettingsFile[]> {
  const folder = join(dirname(managed), 'managed-settings.d');
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith('.json') && !name.startsWith('.'),
  );
  return names
    .sort()
    .reverse()
    .map((name) => ({
      scope: 'managed',
      file: join(folder, name),
      name: t('the managed settings ({name})', { name }),
      believed: true,
    }));
}
