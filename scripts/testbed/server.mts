/** Starts and stops a code-server with folders of its own. Processes are ended by their id, never by name. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';

import type { Bed } from './install.mjs';

export interface ServerOptions {
  /** Everything the server writes goes below this folder. */
  readonly base: string;
  /** User settings of VS Code. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of the machine, for those that VS Code in a browser does not take from the user. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** 0: any free one. */
  readonly port?: number;
  /** True: a folder is restricted until it is trusted, as on a user's machine; no question is asked at its opening. */
  readonly workspaceTrust?: boolean;
  /** Further arguments of the server. */
  readonly flags?: readonly string[];
}

export interface RunningServer {
  readonly pid: number;
  readonly url: string;
  readonly extensions: string;
  /** Address that opens a folder or, by its `.code-workspace` file, several. */
  folderUrl(folder: string): string;
  stop(): Promise<void>;
}

const QUIET_SETTINGS = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.editor.restoreViewState': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.showReleaseNotes': false,
  'update.mode': 'none',
  'git.enabled': false,
  'window.restoreWindows': 'none',
  'files.hotExit': 'off',
  'chat.disableAIFeatures': true,
  'chat.agentHost.enabled': false,
};

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** Ours without what a surrounding VS Code sets: code-server would open the folder there instead of serving it. */
function environment(base: string, extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_RUN_AS_NODE$|NODE_OPTIONS$|VITEST|PASSWORD$|HASHED_PASSWORD$)/.test(name),
  );
  const home = path.join(base, 'home');
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    ...extra,
  };
}

const serverArguments = (base: string): string[] => [
  '--config',
  path.join(base, 'config.yaml'),
  '--user-data-dir',
  path.join(base, 'user'),
  '--extensions-dir',
  path.join(base, 'extensions'),
];

/** Restricted mode without a dialog in the way of a test. */
const TRUST_SETTINGS = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };

function prepare({ base, settings = {}, machineSettings, workspaceTrust }: ServerOptions): void {
  for (const folder of ['home', 'extensions', 'user/User', 'user/Machine'])
    mkdirSync(path.join(base, folder), { recursive: true });
  writeFileSync(
    path.join(base, 'user/User/settings.json'),
    JSON.stringify({ ...QUIET_SETTINGS, ...(workspaceTrust === true ? TRUST_SETTINGS : {}), ...settings }, null, 2),
  );
  writeFileSync(path.join(base, 'config.yaml'), 'auth: none\n');
  if (machineSettings === undefined) return;
  writeFileSync(path.join(base, 'user/Machine/settings.json'), JSON.stringify(machineSettings));
}

/** Installs a VSIX into the folders of `base`; rejects with code-server's own words. */
export function installVsix(bed: Bed, base: string, vsix: string): void {
  mkdirSync(path.join(base, 'extensions'), { recursive: true });
  writeFileSync(path.join(base, 'config.yaml'), 'auth: none\n');
  execFileSync(process.execPath, [bed.entry, ...serverArguments(base), '--install-extension', vsix, '--force'], {
    env: environment(base, {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function waitUntilListening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (part: Buffer): void => {
      output += part.toString();
      if (output.includes('HTTP server listening')) resolve();
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`The test bed's server did not start:\n${output}`)));
  });
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    const force = setTimeout(() => server.kill('SIGKILL'), 8_000);
    server.on('exit', () => {
      clearTimeout(force);
      resolve();
    });
    server.kill('SIGTERM');
  });
}

export async function startServer(bed: Bed, options: ServerOptions): Promise<RunningServer> {
  prepare(options);
  const port = options.port || (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const flags = [
    '--auth',
    'none',
    '--bind-addr',
    `127.0.0.1:${port}`,
    '--disable-telemetry',
    '--disable-update-check',
    ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
    '--disable-getting-started-override',
    '--ignore-last-opened',
    ...(options.flags ?? []),
  ];
  const server = spawn(process.execPath, [bed.entry, ...serverArguments(options.base), ...flags], {
    env: environment(options.base, options.env ?? {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(path.join(options.base, 'server.log'));
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  const endWithUs = (): void => void server.kill('SIGTERM');
  process.on('exit', endWithUs);
  await waitUntilListening(server);
  return {
    pid: server.pid ?? 0,
    url,
    extensions: path.join(options.base, 'extensions'),
    folderUrl: (folder) => {
      const kind = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
      return `${url}/?${new URLSearchParams({ [kind]: folder }).toString()}`;
    },
    stop: async () => {
      process.off('exit', endWithUs);
      await stop(server);
      log.end();
    },
  };
}
