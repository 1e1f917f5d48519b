/** The composition root: the one place where ports are implemented and given to the engine. */
import { homedir } from 'node:os';
import { join } from 'node:path';

import { messageOf } from '../core/errors.js';
import { inArea } from '../core/health.js';
import type { Memdir } from '../core/memdir.js';
import type { AskEditor } from '../core/ports/chat-model.js';
import type { Instructions } from '../core/ports/instructions.js';
import type { Log } from '../core/ports/log.js';
import type { ObservationQueue } from '../core/ports/observation-queue.js';
import type { RootScope } from '../core/ports/roots.js';
import type { Team } from '../core/ports/team.js';
import { maskForDisplay } from '../core/secrets/secrets.js';
import { createHttpReranker } from '../embed/rerank-http.js';
import { parseSettings } from '../protocol/check-settings.js';
import type { RunningEditor } from '../protocol/configuration.js';
import type { CheckedSettings, Settings } from '../protocol/settings.js';
import { createMemdir } from '../service/create.js';
import { selectModelOf } from '../service/inject/select-model.js';
import type { ServicePorts } from '../service/ports.js';
import { followAgentTasks } from './agent-tasks.js';
import { hookChecks } from './background/health.js';
import { createQueue } from './capture/observation-queue.js';
import { isSwitchedOff } from './capture/queue-files.js';
import type { Limits } from './capture/queue-state.js';
import { createModelBudget } from './capture/token-budget.js';
import { createTranscripts } from './capture/transcripts.js';
import { systemClock } from './clock.js';
import { connectedFiles, createConnections } from './connect/connections.js';
import { settingsChecks } from './connect/plain-json.js';
import { dataDirectory } from './data-dir.js';
import { createConsolidation } from './dream/consolidation.js';
import { removeLeftoversBelow } from './files/leftovers.js';
import { createFiles } from './files/memory-files.js';
import { createFileEvents } from './files/watch.js';
import { textHash } from './hash.js';
import { serveHooks } from './hook-server/serve-hooks.js';
import { createDrafts } from './inbox/drafts.js';
import { createSessions } from './inject/sessions.js';
import { removeOldRecords } from './kept-records.js';
import { createRepairs } from './lint/repairs.js';
import type { createInstructions } from './loaded/instructions.js';
import { createLog, fileSink } from './log.js';
import { machineChecks } from './machine-checks.js';
import { reasonToRest } from './machine-load.js';
import { openChatModel } from './models/chat-model.js';
import { type OpenEmbedders, openEmbedders } from './models/embedder.js';
import { claimEmbedding } from './models/embedding-lock.js';
import { languageModelCheck } from './models/language-model-check.js';
import { createModels } from './models/models.js';
import { createMoves } from './moves/moves.js';
import { openIndex } from './open-index.js';
import { realPathOf } from './paths.js';
import { makePrivate } from './private-folder.js';
import { createReviewNotes } from './review/review-notes.js';
import { createRulesThread } from './rules/thread.js';
import { claudeEnvironment, toServiceSettings } from './service-settings.js';
import { effectiveSettings } from './settings-file.js';
import { partsIn } from './stores/agent-stores.js';
import { readingBy } from './stores/link-policy.js';
import { mountsOf, teamMounts } from './stores/mounts.js';
import { projectAt } from './stores/project.js';
import { createRoots, createRootsContext, learnProjectLocations, linksOf } from './stores/roots.js';
import { createTeam } from './team/team.js';
import { createTrust } from './trust/trust.js';
import { createTrustRecords, type IsTrusted } from './trust/trust-records.js';
import { createWriteConsent } from './trust/write-consent.js';
import { createWorkspace } from './workspace/workspace.js';

