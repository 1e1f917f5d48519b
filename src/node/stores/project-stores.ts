/** Candidates of one working directory, in order of rank: what Claude Code uses first. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { t } from '../../core/l10n.js';
import { isInside } from '../../core/paths.js';
import { isDirectory, isFile } from '../paths.js';
import type { IsTrusted } from '../trust/trust-records.js';
import type { BaseFolders, RootsEnvironment } from './base-folders.js';
import type { StoreCandidate } from './candidate.js';
import { type ClaudeSettings, isTaken, parseDirectory, readClaudeSettings } from './claude-settings.js';
import { type Mount, MOUNTS_VARIABLE, mountsOf, noteOnIndex } from './mounts.js';
import { foldersOf, type Project } from './project.js';
import { fixedProjectName, namesakes, ownersOf, projectFolders, type WorkingDirectories } from './project-folders.js';
import { settingsFiles } from './settings-files.js';

export interface RootsContext extends RootsEnvironment, BaseFolders {
  readonly managedSettings: string;
  readonly isTrusted: IsTrusted;
  readonly workingDirectories: WorkingDirectories;
}

export interface MainStores {
  readonly candidates: readonly StoreCandidate[];
  /** Claude Code's folders of the project below `projects`, where there are any. */
  readonly folders: readonly string[];
  /** Why Claude Code uses no memory here. */
  readonly off?: string;
  /** Settings and variables that were ignored. */
  readonly notes: readonly string[];
}

/** Claude Code's main store for a project, stores under the project's other names, and what other tools are told to use. */
export async function mainStores(project: Project, context: RootsContext): Promise<MainStores> {
  const layers = {
    configDir: context.configDir,
    folders: foldersOf(project),
    isTrusted: context.isTrusted,
    managed: context.managedSettings,
  };
  const settings = await readClaudeSettings(await settingsFiles(layers), context);
  const variables = variablesOf(context);
  const fixed = fixedProjectName(context);
  const { mounts, ignored } = mountsOf(context.env);
  const notes = [
    ...context.baseNotes,
    ...settings.notes,
    ...variables.notes,
    ...[fixed.ignored, ignored].filter((note) => note !== undefined),
  ];
  const custom = customStores(project, settings, variables.override);
  const own = await automaticStores(project, settings, context, fixed.name);
  const isRefused = variables.elsewhere || settings.directory?.elsewhere === true || context.baseNotes.length > 0;
  const automatic =
    custom.length === 0 && !isRefused
      ? own
      : own.map((store) => ({ ...store, always: custom.length === 0, off: store.off ?? elsewhereReason() }));
  const [first, ...rest] = [...custom, ...automatic, ...otherTools(project, settings, variables.other)];
  return {
    candidates:
      first === undefined
        ? []
        : [
            {
              ...first,
              ...mountedOn(first, mounts),
              ...(settings.consolidatedBy === undefined || first.off !== undefined
                ? {}
                : { consolidatedBy: settings.consolidatedBy }),
              notes: [...notes, ...(await notesOnMounts(first, mounts)), ...(first.notes ?? [])],
            },
            ...rest,
          ],
    folders: own.filter(({ exists }) => exists).map(({ folder }) => folder),
    ...(settings.off === undefined ? {} : { off: settings.off }),
    notes,
  };
}

const elsewhereReason = (): string => t('Claude Code is set to keep its memories elsewhere.');

/** The user's memory may be mounted read-only. */
const mountedOn = (
  { readOnly = false }: StoreCandidate,
  mounts: readonly Mount[],
): Pick<StoreCandidate, 'readOnly'> => ({
  readOnly: readOnly || mounts.some((mount) => mount.scope === 'user' && mount.readOnly),
});

async function notesOnMounts({ path }: StoreCandidate, mounts: readonly Mount[]): Promise<string[]> {
  const notes: string[] = [];
  for (const mount of mounts) {
    if (mount.scope === 'user')
      notes.push(
        mount.readOnly
          ? t('User memory {name}, mounted here by {variable} as read-only.', {
              name: mount.name,
              variable: MOUNTS_VARIABLE,
            })
          : t('User memory {name}, mounted here by {variable}.', { name: mount.name, variable: MOUNTS_VARIABLE }),
        ...noteOnIndex(mount),
      );
    else if (!(await isDirectory(join(path, 'team', mount.name))))
      notes.push(
        t('{variable} mounts the team memory {name} in {folder}, which doesn’t exist yet.', {
          variable: MOUNTS_VARIABLE,
          name: mount.name,
          folder: `team/${mount.name}`,
        }),
      );
  }
  return notes;
}

