/** Memory of Qwen Code: Claude Code's format, under Claude Code's folder names, without its settings. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { t } from '../../core/l10n.js';
import { projectFolderMatcher, projectSlug } from '../../core/stores/project-slug.js';
import { isDirectory } from '../paths.js';
import type { RootsEnvironment } from './base-folders.js';
import type { StoreCandidate } from './candidate.js';
import type { Project } from './project.js';

/** `root`: the top folder of the checkout; each worktree has memory of its own. */
export async function qwenStores(
  qwen: string,
  root: string,
  { platform }: Pick<RootsEnvironment, 'platform'>,
): Promise<StoreCandidate[]> {
  const projects = join(qwen, 'projects');
  const names = (await readdir(projects).catch(() => [])).filter(projectFolderMatcher(root, platform === 'win32'));
  return (names.length > 0 ? names.sort() : [projectSlug(root)]).map((name) => ({
    ...ofProject(join(projects, name, 'memory'), root),
    why: t('Qwen Code keeps the memories of {project} here.', { project: root }),
    always: names.length > 0,
  }));
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
      why: t('Qwen Code keeps what everyone who works in {project} shares here.', { project: root }),
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
