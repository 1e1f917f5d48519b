/** From the files and directories named to the stores they belong to. */
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { MemdirError } from '../../core/errors.js';
import { expandHome } from '../../core/home.js';
import type { RootScope } from '../../core/ports/roots.js';
import type { Terminal } from '../terminal.js';

export interface Targets {
  readonly scope: RootScope;
  /** Absolute; empty: everything in scope. */
  readonly targets: readonly string[];
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;

/**
 * Nothing named: the scope as it is. A directory that looks like a project stands for the memory directories inside it, any other
 * is a memory directory, lies in one or holds some. A file belongs to the nearest folder above it with a MEMORY.md.
 */
export async function resolveTargets(
  named: readonly string[],
  scope: RootScope,
  { cwd, home }: Pick<Terminal, 'cwd' | 'home'>,
): Promise<Targets> {
  if (named.length === 0) return { scope, targets: [] };
  // An empty variable in a script must not mean everything.
  if (named.some((path) => path.trim() === ''))
    throw new MemdirError('bad-input', 'A target is empty. Name a memory file or directory.');
  // Inside quotes a shell leaves the tilde as it is.
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
    throw new MemdirError('not-found', `${path} does not exist. Name a memory file or directory.`);
  if (!info.isDirectory()) return 'file';
  if (await exists(join(path, 'MEMORY.md'))) return 'folder';
  for (const sign of ['.git', '.claude', '.memory', 'memory/MEMORY.md'])
    if (await exists(join(path, sign))) return 'project';
  return 'folder';
}

/** The store around a folder; else those in it, when it holds no memory itself (`~/.claude/projects`, say); else the folder. */
async function storesAt(folder: string, whole: boolean): Promise<string[]> {
  const around = await storeAround(folder);
  if (around !== undefined) return [around];
  const below = whole ? await storesBelow(folder) : [];
  return below.length > 0 ? below : [folder];
}

/** The nearest folder with a MEMORY.md, looking upwards. A repository's top ends the search. */
async function storeAround(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (await exists(join(at, 'MEMORY.md'))) return at;
    if (dirname(at) === at || (await exists(join(at, '.git')))) return undefined;
  }
}

/** A memory directory lies this deep at most below a folder of projects, and there are not more folders than this. */
const [MOST_DEPTH, MOST_FOLDERS] = [4, 20_000];

/** The outermost folders with a MEMORY.md; none when the folder has markdown of its own. */
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