export interface OpenOptions {
  /** The folder of the built files; the embedder's process and, beside it, `media/model` are found from here. */
  readonly distDir: string;
  /** Absolute; see {@link dataDirectory} for the default. */
  readonly dataDir?: string | undefined;
  readonly scope: RootScope;
  /** Default: those of the environment (`MEMDIR_SETTINGS`), else of `settings.json` in the data folder. */
  readonly settings?: Settings;
  /** Why some of these settings are not used, a sentence each. */
  readonly ignored?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: `memdir.log` in the data folder. */
  readonly log?: Log;
  /** Told beside the log what a person must know at once, in a sentence: a damaged index was rebuilt, or none can be kept. */
  readonly tell?: ((sentence: string) => void) | undefined;
  /** Whether the stores may be watched. Default false: the disk is compared when something is asked. */
  readonly follow?: boolean;
  /** Whether the process has other requests to answer beside long work. Default: what `serve` says. */
  readonly isShared?: boolean;
  /** Whether hooks of agents that work in the scope's folders are answered. Default false. */
  readonly serve?: boolean;
  /** The editor's language model, where there is an editor. */
  readonly editor?: AskEditor | undefined;
  /** The editor that this process belongs to: then only its own Copilot counts. */
  readonly runningEditor?: RunningEditor | undefined;
  /** Whether all that is read is for agents: then no link of a project leads out of it. Default false: they are kept from agents alone. */
  readonly forAgents?: boolean;
  /** Default: this user's. */
  readonly home?: string;
  /** Models of a process with several engines; each of them closes its own by default. */
  readonly embedders?: OpenEmbedders;
}

export interface OpenMemdir {
  readonly memdir: Memdir;
  /** Absolute. */
  readonly dataDir: string;
  /** Takes over changed settings. Embedder, runtime and directories need a new {@link openMemdir}. */
  configure(settings: Settings): void;
  /** Ends index, embedder and watchers. */
  close(): Promise<void>;
}

interface DataFolder {
  readonly home: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly log: Log;
}

async function openDataFolder(options: OpenOptions): Promise<DataFolder> {
  const home = options.home ?? homedir();
  const dataDir = dataDirectory(options.env, options.dataDir);
  const log = options.log ?? createLog({ sink: fileSink(join(dataDir, 'memdir.log')), home, mask: maskForDisplay });
  await makePrivate({ folder: dataDir, env: options.env, platform: process.platform, log });
  return { home, dataDir, log };
}

/** The settings, and what of those that were given is not used, told in the log. */
async function settingsOf(
  { settings, ignored = [], env, scope }: OpenOptions,
  { home, dataDir, log }: DataFolder,
): Promise<CheckedSettings> {
  if (settings) return { settings, ignored };
  const checked = await effectiveSettings({ dataDir, env, home, log, scope }, parseSettings);
  for (const sentence of checked.ignored) log.warn(sentence);
  return checked;
}

/** What the implementations of ports are made of. */
interface Environment {
  readonly options: OpenOptions;
  readonly home: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly log: Log;
  /** That of the options, with the Claude Code directory of the settings. */
  readonly env: OpenOptions['env'];
  readonly scope: RootScope;
  /** At the start. */
  readonly settings: Settings;
  readonly ignored: readonly string[];
  readonly currentSettings: () => Settings;
}

/** Opens everything; nothing is embedded and no process started before it is needed. Rejects with `unavailable` when SQLite cannot run here. */
export async function openMemdir(options: OpenOptions): Promise<OpenMemdir> {
  followAgentTasks();
  const folder = await openDataFolder(options);
  const { home, dataDir, log } = folder;
  const { settings, ignored } = await settingsOf(options, folder);
  let current = settings;
  const env = claudeEnvironment(settings, options.env);
  const scope = await realScope(options.scope, settings);
  const environment = { options, home, dataDir, log, env, scope, settings, ignored, currentSettings: () => current };
  const index = await openIndex({ dataDir, env: options.env, log, tell: options.tell });
  sweepRecords(dataDir, log);
  const cleaning = removeLeftoversBelow(dataDir);
  const learning = options.follow
    ? learnProjectLocations({ env, home, platform: process.platform, log, dataDir })
    : undefined;
  const memdir = createMemdir(
    { index, ...storePorts(environment), ...modelPorts(environment), ...machinePorts(environment) },
    toServiceSettings(settings),
  );
  const hooks = options.serve
    ? serveHooks({
        memdir,
        distDir: options.distDir,
        dataDir,
        folders: scope.folders,
        trusted: options.scope.trusted === true,
        log,
        settings: () => current,
      })
    : undefined;
  const close = async (): Promise<void> => {
    await hooks?.close();
    await Promise.all([memdir.close(), learning?.stop(), cleaning]);
  };
  const configure = (changed: Settings): void => {
    current = changed;
    hooks?.settingsChanged();
    memdir.configure(toServiceSettings(changed));
  };
  return { memdir, dataDir, configure, close };
}

