/** Resolves files and directories on the command line to stores. */
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { MemdirError } from '../../core/errors.js';
import { expandHome } from '../../core/home.js';
import { t } from '../../core/l10n.js';
import type { RootScope } from '../../core/ports/roots.js';
import type { Terminal } from '../terminal.js';

export interface Targets {
  readonly scope: RootScope;
  /** Absolute; empty: everything in scope. */
  readonly targets: readonly string[];
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;

/**
 * Without targets: the scope unchanged. A directory that looks like a project selects the memory directories in it; any other is a
 * memory directory, is inside one or contains some. A file belongs to the nearest folder above it with a MEMORY.md.
 */
export async function resolveTargets(
  named: readonly string[],
  scope: RootScope,
  { cwd, home }: Pick<Terminal, 'cwd' | 'home'>,
): Promise<Targets> {
  if (named.length === 0) return { scope, targets: [] };
  // An empty argument, such as an unset variable in a script, must not select everything.
  if (named.some((path) => path.trim() === ''))
    throw new MemdirError('bad-input', t('A target is empty. Specify a memory file or directory.'));
  // Shells do not expand a quoted tilde.
  const targets = named.map((path) => resolve(cwd, expandHome(path, home)));
  if ((scope.directories?.length ?? 0) > 0) return { scope, targets };
  const projects: string[] = [];
  const stores: string[] = [];
  for (const target of targets) {
    const kind = await kindOf(target);
    if (kind === 'project') projects.push(target);
    else stores.push(...(await storesAt(kind === 'file' ? dirname(target) : target, kind === 'folder')));
  }
  const unique = [...new Set(stores)];
  return {
    targets,
    scope: projects.length === 0 ? { ...scope, directories: unique } : { ...scope, folders: projects, extra: unique },
  };
}

async function kindOf(path: string): Promise<'file' | 'project' | 'folder'> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined)
    throw new MemdirError('not-found', t('{path} doesn’t exist. Specify a memory file or directory.', { path }));
  if (!info.isDirectory()) return 'file';
  if (await exists(join(path, 'MEMORY.md'))) return 'folder';
  for (const sign of ['.git', '.claude', '.memory', 'memory/MEMORY.md'])
    if (await exists(join(path, sign))) return 'project';
  return 'folder';
}

/** The store that contains a folder; else the stores in it, if it has no memories itself (as `~/.claude/projects`); else the folder. */
async function storesAt(folder: string, whole: boolean): Promise<string[]> {
  const around = await storeAround(folder);
  if (around !== undefined) return [around];
  const below = whole ? await storesBelow(folder) : [];
  return below.length > 0 ? below : [folder];
}

/** The nearest folder with a MEMORY.md, searched upwards to the root of the repository. */
async function storeAround(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (await exists(join(at, 'MEMORY.md'))) return at;
    if (dirname(at) === at || (await exists(join(at, '.git')))) return undefined;
  }
}

/** Limits of the search below a folder of projects: depth, and number of folders. */
const [MOST_DEPTH, MOST_FOLDERS] = [4, 20_000];

/** The topmost folders with a MEMORY.md; none when the folder has markdown files itself. */
async function storesBelow(top: string): Promise<string[]> {
  const found: string[] = [];
  let level = [top];
  for (let depth = 0, seen = 0; depth < MOST_DEPTH && level.length > 0 && seen < MOST_FOLDERS; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const items = await readdir(folder, { withFileTypes: true }).catch(() => []);
      if (folder === top && items.some((item) => !item.isDirectory() && /\.md$/i.test(item.name))) return [];
      if (items.some(({ name }) => name === 'MEMORY.md')) found.push(folder);
      else
        next.push(
          ...items
            .filter((item) => item.isDirectory() && item.name !== 'node_modules' && item.name !== '.git')
            .map(({ name }) => join(folder, name)),
        );
    }
    seen += level.length;
    level = next;
  }
  return found.sort();
}
