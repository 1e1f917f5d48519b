/** Which stores came with a project, and whether links out of a store are followed. */
import { dirname, join, resolve } from 'node:path';

import { isInside } from '../../core/paths.js';
import type { RootScope } from '../../core/ports/roots.js';
import { cached } from '../async-cache.js';
import type { FilesOptions } from '../files/memory-files.js';
import { realPathOf } from '../paths.js';
import type { IsTrusted } from '../trust/trust-records.js';
import { findRepository } from './git.js';

export interface LinkPolicy {
  /** Whether files and folders behind links out of a store are read. By its real path. */
  readonly followsLinks: (store: string) => Promise<boolean>;
  /** Whether links in a project may lead out of it. By the project's real path. */
  readonly mayLeave: (project: string) => Promise<boolean>;
  /** Real path of the project that a path lies in, as it is written; undefined for what is the person's own. */
  readonly projectOf: (path: string) => Promise<string | undefined>;
}

/** What the reading of files follows of a policy. */
export const readingBy = ({
  followsLinks,
  projectOf,
}: LinkPolicy): Pick<FilesOptions, 'followOutside' | 'isOfProject'> => ({
  followOutside: followsLinks,
  isOfProject: async (store) => (await projectOf(store)) !== undefined,
});

export interface LinkPolicyOptions {
  readonly scope: Pick<RootScope, 'folders' | 'directories' | 'trusted'>;
  readonly isTrusted: IsTrusted;
  /** Whether what is read is for agents. */
  readonly forAgents: boolean;
  readonly configDir: string;
  readonly memoryBase: string;
  readonly home: string;
  /** Where other agents keep memory of the person. */
  readonly agentFolders?: readonly string[];
}

/** Milliseconds for which the project of a path is not looked for again: every file that is read asks for it. */
const FRESH_MS = 1_000;

/** Folders in which Claude Code and its like keep memory of a person, below their own folder. */
const OWN = ['projects', 'agent-memory', 'session-memory'];

export function createLinkPolicy(options: LinkPolicyOptions): LinkPolicy {
  const { scope, isTrusted, forAgents, configDir, memoryBase, home, agentFolders = [] } = options;
  let places: Promise<Places> | undefined;
  const find = async (path: string): Promise<string | undefined> => {
    places ??= placesOf(scope, [configDir, memoryBase, join(home, '.mini-claude')], agentFolders);
    const { own, projects, named } = await places;
    if (own.some((folder) => isInside(path, folder))) return undefined;
    const around = projects.find((project) => isInside(path, project));
    if (!named.some((directory) => isInside(path, directory))) return around;
    // A directory that a person names is theirs, unless a repository brought it, which may lie in the folder that they work in.
    const repository = (await findRepository(dirname(path))) ?? (await findRepository(path));
    const checkout = repository && (await realPathOf(repository.checkout));
    return checkout === undefined || (around !== undefined && isInside(around, checkout)) ? around : checkout;
  };
  const known = new Map<string, Promise<string | undefined>>();
  let sinceMs = performance.now();
  const projectOf = (path: string): Promise<string | undefined> => {
    if (performance.now() - sinceMs > FRESH_MS) {
      known.clear();
      sinceMs = performance.now();
    }
    const found = known.get(path) ?? find(path);
    known.set(path, found);
    return found;
  };
  return {
    projectOf,
    mayLeave: async (project) => !forAgents && (await isTrusted(project)),
    followsLinks: async (store) =>
      scope.trusted !== false && ((await projectOf(store)) === undefined || (!forAgents && (await isTrusted(store)))),
  };
}

/** Dozens of folders, which each search for stores asks for. */
const realFolders = cached((folders: readonly string[]) => Promise.all(folders.map(realPathOf)), FRESH_MS);

interface Places {
  /** Where the person's own memory is, real. */
  readonly own: readonly string[];
  /** Folders in scope with the checkouts around them, real. */
  readonly projects: readonly string[];
  /** Directories that were named, as written and real. */
  readonly named: readonly string[];
}

async function placesOf(
  { folders, directories = [] }: LinkPolicyOptions['scope'],
  bases: readonly string[],
  agentFolders: readonly string[],
): Promise<Places> {
  const ownFolders = [...bases.flatMap((base) => OWN.map((name) => join(base, name))), ...agentFolders];
  const own = await realFolders(ownFolders);
  const projects = await Promise.all(
    folders.map(async (folder) => {
      const real = await realPathOf(folder);
      return [(await findRepository(real))?.checkout ?? real, real];
    }),
  );
  const written = directories.map((directory) => resolve(directory));
  return {
    own,
    projects: [...new Set(projects.flat())],
    named: [...written, ...(await Promise.all(written.map(realPathOf)))],
  };
}
