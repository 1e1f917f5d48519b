/**
 * The test bed: code-server (VS Code as a server, with the real workbench and extension host), installed from npm
 * without compiling anything. It lives in .bed, or in the folder that MEMDIR_BED names.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { readJson, root } from '../lib/project.mjs';

const CODE_SERVER = '4.139.1';

export interface Bed {
  readonly folder: string;
  /** code-server's script, to be run with this Node. */
  readonly entry: string;
}

const bedFolder = (): string =>
  process.env.MEMDIR_BED ? path.resolve(process.env.MEMDIR_BED) : path.join(root, '.bed');

function isInstalled(folder: string): boolean {
  const server = path.join(folder, 'node_modules', 'code-server');
  return (
    existsSync(path.join(server, 'lib/vscode/node_modules')) &&
    existsSync(path.join(server, 'lib/vscode/extensions/node_modules')) &&
    readJson<{ version: string }>(path.join(server, 'package.json')).version === CODE_SERVER &&
    !existsSync(path.join(folder, 'installing'))
  );
}

function npmInstall(cwd: string, ...packages: string[]): void {
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
}

/** Leaves out what no test needs: assistants with their own services, other platforms' tools, source maps. */
function trim(folder: string): void {
  const vscode = path.join(folder, 'node_modules/code-server/lib/vscode');
  const unneeded = [
    'extensions/copilot',
    'extensions/mermaid-markdown-features',
    'node_modules/@github',
    'node_modules/@microsoft/mxc-sdk',
    'node_modules/@devcontainers',
  ];
  for (const each of unneeded) rmSync(path.join(vscode, each), { recursive: true, force: true });
  const ripgrep = path.join(vscode, 'node_modules/@vscode/ripgrep-universal/bin');
  if (!existsSync(ripgrep)) return;
  for (const each of readdirSync(ripgrep))
    if (each !== `${process.platform}-${process.arch}`) rmSync(path.join(ripgrep, each), { recursive: true });
}

function install(folder: string): void {
  console.log(`Installing the test bed (code-server ${CODE_SERVER}, about 370 MB, less than a minute) in ${folder} …`);
  mkdirSync(folder, { recursive: true });
  const mark = path.join(folder, 'installing');
  writeFileSync(mark, 'An installation that was interrupted leaves this file; the next one starts over.\n');
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "memdir-bed", "private": true }\n');
  const vscode = path.join(folder, 'node_modules/code-server/lib/vscode');
  npmInstall(folder, `code-server@${CODE_SERVER}`);
  npmInstall(vscode, '--omit=dev');
  npmInstall(path.join(vscode, 'extensions'), '--omit=dev');
  trim(folder);
  rmSync(mark);
}

/** The bed, installed first when it is not there. */
export function ensureBed(): Bed {
  const folder = bedFolder();
  if (!isInstalled(folder)) install(folder);
  return { folder, entry: path.join(folder, 'node_modules/code-server/out/node/entry.js') };
}

const KNOWN_BROWSERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/bin/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};
const BROWSER_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

function findBrowser(): string | undefined {
  const inPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => BROWSER_NAMES.map((name) => path.join(folder, name)));
  const named = process.env.MEMDIR_CHROMIUM;
  return [...(named ? [named] : []), ...(KNOWN_BROWSERS[process.platform] ?? []), ...inPath].find((file) =>
    existsSync(file),
  );
}

const isDebianRoot = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** A Chromium that can be driven; from Debian's packages when there is none and we may install one. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found !== undefined) return found;
  if (isDebianRoot()) {
    console.log('Installing chromium with apt-get …');
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
      options,
    );
    const installed = findBrowser();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'Tests in VS Code need Chromium, Chrome or Edge. Install one, or name its program in MEMDIR_CHROMIUM.',
  );
}

/** Version of VS Code inside the bed, for reports. */
export const bedVersion = ({ folder }: Bed): string =>
  (
    JSON.parse(readFileSync(path.join(folder, 'node_modules/code-server/lib/vscode/package.json'), 'utf8')) as {
      version: string;
    }
  ).version;
