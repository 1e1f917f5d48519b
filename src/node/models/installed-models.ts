/** Model folders of installed extensions. The editor that has them writes them down in the data folder, so that every program finds them there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

import { WEIGHT_PACKAGES, type WeightPackageName, WEIGHTS_FOLDER } from '../../protocol/weight-packages.js';
import { writeAtomic } from '../files/atomic-write.js';

/** Where editors keep extensions, below the home folder. */
const EDITORS = [
  '.vscode',
  '.vscode-insiders',
  '.vscode-oss',
  '.vscode-server',
  '.vscode-server-insiders',
  '.cursor',
  '.cursor-server',
  '.windsurf',
] as const;

export const installedFile = (dataDir: string): string => join(dataDir, 'models', 'installed.json');

/** Absolute folders, those of extensions that were uninstalled left out. */
export const installedModels = (dataDir: string): readonly string[] =>
  noted(dataDir).filter((folder) => existsSync(join(folder, 'memdir-model.json')));

function noted(dataDir: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(readFileSync(installedFile(dataDir), 'utf8'));
    const folders: readonly unknown[] = Array.isArray(value) ? value : [];
    return folders.filter((one) => typeof one === 'string').filter(isAbsolute);
  } catch {
    // Missing, or damaged: the next start of an editor writes it anew.
    return [];
  }
}

export interface InstalledChange {
  /** Absolute folders that are there, and that are no more. */
  readonly present: readonly string[];
  readonly gone: readonly string[];
}

/** Resolves with whether anything changed. */
export async function noteInstalled(dataDir: string, { present, gone }: InstalledChange): Promise<boolean> {
  const before = noted(dataDir);
  const after = [...new Set([...before, ...present])].filter(
    (folder) => !gone.includes(folder) && existsSync(join(folder, 'memdir-model.json')),
  );
  if (JSON.stringify(after) === JSON.stringify(before)) return false;
  await mkdir(join(dataDir, 'models'), { recursive: true });
  await writeAtomic(installedFile(dataDir), `${JSON.stringify(after, null, 2)}\n`, { mode: 0o600 });
  return true;
}

/** The model folder of a package that an editor of this user has; of several versions the newest. */
export function findPackage(home: string, name: WeightPackageName): string | undefined {
  const prefix = `${WEIGHT_PACKAGES[name].extension}-`;
  const found = EDITORS.flatMap((editor) => {
    const folder = join(home, editor, 'extensions');
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((one) => one.toLowerCase().startsWith(prefix))
      .map((one) => ({ version: one.slice(prefix.length), path: join(folder, one, WEIGHTS_FOLDER) }));
  }).filter(({ path }) => existsSync(join(path, 'memdir-model.json')));
  found.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
  return found[0]?.path;
}
