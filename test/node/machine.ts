import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { StoreInfo } from '../../src/core/memory.js';
import type { RootScope } from '../../src/core/ports/roots.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { git } from '../support/git.js';
import { tempFolder, writeTree } from './support.js';

export { git };

export const MEMORY = { 'MEMORY.md': '- [A](a.md) — a\n', 'a.md': '---\nname: a\n---\ntext\n' };

export const below = (prefix: string, files: Readonly<Record<string, string>> = MEMORY): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${prefix}/${path}`, text]));

/** A transcript of a session in a working directory. */
export const transcript = (cwd: string): string => `{"type":"summary"}\n${JSON.stringify({ type: 'user', cwd })}\n`;

export interface Machine {
  readonly root: string;
  readonly home: string;
  readonly dataDir: string;
  /** A folder with an empty `.git` folder in it. */
  readonly project: string;
  /** Below `~/.claude/projects`: the folder of a path. */
  readonly claudeFolder: (path: string) => string;
  /** Writes files into the memory of a path. */
  readonly remember: (path: string, files?: Readonly<Record<string, string>>) => Promise<void>;
  readonly find: (
    scope?: Partial<RootScope>,
    env?: NodeJS.ProcessEnv,
    platform?: NodeJS.Platform,
  ) => Promise<readonly StoreInfo[]>;
}

/** A home folder and a project folder, away from this user's own. */
export async function machine(name = 'my.proj'): Promise<Machine> {
  const root = await tempFolder();
  const [home, project, dataDir] = [join(root, 'home'), join(root, 'work', name), join(root, 'data')];
  await mkdir(join(project, '.git'), { recursive: true });
  await mkdir(join(home, '.claude', 'projects'), { recursive: true });
  const claudeFolder = (path: string): string => join(home, '.claude', 'projects', projectSlug(path));
  return {
    root,
    home,
    project,
    dataDir,
    claudeFolder,
    remember: (path, files = MEMORY) => writeTree(claudeFolder(path), below('memory', files)),
    find: (scope = {}, env = {}, platform = process.platform) =>
      createRoots({
        env,
        home,
        platform,
        dataDir,
        managedSettings: join(root, 'managed', 'managed-settings.json'),
      }).find({ folders: [project], trusted: true, ...scope }),
  };
}

/** A repository with one commit. */
export async function repository(
  folder: string,
  files: Readonly<Record<string, string>> = { 'readme.md': 'x\n' },
): Promise<string> {
  await writeTree(folder, files);
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'first');
  return folder;
}
