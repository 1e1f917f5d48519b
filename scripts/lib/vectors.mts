/**
 * The sqlite-vec library of any platform. npm installs only the one of this machine; the others are fetched with
 * `npm pack`, checked against package-lock.json, and kept in a cache.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { cacheFolder, readJson, root } from './project.mjs';
import type { Platform } from './targets.mjs';

const run = promisify(execFile);

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity?: string } | undefined>>;
}

export const vectorPackage = (platform: Platform): string => `sqlite-vec-${platform.replace('win32', 'windows')}`;

/** Folder of the unpacked package. Rejects with a message for people when it can neither be found nor fetched. */
export async function vectorFolder(platform: Platform): Promise<string> {
  const name = vectorPackage(platform);
  const installed = path.join(root, 'node_modules', name);
  if (existsSync(installed)) return installed;
  const entry = readJson<LockFile>(path.join(root, 'package-lock.json')).packages[`node_modules/${name}`];
  if (entry?.integrity === undefined)
    throw new Error(`${name} is not in package-lock.json; run npm install once and commit the file.`);
  const kept = path.join(cacheFolder, `${name}-${entry.version}`);
  if (!existsSync(kept)) await fetchPackage(`${name}@${entry.version}`, entry.integrity, kept);
  return kept;
}

async function fetchPackage(specifier: string, integrity: string, destination: string): Promise<void> {
  mkdirSync(cacheFolder, { recursive: true });
  const scratch = mkdtempSync(path.join(cacheFolder, 'fetch-'));
  try {
    const { stdout } = await run(
      'npm',
      ['pack', specifier, '--json', '--ignore-scripts', '--pack-destination', scratch],
      { cwd: scratch, shell: process.platform === 'win32', timeout: 120_000 },
    );
    const archive = path.join(scratch, archiveName(stdout));
    const actual = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (actual !== integrity) throw new Error(`${specifier} is not the file that package-lock.json names (${actual}).`);
    await run('tar', ['-xzf', archive, '-C', scratch]);
    renameSync(path.join(scratch, 'package'), destination);
  } catch (error) {
    throw new Error(`${specifier} could not be fetched: ${firstLine(error)}`, { cause: error });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** npm answers a list, or since npm 12 an object by package. */
function archiveName(stdout: string): string {
  const answer = JSON.parse(stdout) as { filename: string }[] | Record<string, { filename: string }>;
  const [first] = Object.values(answer);
  if (first === undefined) throw new Error('npm pack named no file.');
  return first.filename.replace(/^@/, '').replace('/', '-');
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n').find((line) => line.trim() !== '') ??
  'unknown reason';
