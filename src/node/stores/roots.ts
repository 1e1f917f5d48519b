import { basename, dirname, join, resolve } from 'node:path';

import { messageOf } from '../../core/errors.js';
import { expandHome } from '../../core/home.js';
import { t } from '../../core/l10n.js';
import type { StoreInfo } from '../../core/memory.js';
import type { Log } from '../../core/ports/log.js';
import type { Roots, RootScope } from '../../core/ports/roots.js';
import { AGENT_FORMS, AGENT_KINDS, isAgentKind } from '../../core/stores/agent-forms.js';
import { agentPlaceOf, partsOf } from '../../core/stores/agent-places.js';
import { cached } from '../async-cache.js';
import { isFile } from '../paths.js';
import { type IsTrusted, trustIn, type TrustRecords } from '../trust/trust-records.js';
import { type AgentContext, agentFolders, type AgentOptions, agentStores, everyAgentStore } from './agent-stores.js';
import { mentionTwins, mountedAgents, projectAgents, userAgents } from './agents.js';
import { baseFolders, type RootsEnvironment } from './base-folders.js';
import type { StoreCandidate } from './candidate.js';
import { describeStores } from './describe.js';
import { createLinkPolicy, type LinkPolicy } from './link-policy.js';
import { memoryOff } from './memory-off.js';
import { mountsOf, teamMounts } from './mounts.js';
import { type Project, projectAt } from './project.js';
import { allProjectFolders, ownersOf } from './project-folders.js';
import { createWorkingDirectories } from './project-locations.js';
import {
  everyHashedStore,
  hashedStores,
  inRepoStores,
  mainStores,
  type RootsContext,
  storeName,
} from './project-stores.js';
import { sessionStores } from './session-stores.js';
import { managedSettingsFile } from './settings-files.js';

export interface RootsOptions extends RootsEnvironment, AgentOptions {
  /** The administrator's settings file; default: the platform's. */
  readonly managedSettings?: string;
  /** Absolute data folder in which working directories of projects are saved; absent: they are not saved. */
  readonly dataDir?: string;
  /** Gets a warning for each ignored setting, once. */
  readonly log?: Log;
  /** What a person trusts beside what a scope says; absent: nothing. */
  readonly trust?: TrustRecords;
  /** Settings that are ignored, a sentence each: noted on the first store. */
  readonly ignored?: readonly string[];
  /** Whether the stores are found for agents: then no link of a project leads out of it. Default false. */
  readonly forAgents?: boolean;
}

/** Milliseconds for which the search for sub-agents' folders in a project is cached. */
const AGENTS_KEPT_MS = 10_000;

export interface RootsOnDisk extends Roots {
  /** Everything that may be a store, before it is compared with the disk and with what is trusted. */
  candidates(scope: RootScope): Promise<readonly StoreCandidate[]>;
}

/** Finds memory directories on this machine. Never creates one, never rejects for what it finds. */
export function createRoots(options: RootsOptions): RootsOnDisk {
  const contextOf = createRootsContext(options);
  const ofFolder = createFolderSearch(options, contextOf);
  const candidates = async (scope: RootScope): Promise<StoreCandidate[]> =>
    sorted(await candidatesOf(scope, contextOf(scope), (folder, context) => ofFolder(folder, context, scope.trusted)));

  const noted = (found: readonly StoreInfo[]): StoreInfo[] =>
    found.map((store, at) =>
      at > 0 || options.ignored === undefined
        ? store
        : { ...store, notes: [...options.ignored, ...(store.notes ?? [])] },
    );
  return {
    candidates,
    memoryOff: (scope) => memoryOff(scope, contextOf(scope)),
    find: async (scope) =>
      noted(
        mentionTwins(
          await describeStores(await candidates(scope), {
            links: linksOf(options, scope, contextOf(scope)),
            mounts: teamMounts(mountsOf(options.env).mounts),
          }),
        ),
      ),
  };
}

type ContextOf = ReturnType<typeof createRootsContext>;

