/** The project that a working directory belongs to. */
import { realPathOf } from '../paths.js';
import { findRepository } from './git.js';

export interface Project {
  /** Real path Claude Code names the memory after: the repository all worktrees share, or the folder itself outside git. */
  readonly root: string;
  /** Top folder of the checkout the working directory lies in. */
  readonly checkout: string;
  /** The working directory, real. */
  readonly folder: string;
  /** Other paths under whose name memory of this project may lie. */
  readonly aliases: readonly string[];
}

export async function projectAt(folder: string): Promise<Project> {
  const real = await realPathOf(folder);
  const repository = await findRepository(real);
  const root = repository?.canonical ?? real;
  const checkout = repository?.checkout ?? real;
  const aliases = [checkout, real, ...(repository?.others ?? [])].filter(
    (path, at, all) => path !== root && all.indexOf(path) === at,
  );
  return { root, checkout, folder: real, aliases };
}

/** Folders of a project with settings and memory of their own, nearest first. */
export const foldersOf = (project: Project): string[] => [...new Set([project.folder, project.checkout])];
