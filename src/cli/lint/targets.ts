/** From the files and directories named to the stores they belong to. */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MemdirError } from '../../core/errors.js';
import type { RootScope } from '../../core/ports.js';

export interface Targets {
  readonly scope: RootScope;
  /** Absolute; empty: everything in scope. */
  readonly targets: readonly string[];
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;

/**
 * Nothing named: the scope as it is. A directory that looks like a project stands for the memory directories inside it, any other
 * is a memory directory or lies in one. A file belongs to the nearest folder above it with a MEMORY.md.
 */
export async function resolveTargets(named: readonly string[], scope: RootScope, cwd: string): Promise<Targets> {
  if (named.length === 0) return { scope, targets: [] };
  const targets = named.map((path) => resolve(cwd, expandHome(path)));
  if ((scope.directories?.length ?? 0) > 0) return { scope, targets };
  const projects: string[] = [];
  const stores: string[] = [];
  for (const target of targets) {
    const kind = await kindOf(target);
    if (kind === 'project') projects.push(target);
    else stores.push(await storeAround(kind === 'file' ? dirname(target) : target));
  }
  const unique = [...new Set(stores)];
  return { targets, scope: projects.length === 0 ? { ...scope, directories: unique } : { ...scope, folders: projects, extra: unique } };
}

/** Inside quotes a shell leaves the tilde as it is. */
export const expandHome = (path: string): string => (/^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : path);

async function kindOf(path: string): Promise<'file' | 'project' | 'folder'> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw new MemdirError('not-found', `${path} does not exist. Name a memory file or directory.`);
  if (!info.isDirectory()) return 'file';
  if (await exists(join(path, 'MEMORY.md'))) return 'folder';
  for (const sign of ['.git', '.claude', '.memory', 'memory/MEMORY.md']) if (await exists(join(path, sign))) return 'project';
  return 'folder';
}

/** The nearest folder with a MEMORY.md, looking upwards; the folder itself when there is none. A repository's top ends the search. */
async function storeAround(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    if (await exists(join(at, 'MEMORY.md'))) return at;
    if (dirname(at) === at || (await exists(join(at, '.git')))) return folder;
  }
}