/** Removes what was kept for undoing once it is too old, in the background. */
function sweepRecords(dataDir: string, log: Log): void {
  for (const folder of ['repairs', 'dreams'])
    removeOldRecords(join(dataDir, folder)).catch((error: unknown) =>
      log.warn(`Old records in ${folder} could not be removed: ${messageOf(error)}`),
    );
}

/**
 * Real paths of the folders: agents and editors name a project by any of its paths. An editor that trusts its folders says nothing of others, which are asked
 * for as well: by hooks, and for drafts that were seen elsewhere.
 */
async function realScope(scope: RootScope, settings: Settings): Promise<RootScope> {
  const folders = await Promise.all(scope.folders.map(realPathOf));
  const directories = await Promise.all((scope.directories ?? []).map(realPathOf));
  const checkouts = await Promise.all(folders.map(async (folder) => (await projectAt(folder)).checkout));
  return {
    ...scope,
    folders,
    extra: [...settings.directories, ...(scope.extra ?? [])],
    trusted: scope.trusted === true ? [...folders, ...checkouts, ...directories] : scope.trusted,
  };
}

type Ports<Name extends keyof ServicePorts> = Pick<ServicePorts, Name>;

/** What the search for memory directories is made of. */
const rootsOptions = ({ options, home, dataDir, log, env, settings, ignored }: Environment) => ({
  env,
  home,
  platform: process.platform,
  log,
  dataDir,
  trust: createTrustRecords({ dataDir, env, home, log }),
  forAgents: options.forAgents ?? false,
  agents: settings.agents,
  editor: options.runningEditor,
  ignored,
});

/** The parsers of Markdown and of patterns are loaded once instructions are asked for. */
const lazyInstructions = (contextOf: Parameters<typeof createInstructions>[0]): Instructions => ({
  find: async (folder, trusted) =>
    (await import('./loaded/instructions.js')).createInstructions(contextOf).find(folder, trusted),
});

/** Memory directories and the projects that they belong to. */
function storePorts(
  environment: Environment,
): Ports<
  | 'files'
  | 'roots'
  | 'moves'
  | 'instructions'
  | 'consolidation'
  | 'repairs'
  | 'reviewNotes'
  | 'scope'
  | 'events'
  | 'workspace'
  | 'trust'
  | 'writeConsent'
  | 'connections'
  | 'team'
> {
  const { options, home, dataDir, log, env, scope } = environment;
  const { trusted } = scope;
  const shared = rootsOptions(environment);
  const context = createRootsContext(shared)(scope);
  const { isTrusted } = context;
  const links = linksOf(shared, scope, context);
  const roots = createRoots(shared);
  const mounted = teamMounts(mountsOf(env).mounts).map(({ name }) => name);
  return {
    files: createFiles({
      dataDir,
      ...readingBy(links),
      mounted,
      partsOf: partsIn(context),
      blocking: options.serve !== true,
    }),
    roots,
    instructions: lazyInstructions((trusted) => createRootsContext(shared)({ trusted })),
    moves: createMoves({ ...shared, roots, trusted }),
    consolidation: createConsolidation(shared),
    repairs: createRepairs(dataDir),
    reviewNotes: createReviewNotes(shared),
    scope,
    ...(options.follow ? { events: createFileEvents(log, links.followsLinks) } : {}),
    // An editor does not wait for the list of a large project's files.
    workspace: createWorkspace({ log, isTrusted, patienceMs: options.follow ? 1_000 : 10_000 }),
    trust: createTrust({ scope, context, links, roots, records: shared.trust, dataDir }),
    writeConsent: createWriteConsent({ dataDir, home, log }),
    team: teamOf(environment, isTrusted),
    connections: createConnections({
      dataDir,
      distDir: options.distDir,
      env,
      home,
      platform: process.platform,
      editor: options.runningEditor,
      isTrusted,
    }),
  };
}