interface Variables {
  readonly override?: string;
  readonly other?: string;
  /** Whether Claude Code uses a directory that is refused here. */
  readonly elsewhere: boolean;
  readonly notes: readonly string[];
}

/** Directories that the environment names: for Claude Code (undocumented), and for tools that work like it. */
function variablesOf(context: RootsContext): Variables {
  const notes: string[] = [];
  let elsewhere = false;
  const directory = (name: string, ofClaude: boolean): string | undefined => {
    const value = context.env[name];
    if (value === undefined || value === '') return undefined;
    const found = parseDirectory(value, { ...context, tilde: !ofClaude });
    if (found.fault === undefined) return found.path;
    notes.push(t('{name} is ignored: {reason}.', { name, reason: found.why }));
    if (ofClaude) elsewhere = isTaken(value, found.fault);
    return undefined;
  };
  const override = directory('CLAUDE_COWORK_MEMORY_PATH_OVERRIDE', true);
  const other = directory('CLAUDE_MEMORY_DIR', false);
  return {
    notes,
    elsewhere,
    ...(override === undefined ? {} : { override }),
    ...(other === undefined ? {} : { other }),
  };
}

/** The store that settings or the environment name instead of the default one; first the one that counts. */
function customStores(project: Project, settings: ClaudeSettings, override: string | undefined): StoreCandidate[] {
  const base = {
    kind: 'custom' as const,
    project: project.root,
    ...(settings.off === undefined ? {} : { off: settings.off }),
  };
  const found: StoreCandidate[] = [];
  if (override !== undefined) {
    found.push({
      ...base,
      path: override,
      scope: 'command-line',
      always: true,
      label: storeName(override),
      why: t('Specified by {name}.', { name: 'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE' }),
    });
  }
  if (settings.directory?.path !== undefined) {
    const { path, place } = settings.directory;
    const outranked =
      override === undefined
        ? {}
        : { off: settings.off ?? t('CLAUDE_COWORK_MEMORY_PATH_OVERRIDE takes precedence over the setting.') };
    found.push({
      ...base,
      ...outranked,
      path,
      scope: place.scope,
      always: true,
      label: storeName(path),
      why: t('Claude Code keeps its memories here because of autoMemoryDirectory in {file}.', { file: place.name }),
    });
  }
  return found;
}

/** Directories that other tools read from the same settings; Claude Code does not use them. */
function otherTools(project: Project, settings: ClaudeSettings, variable: string | undefined): StoreCandidate[] {
  const store = (path: string, scope: StoreCandidate['scope'], by: string): StoreCandidate => ({
    path,
    kind: 'custom',
    scope,
    label: storeName(path),
    why: t('Specified by {name}. Claude Code doesn’t read it; Memdir reads it and doesn’t write to it.', { name: by }),
    project: project.root,
    always: true,
  });
  const { memoryDir } = settings;
  return [
    ...(variable === undefined ? [] : [store(variable, 'command-line', 'CLAUDE_MEMORY_DIR')]),
    ...(memoryDir?.path === undefined
      ? []
      : [store(memoryDir.path, memoryDir.place.scope, t('memoryDir in {file}', { file: memoryDir.place.name }))]),
  ];
}

/** Name of a project for people: that of the folder around a bare repository called `.bare`. */
function projectName({ root, checkout }: Project): string {
  const isHidden = root !== checkout && basename(root).startsWith('.');
  return basename(isHidden ? dirname(root) : root) || root;
}

/** Name of a memory folder for people: that of its parent when it is just called "memory". */
export function storeName(path: string): string {
  const folders = path.split(/[/\\]/).filter(Boolean);
  while (folders.length > 1 && /^(\.?memory|\.claude)$/i.test(folders.at(-1) ?? '')) folders.pop();
  return folders.at(-1) ?? path;
}

