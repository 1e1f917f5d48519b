/** Stores of a project under another spelling of its path: agents write folder names by hand, and systems spell one path in several ways. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { projectFolderMatcher, projectSlug } from '../../core/stores/project-slug.js';
import { isDirectory, realPathOf } from '../paths.js';
import type { Project } from '../stores/project.js';
import type { RootsContext } from '../stores/project-stores.js';

/** Claude Code's rule without regard to case and composition: each character of the path becomes one of the name, or a dash. */
const spellings = (text: string): string[] =>
  [text, text.normalize('NFC'), text.normalize('NFD')].map((each) => each.replace(/[^a-zA-Z0-9]/g, '-').toLowerCase());

/**
 * Returns a test of whether a folder below `projects` is a twin of the project's own. `folder`: the folder as it was named, which may lead through
 * links.
 */
export async function twinTest(
  project: Project,
  folder: string,
  context: RootsContext,
): Promise<(projectFolder: string) => Promise<boolean>> {
  const ignoreCase = context.platform === 'win32';
  const own = [project.root, ...project.aliases];
  const isOwn = own.map((path) => projectFolderMatcher(path, ignoreCase));
  const named = [...own, ...(await otherNames(project, folder, context))];
  const names = new Set(named.flatMap((path) => [...spellings(path), ...spellings(`${path}/`)]));
  return async (projectFolder) => {
    const name = basename(projectFolder);
    if (isOwn.some((matches) => matches(name)) || !spellings(name).some((each) => names.has(each))) return false;
    return !(await isOfAnother(projectFolder, project, context));
  };
}

/** Paths of the same folder through links: as it was named, as the shell names it, and as macOS names it without its `/private`. */
async function otherNames(project: Project, folder: string, { env }: RootsContext): Promise<string[]> {
  const shell = env['PWD'];
  const isHere = shell !== undefined && (await realPathOf(shell)) === project.folder;
  return [
    folder,
    ...(isHere ? [shell] : []),
    ...[project.root, project.folder].map((path) => path.replace(/^\/private(?=\/)/, '')),
  ];
}

/** Whether sessions of another folder ran there, or a folder beside the project has that very name: names are lossy. */
async function isOfAnother(projectFolder: string, project: Project, context: RootsContext): Promise<boolean> {
  const own = [project.root, project.checkout, project.folder, ...project.aliases];
  let foreign = false;
  for (const cwd of await context.workingDirectories(projectFolder)) {
    if (own.includes(await realPathOf(cwd))) return false;
    foreign ||= await isDirectory(cwd);
  }
  if (foreign) return true;
  const around = dirname(project.root);
  for (const item of await readdir(around).catch(() => [])) {
    const path = join(around, item);
    if (projectSlug(path) === basename(projectFolder) && !own.includes(await realPathOf(path))) return true;
  }
  return false;
}
