/** Candidates of one working directory, in order of rank: what Claude Code uses first. */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { isDirectory, isFile, realPathOf } from '../paths.js';
import type { Candidate } from './candidate.js';
import { absoluteOrHome, readClaudeSettings, settingsPlaces, type ClaudeSettings, type Surroundings } from './claude-settings.js';
import { findRepository } from './git.js';
import { fixedProjectName, ownersOf, projectFolders } from './projects.js';

export interface Context extends Surroundings {
  /** `CLAUDE_CONFIG_DIR` or `~/.claude`. */
  readonly configDir: string;
  readonly managedSettings: string;
  readonly trusted: boolean;
  readonly workingDirectories: (projectFolder: string) => Promise<readonly string[]>;
}

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

export async function projectOf(folder: string): Promise<Project> {
  const real = await realPathOf(folder);
  const repository = await findRepository(real);
  const root = repository?.canonical ?? real;
  const checkout = repository?.checkout ?? real;
  const aliases = [checkout, real, ...(repository?.others ?? [])].filter((path, at, all) => path !== root && all.indexOf(path) === at);
  return { root, checkout, folder: real, aliases };
}

const foldersOf = (project: Project): string[] => [...new Set([project.folder, project.checkout])];

/** Claude Code's main store for a project, and stores under the project's other names. */
export async function mainStores(project: Project, context: Context): Promise<{ readonly candidates: Candidate[]; readonly notes: readonly string[] }> {
  const places = settingsPlaces(context.configDir, foldersOf(project), context.trusted, context.managedSettings);
  const settings = await readClaudeSettings(places, context);
  const custom = customStores(project, settings, context);
  const moved = custom[0]?.why;
  const own = await automaticStores(project, settings, context);
  return { candidates: [...custom, ...(moved === undefined ? own : own.map((store) => ({ ...store, always: false, off: store.off ?? 'Claude Code is told to keep its memory elsewhere.' })))], notes: settings.notes };
}

/** The store that settings or the environment name instead of the default one; first the one that counts. */
function customStores(project: Project, settings: ClaudeSettings, context: Context): Candidate[] {
  const base = { kind: 'custom' as const, project: project.root, always: true, ...(settings.off === undefined ? {} : { off: settings.off }) };
  const found: Candidate[] = [];
  for (const name of ['CLAUDE_COWORK_MEMORY_PATH_OVERRIDE', 'CLAUDE_MEMORY_DIR']) {
    const path = absoluteOrHome(context.env[name] ?? '', context);
    if (path !== undefined) found.push({ ...base, path, scope: 'command-line', label: nameOf(path), why: `${name} says that memory is kept here.` });
  }
  if (settings.directory !== undefined) {
    const { path, place } = settings.directory;
    found.push({ ...base, path, scope: place.scope, label: nameOf(path), why: `autoMemoryDirectory in ${place.name} says that Claude Code keeps its memory here.${notesOf(settings)}` });
  }
  return found;
}

const notesOf = (settings: ClaudeSettings): string => settings.notes.map((note) => ` ${note}`).join('');

/** Name of a memory folder for people: that of its parent when it is just called "memory". */
export function nameOf(path: string): string {
  const folders = path.split(/[/\\]/).filter(Boolean);
  while (folders.length > 1 && /^(\.?memory|\.claude)$/i.test(folders.at(-1) ?? '')) folders.pop();
  return folders.at(-1) ?? path;
}

async function automaticStores(project: Project, settings: ClaudeSettings, context: Context): Promise<Candidate[]> {
  const base = { kind: 'main' as const, scope: 'user' as const, label: basename(project.root) || project.root, ...(settings.off === undefined ? {} : { off: settings.off }) };
  const found: Candidate[] = [];
  const add = async (folder: string, always: boolean, why: string): Promise<void> => {
    const owners = ownersOf(folder, await context.workingDirectories(folder), project.root, context);
    found.push({ ...base, path: join(folder, 'memory'), why: why + notesOf(settings), always, ...owners });
  };
  const fixed = fixedProjectName(context);
  if (fixed !== undefined) {
    await add(join(context.configDir, 'projects', fixed), true, 'Claude Code keeps its memory here because CLAUDE_CODE_PROJECT_DIR_NAME is set.');
    return found;
  }
  for (const folder of await projectFolders(context.configDir, project.root, context)) {
    await add(folder.path, true, `Claude Code keeps the memory of ${project.root} here.`);
  }
  for (const alias of project.aliases) {
    for (const folder of await projectFolders(context.configDir, alias, context)) {
      if (folder.exists) await add(folder.path, false, `Older memory of the same project, kept under the name of ${alias}.`);
    }
  }
  return found;
}

/** Committed with the project, so everyone who works on it writes there. */
const TEAM_FOLDER = '.claude/memory';

/** Memory folders inside the project itself. A plain `memory` folder is one only when it holds a MEMORY.md. */
export async function inRepoStores(project: Project): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const folder of foldersOf(project)) {
    for (const name of [TEAM_FOLDER, '.memory', 'memory']) {
      const path = join(folder, name);
      if (name === 'memory' ? !(await isFile(join(path, 'MEMORY.md'))) : !(await isDirectory(path))) continue;
      const team = name === TEAM_FOLDER;
      const why = team ? `The team shares it with the project, in ${name}.` : `It lies in the project, in ${name}.`;
      found.push({ path, kind: team ? 'team' : 'in-repo', scope: 'project', label: `${basename(folder)}/${name}`, why, project: project.root, always: true, inside: folder });
    }
  }
  return found;
}

/** Stores of other Claude-like agents, named by a hash of the working directory. */
export function hashedStores(project: Project, home: string): Candidate[] {
  return [project.root, ...project.aliases].map((path) => {
    const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
    return { path: join(home, '.mini-claude', 'projects', name, 'memory'), kind: 'extra', scope: 'user', label: basename(path), why: `A store named by the hash of ${path}.`, project: path, always: false };
  });
}
