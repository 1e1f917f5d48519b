/** Memory of Qwen Code: Claude Code's format, under Claude Code's folder names, without its settings. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { t } from '../../core/l10n.js';
import { projectFolderMatcher, projectSlug } from '../../core/stores/project-slug.js';
import { isDirectory } from '../paths.js';
import type { RootsEnvironment } from './base-folders.js';
import type { StoreCandidate } from './candidate.js';
import type { Project } from './project.js';

/**
 * Each worktree has memory of its own: that of the top folder of the checkout, or, as variables say, of the folder that Qwen Code works in, or in the
 * project itself. A terminal may have other variables than Qwen Code had, so what is in the other places is shown too.
 */
export async function qwenStores(
  qwen: string,
  { checkout, folder }: Pick<Project, 'checkout' | 'folder'>,
  { env, platform }: Pick<RootsEnvironment, 'env' | 'platform'>,
): Promise<StoreCandidate[]> {
  const projects = join(qwen, 'projects');
  const folders = await readdir(projects).catch(() => []);
  const named = (root: string, isOwn: boolean): StoreCandidate[] => {
    const names = folders.filter(projectFolderMatcher(root, platform === 'win32')).sort();
    return (names.length > 0 || !isOwn ? names : [projectSlug(root)]).map((name) => ({
      ...ofProject(join(projects, name, 'memory'), root),
      why: t('Qwen Code keeps the memories of {project} here.', { project: root }),
      always: names.length > 0,
    }));
  };
  const ofFolder = env['QWEN_CODE_MEMORY_PROJECT_SCOPE']?.trim().toLowerCase() === 'workspace';
  const isLocal = env['QWEN_CODE_MEMORY_LOCAL'] === '1';
  const roots = folder === checkout ? [checkout] : ofFolder ? [folder, checkout] : [checkout, folder];
  const kept = roots.flatMap((root, at) => named(root, at === 0));
  const local = (await Promise.all([...new Set([folder, checkout])].map((at) => localStore(at, isLocal)))).flat();
  return isLocal ? [...local, ...kept] : [...kept, ...local];
}

/** Memory that Qwen Code keeps in the project itself. */
async function localStore(at: string, isLocal: boolean): Promise<StoreCandidate[]> {
  const path = join(at, '.qwen', 'memory');
  const isThere = await isDirectory(path);
  if (!isThere && !isLocal) return [];
  return [
    {
      ...ofProject(path, at),
      why: t('Qwen Code keeps the memories of {project} here.', { project: at }),
      always: isThere,
      inside: at,
    },
  ];
}

/** Memory that a project brings with it for its team, where there is one. */
export async function qwenTeamStores({
  root,
  checkout,
}: Pick<Project, 'root' | 'checkout'>): Promise<StoreCandidate[]> {
  const path = join(checkout, '.qwen', 'team-memory');
  if (!(await isDirectory(path))) return [];
  return [
    {
      path,
      kind: 'qwen',
      scope: 'repository',
      label: t('Qwen Code: team'),
      why: t('Memory of Qwen Code that everyone who works in {project} shares.', { project: root }),
      project: root,
      always: true,
      inside: checkout,
    },
  ];
}

export const qwenUserStore = (qwen: string): StoreCandidate => ({
  path: join(qwen, 'memories'),
  kind: 'qwen',
  scope: 'user',
  label: t('Qwen Code: user'),
  why: t('Qwen Code keeps what it knows about you here, for all projects.'),
  always: false,
});

/** Those of every project, whose path the name does not tell. */
export async function everyQwenStore(qwen: string): Promise<StoreCandidate[]> {
  const projects = join(qwen, 'projects');
  const found: StoreCandidate[] = [];
  for (const name of (await readdir(projects).catch(() => [])).sort())
    if (await isDirectory(join(projects, name, 'memory')))
      found.push({
        ...ofProject(join(projects, name, 'memory'), name),
        why: t('Qwen Code keeps the memories of a project here.'),
      });
  return found;
}

const ofProject = (path: string, project: string): Omit<StoreCandidate, 'why'> => ({
  path,
  kind: 'qwen',
  scope: 'project',
  label: `Qwen Code: ${basename(project) || project}`,
  project,
  always: false,
});
