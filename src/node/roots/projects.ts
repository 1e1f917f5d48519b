/** Claude Code's own stores: `<config>/projects/<project>/memory`. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SLUG_LIMIT, projectFolderMatcher, projectSlug } from '../../core/slug.js';
import { isDirectory } from '../paths.js';
import type { Surroundings } from './claude-settings.js';

const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

export interface ProjectFolder {
  readonly path: string;
  readonly exists: boolean;
}

/** Name that stands for every project's folder name; counts only together with CLAUDE_CONFIG_DIR. */
export function fixedProjectName({ env }: Surroundings): string | undefined {
  const name = env['CLAUDE_CODE_PROJECT_DIR_NAME'];
  if (name === undefined || !env['CLAUDE_CONFIG_DIR']) return undefined;
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) && !DEVICE_NAME.test(name) ? name : undefined;
}

/** Folders below `projects` of a real path, in their spelling on disk; the one that would be made when there is none. */
export async function projectFolders(configDir: string, path: string, around: Surroundings): Promise<ProjectFolder[]> {
  const projects = join(configDir, 'projects');
  const matches = projectFolderMatcher(path, around.platform === 'win32');
  const names = (await readdir(projects).catch(() => [])).filter(matches).sort();
  if (names.length > 0) return names.map((name) => ({ path: join(projects, name), exists: true }));
  return [{ path: join(projects, projectSlug(path).slice(0, SLUG_LIMIT)), exists: false }];
}

/** Every project folder that holds a memory folder. */
export async function allProjectFolders(configDir: string): Promise<string[]> {
  const projects = join(configDir, 'projects');
  const names = (await readdir(projects).catch(() => [])).sort();
  const found: string[] = [];
  for (const name of names) if (await isDirectory(join(projects, name, 'memory'))) found.push(join(projects, name));
  return found;
}

export interface Owners {
  readonly project: string;
  readonly sharedWith: readonly string[];
}

/**
 * Who a project folder belongs to. Names lose information, so several paths can share one; only those whose own name is this
 * folder's count as owners (a session that changed its folder names others). The folder name stands in when nothing is known.
 */
export function ownersOf(folder: string, workingDirectories: readonly string[], project: string | undefined, around: Surroundings): Owners {
  const name = basename(folder);
  const named = workingDirectories.filter((path) => projectFolderMatcher(path, around.platform === 'win32')(name));
  const owner = project ?? named[0] ?? workingDirectories[0] ?? name;
  const same = (path: string): boolean => path.normalize('NFC') === owner.normalize('NFC');
  return { project: owner, sharedWith: named.filter((path) => !same(path)) };
}