/** Finds what may be a store of one folder's project. Settings that are ignored are logged once. */
function createFolderSearch(
  options: RootsOptions,
  contextOf: ContextOf,
): (folder: string, context: AgentContext, trusted: RootScope['trusted']) => Promise<StoreCandidate[]> {
  const agentsOf = cached((folder: string, trusted: RootScope['trusted']) => {
    const { configDir, isTrusted } = contextOf({ trusted });
    return projectAt(folder).then(({ checkout }) => projectAgents({ checkout, folder, isTrusted, configDir }));
  }, AGENTS_KEPT_MS);
  const loggedNotes = new Set<string>();
  const logOnce = (notes: readonly string[]): void => {
    for (const note of notes) if (!loggedNotes.has(note)) options.log?.warn(note);
    for (const note of notes) loggedNotes.add(note);
  };
  return async (folder, context, trusted) => {
    const project = await projectAt(folder);
    const main = await mainStores(project, context);
    logOnce(main.notes);
    const agents = [
      ...(await agentsOf(project.folder, trusted)),
      ...(await agentsOfUser(project, context, main.folders)),
    ];
    const off = main.off === undefined ? {} : { off: main.off };
    return [
      ...main.candidates,
      ...(await inRepoStores(project, context.configDir)),
      ...agents.map((agent) => ({ ...agent, ...off })),
      ...hashedStores(project, options.home),
      ...(await sessionStores({
        projectFolders: main.folders,
        configDir: context.configDir,
        checkout: project.checkout,
        project: project.root,
      })),
      ...(await agentStores(project, context)),
    ];
  };
}

/** See {@link LinkPolicy}. */
export const linksOf = (
  { forAgents = false }: Pick<RootsOptions, 'forAgents'>,
  scope: RootScope,
  context: AgentContext,
): LinkPolicy => {
  const { configDir, memoryBase, home, isTrusted } = context;
  const folders = agentFolders(context);
  return createLinkPolicy({ scope, isTrusted, forAgents, configDir, memoryBase, home, agentFolders: folders });
};

/** The context from environment and options for a scope; without one nothing is trusted. */
export function createRootsContext(options: RootsOptions): (scope?: Pick<RootScope, 'trusted'>) => AgentContext {
  const folders = baseFolders(options);
  const workingDirectories = createWorkingDirectories(options.dataDir, options.log);
  const managedSettings = options.managedSettings ?? managedSettingsFile(options.platform);
  return (scope) => ({
    ...options,
    forAgents: options.forAgents ?? false,
    ...folders,
    managedSettings,
    isTrusted: scope === undefined ? NOTHING_TRUSTED : trustIn(scope, options.trust),
    workingDirectories,
  });
}

const NOTHING_TRUSTED: IsTrusted = () => Promise.resolve(false);

/**
 * Saves the working directories of every project in the background, as long as transcripts name them. `stop` ends it and resolves when nothing
 * is read or written any more. Never rejects.
 */
export function learnProjectLocations(options: RootsOptions): { stop(): Promise<void> } {
  let stopped = false;
  const learn = async (): Promise<void> => {
    const { memoryBase, workingDirectories } = createRootsContext(options)();
    for (const folder of await allProjectFolders(memoryBase)) {
      if (stopped) return;
      await workingDirectories(folder);
    }
  };
  const learning = learn().catch((error: unknown) =>
    options.log?.warn(`Where projects are was not learned: ${messageOf(error)}`),
  );
  return {
    stop: async () => {
      stopped = true;
      await learning;
    },
  };
}

/** Notebooks of the user, and those of the project in a mounted memory. */
async function agentsOfUser(
  project: Project,
  { configDir, memoryBase }: RootsContext,
  folders: readonly string[],
): Promise<StoreCandidate[]> {
  if (memoryBase === configDir) return await userAgents(configDir);
  const local: StoreCandidate[] = [];
  for (const folder of folders) local.push(...(await mountedAgents(folder, project.root)));
  return [...local, ...(await userAgents(memoryBase)), ...(await userAgents(configDir))];
}

/** Sorts notes of sessions and notebooks of the user last, and other agents after Claude Code. */
function sorted(candidates: readonly StoreCandidate[]): StoreCandidate[] {
  const rank = ({ kind, scope }: StoreCandidate): number =>
    isAgentKind(kind)
      ? 3 + AGENT_KINDS.indexOf(kind)
      : kind === 'session'
        ? 2
        : kind === 'agent' && scope === 'user'
          ? 1
          : 0;
  return [...candidates].sort((a, b) => rank(a) - rank(b));
}

