/**
 * `npm start [-- DIR]`: builds Memdir and opens VS Code on the sample, or on a memory directory of yours. Uses the
 * VS Code of this machine when `code` is in PATH, else a VS Code in the browser that stays up until Ctrl+C.
 *
 * --browser   the browser, even where `code` is there      --port N   its port
 * --no-open   do not start the local VS Code; print how    --once     end as soon as the address answers (for tests)
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { bundle } from './build.mjs';
import { main, readManifest, root } from './lib/project.mjs';
import { prepareSample } from './lib/sample.mjs';
import { ensureBed } from './testbed/install.mjs';
import { startServer } from './testbed/server.mjs';

interface Scene {
  /** Folder to open. */
  readonly folder: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  readonly description: string;
}

/** Chat can be tried, and its side bar does not take a fifth of the first picture. */
const SETTINGS = { 'chat.disableAIFeatures': false, 'workbench.secondarySideBar.defaultVisibility': 'hidden' } as const;

const base = path.join(root, '.sample');

function sampleScene(): Scene {
  const { project, claudeConfig, backup } = prepareSample(base);
  return {
    folder: project,
    settings: { 'memdir.directories': [backup] },
    env: { CLAUDE_CONFIG_DIR: claudeConfig },
    description: 'the sample',
  };
}

function ownScene(directory: string): Scene {
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), directory);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new Error(`${folder} is not a folder. Give the path of a memory directory: npm start -- DIR`);
  return { folder, settings: { 'memdir.directories': [folder] }, env: {}, description: folder };
}

/** The `code` command, when a window can be shown. */
function localCode(): string | undefined {
  const display = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  const names = process.platform === 'win32' ? ['code.cmd'] : ['code'];
  const files = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  return display ? files.find((file) => existsSync(file)) : undefined;
}

/** Windows starts `code.cmd` through a shell, which splits at blanks that are not quoted. */
const inShell = (command: string, args: readonly string[]): [string, string[]] =>
  process.platform === 'win32' ? [`"${command}"`, args.map((argument) => `"${argument}"`)] : [command, [...args]];

function openLocal(code: string, scene: Scene, open: boolean): void {
  const user = path.join(base, 'vscode');
  mkdirSync(path.join(user, 'User'), { recursive: true });
  writeFileSync(
    path.join(user, 'User', 'settings.json'),
    JSON.stringify(
      { ...SETTINGS, 'security.workspace.trust.enabled': false, 'workbench.startupEditor': 'none', ...scene.settings },
      null,
      2,
    ),
  );
  const args = [
    `--extensionDevelopmentPath=${root}`,
    '--user-data-dir',
    user,
    '--extensions-dir',
    path.join(base, 'vscode-extensions'),
    '--new-window',
    scene.folder,
  ];
  console.log(`Memdir in VS Code on ${scene.description}:\n  ${[code, ...args].join(' ')}`);
  if (!open) return;
  const { status, error } = spawnSync(...inShell(code, args), {
    stdio: 'inherit',
    env: { ...process.env, ...scene.env },
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
}

/** The built repository as an installed extension: a link, so that a new build needs a reload only. */
function linkExtension(extensions: string): void {
  const { publisher, name, version } = readManifest();
  rmSync(extensions, { recursive: true, force: true });
  mkdirSync(extensions, { recursive: true });
  symlinkSync(root, path.join(extensions, `${publisher}.${name}-${version}`), 'junction');
}

async function openInBrowser(scene: Scene, port: number, once: boolean): Promise<void> {
  const bed = ensureBed();
  const folder = path.join(base, 'browser');
  linkExtension(path.join(folder, 'extensions'));
  const server = await startServer(bed, {
    base: folder,
    settings: { ...SETTINGS, ...scene.settings },
    env: scene.env,
    port,
  });
  console.log(
    `\nMemdir in VS Code on ${scene.description}. Open this address in a browser:\n\n  ${server.folderUrl(scene.folder)}\n\nCtrl+C ends it.`,
  );
  if (!once)
    await new Promise<void>((resolve) =>
      ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => process.on(signal, () => resolve())),
    );
  await server.stop();
  console.log('Stopped.');
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: 'boolean' },
    port: { type: 'string' },
    'no-open': { type: 'boolean' },
    once: { type: 'boolean' },
  },
});
await main(async () => {
  await bundle({ outdir: 'dist', minify: false });
  const scene = positionals[0] === undefined ? sampleScene() : ownScene(positionals[0]);
  const code = values.browser === true ? undefined : localCode();
  if (code === undefined) await openInBrowser(scene, Number(values.port ?? 0), values.once === true);
  else openLocal(code, scene, values['no-open'] !== true && values.once !== true);
});