const teamOf = ({ options, dataDir, home, log, currentSettings, scope }: Environment, isTrusted: IsTrusted): Team =>
  createTeam({
    dataDir,
    env: options.env,
    home,
    log,
    settings: currentSettings,
    isTrusted,
    distrusted: scope.trusted === false,
  });

/** Embedding, reranking and language models. */
function modelPorts({
  options,
  home,
  dataDir,
  log,
  settings,
  currentSettings,
}: Environment): Ports<
  'models' | 'embedder' | 'former' | 'otherLanguages' | 'reranker' | 'chat' | 'selectModel' | 'modelBudget' | 'rules'
> {
  const embedding = { distDir: options.distDir, dataDir, settings, env: options.env, log, home };
  const { embedder, former, otherLanguages } = (options.embedders ?? openEmbedders)(embedding);
  const chat = openChatModel({ settings, env: options.env, ...(options.editor && { editor: options.editor }) });
  const limits = (): Limits => limitsOf(currentSettings());
  return {
    models: createModels(embedding),
    embedder,
    ...(former ? { former } : {}),
    ...(otherLanguages ? { otherLanguages } : {}),
    reranker: createHttpReranker({ apiKey: options.env.MEMDIR_RERANK_API_KEY }),
    ...(chat
      ? {
          chat,
          selectModel: selectModelOf(chat),
          modelBudget: createModelBudget({ dataDir, clock: systemClock, log, limits }),
        }
      : {}),
    rules: createRulesThread(join(options.distDir, 'rules.js')),
  };
}

/** What is kept in the data folder, and what the machine provides. */
function machinePorts({
  options,
  home,
  dataDir,
  log,
  env,
  ignored,
  currentSettings,
  scope,
}: Environment): Ports<
  | 'queue'
  | 'transcripts'
  | 'drafts'
  | 'sessions'
  | 'clock'
  | 'pause'
  | 'restReason'
  | 'claimEmbedding'
  | 'ignored'
  | 'home'
  | 'log'
  | 'hash'
  | 'realPath'
  | 'checks'
> {
  return {
    queue: queueOf(dataDir, options, currentSettings),
    transcripts: createTranscripts({ dataDir, log }),
    drafts: createDrafts({ dataDir, log }),
    sessions: createSessions({ dataDir, log }),
    clock: systemClock,
    ...(options.serve ? { pause } : {}),
    restReason: () => reasonToRest(),
    claimEmbedding: (store) => claimEmbedding(join(dataDir, 'locks'), store),
    ...(ignored.length > 0 ? { ignored } : {}),
    home,
    log,
    hash: textHash,
    realPath: realPathOf,
    checks: async () => [
      ...(await machineChecks(dataDir, ignored)),
      ...inArea('models', [languageModelCheck({ settings: currentSettings(), env })]),
      ...inArea('hooks', await hookChecks(dataDir, env)),
      ...inArea('agents', await settingsChecks(connectedFiles({ env, home }, scope.folders))),
    ],
  };
}

const pause = (): Promise<void> => new Promise((done) => void setImmediate(done));

const isShared = ({ isShared: shared, serve = false }: OpenOptions): boolean => shared ?? serve;

/** A process that works off what was observed and has others to answer leaves three quarters of its time to them. */
const queueOf = (dataDir: string, options: OpenOptions, settings: () => Settings): ObservationQueue =>
  createQueue({
    dataDir,
    clock: systemClock,
    rest: isShared(options) ? 3 : 0,
    enabled: () => settings()['capture.enabled'] && (options.serve === true || !isSwitchedOff(dataDir)),
    limits: () => limitsOf(settings()),
  });

const limitsOf = (settings: Settings): Limits => ({
  entries: settings['capture.dailyObservations'],
  tokens: settings['capture.dailyTokens'],
});