async function candidatesOf(
  scope: RootScope,
  context: AgentContext,
  ofFolder: (folder: string, context: AgentContext) => Promise<StoreCandidate[]>,
): Promise<StoreCandidate[]> {
  if (scope.directories !== undefined && scope.directories.length > 0)
    return await explicitStores(scope.directories, linksOf({}, scope, context), context);
  const found: StoreCandidate[] = [];
  for (const folder of scope.folders) found.push(...(await ofFolder(folder, context)));
  if (scope.all) found.push(...(await everyProject(context)));
  if (scope.all) found.push(...(await userAgents(context.configDir)), ...(await everyHashedStore(context.home)));
  if (scope.all) found.push(...(await everyAgentStore(context)));
  return [...found, ...(await mountedStore(context)), ...extraStores(scope.extra ?? [], context)];
}

/** Explicitly named directories; of nested ones the outer counts. Their kind is derived from the path. */
async function explicitStores(
  directories: readonly string[],
  links: LinkPolicy,
  { home }: RootsContext,
): Promise<StoreCandidate[]> {
  const paths = directories
    .map((directory) => resolve(expandHome(directory, home)))
    .sort((a, b) => a.length - b.length);
  return await Promise.all(
    paths.map(async (path): Promise<StoreCandidate> => {
      const inside = await links.projectOf(path);
      return {
        path,
        scope: 'command-line',
        ...kindOf(path),
        label: storeName(path),
        why: t('Specified explicitly.'),
        always: true,
        ...(inside === undefined ? {} : { inside }),
      };
    }),
  );
}

function kindOf(
  path: string,
): Pick<StoreCandidate, 'kind' | 'agent' | 'readOnly' | 'parts'> & { readonly scope?: StoreCandidate['scope'] } {
  const parent = basename(dirname(path));
  const place = agentPlaceOf(path);
  if (place) return { ...place, readOnly: AGENT_FORMS[place.kind].writes !== 'files', parts: partsOf(path) };
  if (basename(path) === 'logs') return { kind: 'logs' };
  if (parent === 'session-memory' || basename(path) === 'session-memory') return { kind: 'session', readOnly: true };
  if (parent === 'agent-memory' || parent === 'agent-memory-local') return { kind: 'agent', agent: basename(path) };
  if (basename(path) === 'team' || (basename(path) === 'memory' && parent === '.claude')) return { kind: 'team' };
  if (basename(path) === 'memory' && basename(dirname(dirname(path))) === 'projects') return { kind: 'main' };
  return { kind: 'custom' };
}

/** The mounted folder may itself be a store. */
async function mountedStore({ memoryBase, configDir }: RootsContext): Promise<StoreCandidate[]> {
  if (memoryBase === configDir || !(await isFile(join(memoryBase, 'MEMORY.md')))) return [];
  return [
    {
      path: memoryBase,
      kind: 'custom',
      scope: 'command-line',
      label: storeName(memoryBase),
      why: t('Specified by {name}.', { name: 'CLAUDE_CODE_REMOTE_MEMORY_DIR' }),
      always: true,
    },
  ];
}

function extraStores(directories: readonly string[], { home }: RootsContext): StoreCandidate[] {
  return directories.map((directory) => {
    const path = resolve(expandHome(directory, home));
    return {
      path,
      kind: 'extra',
      scope: 'user',
      label: storeName(path),
      why: t('Added in the setting memdir.directories.'),
      always: true,
    };
  });
}

async function everyProject(context: RootsContext): Promise<StoreCandidate[]> {
  const found: StoreCandidate[] = [];
  for (const folder of await allProjectFolders(context.memoryBase)) {
    const owners = ownersOf(folder, await context.workingDirectories(folder), undefined, context);
    const hasPath = owners.project !== basename(folder);
    found.push({
      path: join(folder, 'memory'),
      kind: 'main',
      scope: 'user',
      always: true,
      ...owners,
      label: hasPath ? basename(owners.project) || owners.project : owners.project,
      why: hasPath
        ? t('Claude Code keeps the memories of {project} here.', { project: owners.project })
        : t('Claude Code keeps memories here for a project whose path is no longer known.'),
    });
  }
  return found;
}
