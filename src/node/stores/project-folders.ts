/** Claude Code's own stores: `<config>/projects/<project>/memory`. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { t } from '../../core/l10n.js';
import { isSamePath } from '../../core/paths.js';
import { projectFolderMatcher, projectFolderName, projectSlug, SLUG_LIMIT } from '../../core/stores/project-slug.js';
import { isDirectory } from '../paths.js';
import type { RootsEnvironment } from './base-folders.js';

/** macOS gives names in another composition than agents write them. */
const isSameProject = (a: string, b: string): boolean => isSamePath(a.normalize('NFC'), b.normalize('NFC'));

const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

export interface ProjectFolder {
  readonly path: string;
  readonly exists: boolean;
}

export interface FixedProjectName {
  readonly name?: string;
  /** Why CLAUDE_CODE_PROJECT_DIR_NAME is ignored, when it is set. */
  readonly ignored?: string;
}

/** The name that replaces every project's folder name; valid only together with CLAUDE_CONFIG_DIR. */
export function fixedProjectName({ env }: Pick<RootsEnvironment, 'env'>): FixedProjectName {
  const name = env['CLAUDE_CODE_PROJECT_DIR_NAME'];
  if (name === undefined || name === '') return {};
  const ignored = (why: string): FixedProjectName => ({
    ignored: t('{name} is ignored: {reason}.', { name: 'CLAUDE_CODE_PROJECT_DIR_NAME', reason: why }),
  });
  if (!env['CLAUDE_CONFIG_DIR']) return ignored(t('it requires CLAUDE_CONFIG_DIR'));
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return ignored(t('it must be 1 to 64 letters, digits, _ or -'));
  return DEVICE_NAME.test(name) ? ignored(t('it is a device name on Windows')) : { name };
}

/** Real working directories of the sessions of a project folder, from its transcripts. */
export type WorkingDirectories = (projectFolder: string) => Promise<readonly string[]>;

/**
 * Folders below `projects` of a real path, in their spelling on disk; first the one that Claude Code uses, whether or not it is there, then
 * those of a long path that other versions named with another hash.
 */
export async function projectFolders(
  configDir: string,
  path: string,
  around: RootsEnvironment,
  workingDirectories: WorkingDirectories,
): Promise<ProjectFolder[]> {
  const projects = join(configDir, 'projects');
  const matches = projectFolderMatcher(path, around.platform === 'win32');
  const own = projectFolderName(path);
  const names = (await readdir(projects).catch(() => [])).filter(matches).sort();
  const found: ProjectFolder[] = [];
  for (const name of names)
    if (name !== own && (await mayBeOf(path, join(projects, name), workingDirectories)))
      found.push({ path: join(projects, name), exists: true });
  const exists = names.includes(own);
  // A short name is in another spelling only where letter case does not count: then that folder is the one.
  const isSpelled = !exists && found.length > 0 && own.length <= SLUG_LIMIT;
  return isSpelled ? found : [{ path: join(projects, own), exists }, ...found];
}

/** A shortened name ends in a hash of the whole path: when all its sessions ran elsewhere, the folder belongs to another long path. */
async function mayBeOf(path: string, folder: string, workingDirectories: WorkingDirectories): Promise<boolean> {
  if (projectSlug(path).length <= SLUG_LIMIT) return true;
  const prefix = projectSlug(path).slice(0, SLUG_LIMIT);
  const long = (await workingDirectories(folder)).filter((cwd) => projectSlug(cwd).slice(0, SLUG_LIMIT) === prefix);
  return long.length === 0 || long.some((cwd) => isSameProject(cwd, path));
}

/** Every project folder with a memory folder. */
export async function allProjectFolders(configDir: string): Promise<string[]> {
  const projects = join(configDir, 'projects');
  const names = (await readdir(projects).catch(() => [])).sort();
  const found: string[] = [];
  for (const name of names) if (await isDirectory(join(projects, name, 'memory'))) found.push(join(projects, name));
  return found;
}

interface Owners {
  readonly project: string;
  readonly sharedWith: readonly string[];
}

/**
 * The projects of a project folder. Names are lossy, so several paths can share one; only paths with this folder's name count (a session that
 * changed its directory mentions others). The folder name itself when no path is known.
 */
export function ownersOf(
  folder: string,
  workingDirectories: readonly string[],
  project: string | undefined,
  around: RootsEnvironment,
): Owners {
  const name = basename(folder);
  const named = workingDirectories.filter((path) => projectFolderMatcher(path, around.platform === 'win32')(name));
  const owner = project ?? named[0] ?? workingDirectories[0] ?? name;
  return { project: owner, sharedWith: named.filter((path) => !isSameProject(path, owner)) };
}

/** Sibling folders of a project with the same folder name, which share its memory. */
export async function namesakes(project: string, around: RootsEnvironment): Promise<string[]> {
  const slug = projectSlug(project);
  if (slug.length > SLUG_LIMIT || dirname(project) === project) return [];
  const same = projectFolderMatcher(project, around.platform === 'win32');
  const items = await readdir(dirname(project), { withFileTypes: true }).catch(() => []);
  const siblings = items.filter((item) => item.isDirectory()).map((item) => join(dirname(project), item.name));
  return siblings.filter((path) => !isSameProject(path, project) && same(projectSlug(path)));
}