interface Automatic extends StoreCandidate {
  /** The folder below `projects` it lies in. */
  readonly folder: string;
  readonly exists: boolean;
}

type AutomaticFolder = Omit<Automatic, 'kind' | 'scope' | 'label' | 'path' | 'off'> & {
  readonly off?: string | undefined;
};

/** A name under which Claude Code keeps, or kept, memory of a project. */
interface NamedFolder {
  readonly configDir: string;
  /** The path that the folder is named after. */
  readonly path: string;
  readonly why: string;
  /** Whether Claude Code uses it now: it counts although it does not exist yet. */
  readonly current?: boolean;
  readonly off?: string;
}

/** Claude Code's own folders of a project: the one it uses first, then those of former settings and of other names. */
async function automaticStores(
  project: Project,
  settings: ClaudeSettings,
  context: RootsContext,
  fixed: string | undefined,
): Promise<Automatic[]> {
  const base = {
    kind: 'main' as const,
    scope: 'user' as const,
    label: projectName(project),
    ...(settings.off === undefined ? {} : { off: settings.off }),
  };
  const folders: AutomaticFolder[] = fixed === undefined ? [] : [await fixedFolder(project, context, fixed)];
  for (const named of namedFolders(project, context, fixed))
    folders.push(...(await foldersNamedAfter(named, project, context)));
  const found: Automatic[] = [];
  for (const { folder, off, ...rest } of folders) {
    const path = join(folder, 'memory');
    if (found.some((other) => other.path === path)) continue;
    found.push({ ...base, ...rest, path, folder, ...(off === undefined ? {} : { off: base.off ?? off }) });
  }
  return found;
}

/** The folder that CLAUDE_CODE_PROJECT_DIR_NAME names. */
async function fixedFolder(project: Project, context: RootsContext, name: string): Promise<AutomaticFolder> {
  const folder = join(context.memoryBase, 'projects', name);
  const others = (await context.workingDirectories(folder)).filter(
    (path) => !isInside(path, project.root) && !isInside(path, project.checkout),
  );
  return {
    folder,
    exists: await isDirectory(folder),
    always: true,
    project: project.root,
    sharedWith: others,
    why: t('Claude Code keeps its memories here because CLAUDE_CODE_PROJECT_DIR_NAME is set.'),
  };
}

/** Every name to look under, in order of rank. */
function namedFolders(project: Project, context: RootsContext, fixed: string | undefined): NamedFolder[] {
  const { memoryBase, configDir } = context;
  const own: NamedFolder =
    fixed === undefined
      ? {
          configDir: memoryBase,
          path: project.root,
          current: true,
          why: t('Claude Code keeps the memories of {project} here.', { project: project.root }),
        }
      : {
          configDir: memoryBase,
          path: project.root,
          why: t('Claude Code previously kept the memories of {project} here.', { project: project.root }),
          off: t('{name} specifies another folder.', { name: 'CLAUDE_CODE_PROJECT_DIR_NAME' }),
        };
  const aliases = project.aliases.map((alias) => ({
    configDir: memoryBase,
    path: alias,
    why: t('Older memories of this project, kept under the name of {path}.', { path: alias }),
  }));
  const compositions = [...new Set([project.root.normalize('NFC'), project.root.normalize('NFD')])]
    .filter((path) => path !== project.root)
    .map((path) => ({
      configDir: memoryBase,
      path,
      why:
        path === path.normalize('NFC')
          ? t(
              'Memories of this project, in a folder whose name has composed Unicode letters; Claude Code doesn’t read them.',
            )
          : t(
              'Memories of this project, in a folder whose name has decomposed Unicode letters; Claude Code doesn’t read them.',
            ),
    }));
  const local =
    memoryBase === configDir
      ? []
      : [project.root, ...project.aliases].map((path) => ({
          configDir,
          path,
          why: t('Claude Code previously kept the memories of {project} here.', { project: path }),
          off: t('{name} specifies another folder.', { name: 'CLAUDE_CODE_REMOTE_MEMORY_DIR' }),
        }));
  return [own, ...aliases, ...compositions, ...local];
}

