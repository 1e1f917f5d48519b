/** Installs clients from the registry into a folder that is under no version control, each version once. They are never dependencies. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../../scripts/lib/project.mjs';
import { type ClientName, CLIENTS, versionOf } from './versions.mjs';

const CACHE = path.join(root, '.clients');
/** Milliseconds that the registry and the disk have for one client. */
const PATIENCE_MS = 300_000;

/** The client's command, or why it is not there. */
export type Installed = { readonly program: string } | { readonly missing: string };

const programIn = (folder: string, name: ClientName): string =>
  path.join(folder, 'node_modules', '.bin', `${CLIENTS[name].command}${process.platform === 'win32' ? '.cmd' : ''}`);

export async function installClient(name: ClientName, version: string = versionOf(name)): Promise<Installed> {
  const folder = path.join(CACHE, `${name}-${version}`);
  if (existsSync(programIn(folder, name))) return { program: programIn(folder, name) };
  const unfinished = `${folder}.${process.pid}`;
  try {
    await mkdir(unfinished, { recursive: true });
    await writeFile(path.join(unfinished, 'package.json'), '{"private":true}\n');
    const what = `${CLIENTS[name].name}@${version}`;
    await npm(['install', '--no-audit', '--no-fund', '--no-save', '--omit=dev', what], unfinished);
    // Another process may have been quicker.
    if (!existsSync(programIn(folder, name))) {
      await rm(folder, { recursive: true, force: true });
      await rename(unfinished, folder);
    }
    await rm(unfinished, { recursive: true, force: true });
    return { program: programIn(folder, name) };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    return { missing: `${CLIENTS[name].name} ${version} could not be installed: ${reasonOf(error)}` };
  }
}

/** The client for a suite: where it is missing, `reason` says why its tests are skipped, and was printed. */
export async function clientOf(name: ClientName): Promise<{ readonly program: string; readonly reason?: string }> {
  const installed = await installClient(name);
  if ('program' in installed) return installed;
  process.stdout.write(`Skipped: ${installed.missing}\n`);
  return { program: '', reason: installed.missing };
}

/** The newest version in the registry. */
export async function newestVersion(name: ClientName): Promise<string> {
  return (await npm(['view', CLIENTS[name].name, 'version'], root)).trim();
}

async function npm(args: readonly string[], cwd: string): Promise<string> {
  // Its fetches are repeated once: without a network the tests are to go on soon.
  const options = ['--fetch-retries=1', '--fetch-timeout=60000', '--loglevel=error'];
  const { stdout } = await promisify(execFile)('npm', [...args, ...options], {
    cwd,
    timeout: PATIENCE_MS,
    shell: process.platform === 'win32',
  });
  return stdout;
}

const reasonOf = (error: unknown): string => {
  const { stderr = '', message = '' } = error as { readonly stderr?: string; readonly message?: string };
  return (stderr || message).trim().split('\n')[0] ?? '';
};
