/** Settings that prevent hooks from running although they are written. */
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { parse } from 'jsonc-parser';

import { isObject } from '../../core/json.js';
import { t } from '../../core/l10n.js';
import type { ConnectChange } from '../../core/results.js';
import { realPathOf } from '../paths.js';
import { managedSettingsFile, managedSettingsFiles } from '../stores/settings-files.js';

export interface ObstacleOptions {
  readonly platform: NodeJS.Platform;
  /** The administrator's settings file; default: the platform's. */
  readonly managed?: string;
}

export interface Connecting {
  readonly changes: readonly ConnectChange[];
  /** Absolute, every file that says what hooks and servers run here, whether it changes or not. */
  readonly settings: readonly string[];
}

/** Notes to be shown before files are changed, one sentence each. */
export async function obstacles(
  { platform, managed = managedSettingsFile(platform) }: ObstacleOptions,
  { changes, settings }: Connecting,
): Promise<string[]> {
  const notes = await ofManaged(managed);
  for (const { path } of changes) {
    if ((await lstat(path).catch(() => undefined))?.isSymbolicLink())
      notes.push(t('{path} is a link: {target} will be changed.', { path, target: await realPathOf(path) }));
  }
  for (const path of settings) {
    const { disableAllHooks, deniedMcpServers, disabledMcpjsonServers } = await settingsOf(path);
    if (disableAllHooks === true)
      notes.push(t('“disableAllHooks” in {path} blocks all hooks. Remove it to recall memories.', { path }));
    if (names(deniedMcpServers))
      notes.push(
        t('“deniedMcpServers” in {path} blocks the MCP server. Remove “memdir” from it to use the tools.', { path }),
      );
    if (names(disabledMcpjsonServers))
      notes.push(
        t(
          '“disabledMcpjsonServers” in {path} blocks the server in .mcp.json. Remove “memdir” from it to use the tools.',
          { path },
        ),
      );
  }
  return notes;
}

/** Notes on what the administrator's settings block. */
async function ofManaged(managed: string): Promise<string[]> {
  const rules: Readonly<Record<string, unknown>>[] = [];
  for (const { file } of await managedSettingsFiles(managed)) rules.push(await settingsOf(file));
  const says = (key: string, matches: (value: unknown) => boolean): boolean => rules.some((rule) => matches(rule[key]));
  const only = (what: string): boolean =>
    says('strictPluginOnlyCustomization', (value) => value === true || (Array.isArray(value) && value.includes(what)));
  const noHooks =
    says('allowManagedHooksOnly', (value) => value === true) ||
    says('disableAllHooks', (value) => value === true) ||
    only('hooks');
  const exclusive = await lstat(join(dirname(managed), 'managed-mcp.json')).then(
    () => true,
    () => false,
  );
  const noServer = exclusive || only('mcp') || says('deniedMcpServers', names);
  return [
    ...(noHooks
      ? [
          noServer
            ? t('This machine’s managed settings ({file}) allow only their own hooks: memories won’t be recalled.', {
                file: managed,
              })
            : t(
                'This machine’s managed settings ({file}) allow only their own hooks: memories won’t be recalled. The MCP server works.',
                { file: managed },
              ),
        ]
      : []),
    ...(noServer
      ? [
          t('This machine’s managed settings ({folder}) block this MCP server: agents won’t have the tools.', {
            folder: dirname(managed),
          }),
        ]
      : []),
  ];
}

/** Whether a list of server names, or of objects with a name, contains ours. */
const names = (servers: unknown): boolean =>
  Array.isArray(servers) &&
  servers.some((server: unknown) => server === 'memdir' || (isObject(server) && server['serverName'] === 'memdir'));

const settingsOf = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  settingsIn(await readFile(path, 'utf8').catch(() => ''));

function settingsIn(text: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
}