async function foldersNamedAfter(
  { configDir, path, current = false, why, off }: NamedFolder,
  project: Project,
  context: RootsContext,
): Promise<AutomaticFolder[]> {
  const found: AutomaticFolder[] = [];
  const isTrusted = await context.isTrusted(project.checkout);
  for (const folder of await projectFolders(configDir, path, context, context.workingDirectories)) {
    if (!current && !folder.exists) continue;
    const workingDirectories = await context.workingDirectories(folder.path);
    const isSameName = path.normalize('NFC') === project.root.normalize('NFC') && workingDirectories.length === 0;
    if (!current && !isTrusted && !isSameName && !isOwn(project, workingDirectories)) continue;
    const owners = ownersOf(folder.path, workingDirectories, project.root, context);
    const shared =
      path === project.root
        ? [...new Set([...owners.sharedWith, ...(await namesakes(path, context))])]
        : owners.sharedWith;
    found.push({
      folder: folder.path,
      exists: folder.exists,
      always: current,
      ...owners,
      sharedWith: shared,
      why,
      off,
    });
  }
  return found;
}

/**
 * Whether every session of a folder below `projects` ran in the project. Names are lossy and a project names its sub-folders, so without trust the name
 * alone may be that of another project.
 */
const isOwn = ({ root, checkout }: Project, workingDirectories: readonly string[]): boolean =>
  workingDirectories.length > 0 &&
  workingDirectories.every((cwd) => isComposedInside(cwd, root) || isComposedInside(cwd, checkout));

const isComposedInside = (path: string, folder: string): boolean =>
  isInside(path.normalize('NFC'), folder.normalize('NFC'));

/** Committed with the project, so everyone who works on it writes there. */
const TEAM_FOLDER = '.claude/memory';

/** Memory folders inside the project. A plain `memory` folder counts only with a MEMORY.md or daily logs. */
export async function inRepoStores(project: Project, configDir: string): Promise<StoreCandidate[]> {
  const found: StoreCandidate[] = [];
  for (const folder of foldersOf(project)) {
    for (const name of [TEAM_FOLDER, '.memory', 'memory']) {
      const path = join(folder, name);
      const ofTeam = name === TEAM_FOLDER && join(folder, '.claude') !== configDir;
      const kind = ofTeam ? 'team' : name === 'memory' ? await kindOfPlainFolder(path) : 'in-repo';
      if (kind === undefined || !(await isDirectory(path))) continue;
      found.push({
        path,
        kind,
        scope: 'project',
        label: `${basename(folder)}/${name}`,
        why: IN_REPO[kind](name),
        project: project.root,
        always: true,
        inside: folder,
      });
    }
  }
  return found;
}

const IN_REPO = {
  team: (name: string) => t('Shared by the team in the project, in {folder}.', { folder: name }),
  'in-repo': (name: string) => t('Kept in the project, in {folder}.', { folder: name }),
  logs: (name: string) => t('Daily logs, kept in the project in {folder}.', { folder: name }),
} as const;

async function kindOfPlainFolder(path: string): Promise<'in-repo' | 'logs' | undefined> {
  if (await isFile(join(path, 'MEMORY.md'))) return 'in-repo';
  const names = await readdir(path).catch(() => []);
  return names.some((name) => /^\d{4}-\d\d-\d\d\.md$/i.test(name)) ? 'logs' : undefined;
}

const hashedFolder = (home: string): string => join(home, '.mini-claude', 'projects');

/** Stores of other Claude-like agents, named by a hash of the working directory. */
export function hashedStores(project: Project, home: string): StoreCandidate[] {
  return [project.root, ...project.aliases].map((path) => {
    const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
    return {
      path: join(hashedFolder(home), name, 'memory'),
      kind: 'extra',
      scope: 'user',
      label: basename(path),
      why: t('Named by the hash of {path}.', { path }),
      project: path,
      always: false,
    };
  });
}

/** Every such store; its project cannot be derived from the name. */
export async function everyHashedStore(home: string): Promise<StoreCandidate[]> {
  const names = (await readdir(hashedFolder(home)).catch(() => []))
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .sort();
  return names.map((name) => ({
    path: join(hashedFolder(home), name, 'memory'),
    kind: 'extra',
    scope: 'user',
    label: name,
    why: t('Named by the hash of an unknown working directory.'),
    project: name,
    always: false,
  }));
}
