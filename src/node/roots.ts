import { basename, dirname, join, resolve } from 'node:path';
import type { StoreInfo } from '../core/memory.js';
import type { Log, Roots, RootScope } from '../core/ports.js';
import { expandHome } from './paths.js';
import { mentionTwins, projectAgents, userAgents } from './roots/agents.js';
import type { Candidate } from './roots/candidate.js';
import { managedSettingsFile, type Surroundings } from './roots/claude-settings.js';
import { describeStores } from './roots/describe.js';
import { allProjectFolders, ownersOf } from './roots/projects.js';
import { hashedStores, inRepoStores, mainStores, nameOf, projectOf, type Context } from './roots/places.js';
import { createTranscripts } from './roots/transcripts.js';

export interface RootsOptions extends Surroundings {
  /** The administrator's settings file; default: the platform's. */
  readonly managedSettings?: string;
  /** Hears about settings that are ignored, each once. */
  readonly log?: Log;
}

/** How long the search for sub-agents' folders in a project's tree is believed. Milliseconds. */
const AGENTS_KEPT_MS = 10_000;

/** Finds memory directories on this machine. Never creates one, never rejects for what it finds. */
export function createRoots(options: RootsOptions): Roots {
  const workingDirectories = createTranscripts();
  const configDir = resolve(expandHome(options.env['CLAUDE_CONFIG_DIR'] || join(options.home, '.claude'), options.home));
  const agentsOf = keep(projectAgents, AGENTS_KEPT_MS);
  const told = new Set<string>();
  const tell = (notes: readonly string[]): void => {
    for (const note of notes) if (!told.has(note)) options.log?.warn(note);
    for (const note of notes) told.add(note);
  };

  const ofFolder = async (folder: string, context: Context): Promise<Candidate[]> => {
    const project = await projectOf(folder);
    const main = await mainStores(project, context);
    tell(main.notes);
    return [...main.candidates, ...(await inRepoStores(project)), ...(await agentsOf(project.checkout)), ...hashedStores(project, options.home)];
  };

  return {
    find: async (scope) => {
      const context: Context = { ...options, configDir, managedSettings: options.managedSettings ?? managedSettingsFile(options.platform), trusted: scope.trusted, workingDirectories };
      const found = await candidatesOf(scope, context, ofFolder);
      return mentionTwins(await describeStores(found, scope.trusted)) satisfies StoreInfo[];
    },
  };
}

async function candidatesOf(scope: RootScope, context: Context, ofFolder: (folder: string, context: Context) => Promise<Candidate[]>): Promise<Candidate[]> {
  if (scope.directories !== undefined && scope.directories.length > 0) return explicitStores(scope.directories, context);
  const found: Candidate[] = [];
  for (const folder of scope.folders) found.push(...(await ofFolder(folder, context)));
  if (scope.all) found.push(...(await everyProject(context)));
  if (scope.folders.length > 0 || scope.all) found.push(...(await userAgents(context.configDir)));
  return [...found, ...extraStores(scope.extra ?? [], context)];
}

/** Directories named one by one. Of two inside each other the outer counts. What they are is told by where they lie. */
function explicitStores(directories: readonly string[], { home }: Context): Candidate[] {
  const paths = directories.map((directory) => resolve(expandHome(directory, home))).sort((a, b) => a.length - b.length);
  return paths.map((path) => ({ path, ...kindOf(path), scope: 'command-line', label: nameOf(path), why: 'It was named explicitly.', always: true }));
}

function kindOf(path: string): Pick<Candidate, 'kind' | 'agent'> {
  const parent = basename(dirname(path));
  if (parent === 'agent-memory' || parent === 'agent-memory-local') return { kind: 'agent', agent: basename(path) };
  if (basename(path) === 'team' || (basename(path) === 'memory' && parent === '.claude')) return { kind: 'team' };
  if (basename(path) === 'memory' && basename(dirname(dirname(path))) === 'projects') return { kind: 'main' };
  return { kind: 'custom' };
}

function extraStores(directories: readonly string[], { home }: Context): Candidate[] {
  return directories.map((directory) => {
    const path = resolve(expandHome(directory, home));
    return { path, kind: 'extra', scope: 'user', label: nameOf(path), why: 'It is named in the setting memdir.directories.', always: true };
  });
}

async function everyProject(context: Context): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const folder of await allProjectFolders(context.configDir)) {
    const owners = ownersOf(folder, await context.workingDirectories(folder), undefined, context);
    const known = owners.project !== basename(folder);
    found.push({
      path: join(folder, 'memory'), kind: 'main', scope: 'user', always: true, ...owners,
      label: known ? basename(owners.project) || owners.project : owners.project,
      why: known ? `Claude Code keeps the memory of ${owners.project} here.` : 'Claude Code keeps the memory of a project here whose path is no longer known.',
    });
  }
  return found;
}

/** Remembers what an asynchronous question answered, for a while. */
function keep<T>(ask: (key: string) => Promise<T>, milliseconds: number): (key: string) => Promise<T> {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined && performance.now() - known.at < milliseconds) return known.answer;
    const answer = ask(key);
    answers.set(key, { at: performance.now(), answer });
    return answer;
  };
}
