/** Where agents other than Claude Code keep their files on this machine. */
import { posix, resolve, win32 } from 'node:path';

import { namedPath } from '../../core/named-path.js';
import type { RunningEditor } from '../../protocol/configuration.js';
import type { RootsEnvironment } from './base-folders.js';

export interface AgentHomes {
  /** User folders of editors in which Copilot runs. */
  readonly editors: readonly string[];
  readonly qwen: string;
  readonly gemini: string;
  readonly codex: string;
}

/** Folder names of editors below the platform's folder of settings. */
const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'VSCodium - Insiders', 'Code - OSS'];
/** Folders in the home of a machine that editors connect to. */
const SERVERS = [
  '.vscode-server',
  '.vscode-server-insiders',
  '.vscodium-server',
  '.vscode-remote',
  '.openvscode-server',
];

/** Paths of the platform that is asked about, which in a test is not the one it runs on. */
const pathsOf = (platform: NodeJS.Platform): { readonly join: (this: void, ...parts: string[]) => string } =>
  platform === 'win32' ? win32 : posix;

export function agentHomes({ env, home, platform }: RootsEnvironment, editor?: RunningEditor): AgentHomes {
  const named = (variable: string, fallback: string): string =>
    resolve(namedPath(env[variable] ?? '', { home, platform }).path ?? fallback);
  const { join } = pathsOf(platform);
  return {
    editors: editor === undefined ? editorFolders({ env, home, platform }) : [editor.user],
    qwen: named('QWEN_CODE_MEMORY_BASE_DIR', named('QWEN_RUNTIME_DIR', join(home, '.qwen'))),
    gemini: join(named('GEMINI_CLI_HOME', home), '.gemini'),
    codex: named('CODEX_HOME', join(home, '.codex')),
  };
}

/** User folders that editors may have on this machine, whether they are there or not. */
export function editorFolders({ env, home, platform }: RootsEnvironment): string[] {
  const { join } = pathsOf(platform);
  const settings =
    platform === 'win32'
      ? env['APPDATA'] || join(home, 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : env['XDG_CONFIG_HOME'] || join(home, '.config');
  const data = env['XDG_DATA_HOME'] || join(home, '.local', 'share');
  const server = env['VSCODE_AGENT_FOLDER'];
  return [
    ...(env['VSCODE_PORTABLE'] ? [join(env['VSCODE_PORTABLE'], 'user-data', 'User')] : []),
    ...EDITORS.map((name) => join(settings, name, 'User')),
    ...(server ? [join(server, 'data', 'User')] : []),
    ...SERVERS.map((name) => join(home, name, 'data', 'User')),
    join(data, 'code-server', 'User'),
    ...(platform === 'linux'
      ? ['com.visualstudio.code', 'com.vscodium.codium'].map((app) =>
          join(home, '.var', 'app', app, 'config', app.endsWith('code') ? 'Code' : 'VSCodium', 'User'),
        )
      : []),
  ];
}
