/** The one place where the parts are put together. */
import { homedir } from 'node:os';
import { join } from 'node:path';

import { messageOf } from '../core/errors.js';
import type { AskEditor } from '../core/ports/chat-model.js';
import type { Log } from '../core/ports/log.js';
import type { ObservationQueue } from '../core/ports/observation-queue.js';
import type { RootScope } from '../core/ports/roots.js';
import { createHttpReranker } from '../embed/rerank-http.js';
import { parseSettings } from '../protocol/check-settings.js';
import type { CheckedSettings, Settings } from '../protocol/settings.js';
import { createMemdir } from '../service/create.js';
import { selectModelOf } from '../service/inject/select-model.js';
import type { Memdir } from '../service/memdir.js';
import { startCaptureWorker } from './capture/capture-worker.js';
import { createQueue } from './capture/observation-queue.js';
import { isSwitchedOff } from './capture/queue-files.js';
import type { Limits } from './capture/queue-state.js';
import { createModelBudget } from './capture/token-budget.js';
import { createTranscripts } from './capture/transcripts.js';
import { systemClock } from './clock.js';
import { createConnections } from './connect/connections.js';
import { refreshLauncher } from './connect/launcher.js';
import { dataDirectory } from './data-dir.js';
import type { DoorSettings } from './door/messages.js';
import { recallFor } from './door/recall.js';
import { type Door, type DoorOptions, openDoor } from './door/thread.js';
import { createConsolidation } from './dream/consolidation.js';
import { createFiles } from './files/memory-files.js';
import { createFileEvents } from './files/watch.js';
import { textHash } from './hash.js';
import { createDrafts } from './inbox/drafts.js';
import { createSessions } from './inject/sessions.js';
import { createLog, fileSink } from './log.js';
import { machineChecks } from './machine-checks.js';
import { openChatModel } from './models/chat-model.js';
import { openEmbedder, openOtherLanguages } from './models/embedder.js';
import { createModels } from './models/models.js';
import { createMoves } from './moves/moves.js';
import { openIndex } from './open-index.js';
import { realPathOf } from './paths.js';
import { makePrivate } from './private-folder.js';
import { rulesInThread } from './rules/thread.js';
import { toServiceSettings } from './service-settings.js';
import { effectiveSettings } from './settings-file.js';
import { mountsOf, teamMounts } from './stores/mounts.js';
import { createRoots, learnProjectLocations } from './stores/roots.js';
import { createWorkspace } from './workspace/workspace.js';

export interface OpenOptions {
  /** The folder of the built files; the embedder's process and, beside it, `media/model` are found from here. */
  readonly distDir: string;
  /** Absolute; see {@link dataDirectory} for the default. */
  readonly dataDir?: string;
  readonly scope: RootScope;
  /** Default: those of the environment (`MEMDIR_SETTINGS`), else of `settings.json` in the data folder. */
  readonly settings?: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: `memdir.log` in the data folder. */
  readonly log?: Log;
  /** Whether the stores may be watched. Default false: the disk is compared when something is asked. */
  readonly follow?: boolean;
  /** Whether hooks of agents that work in the scope's folders are answered. Default false. */
  readonly serve?: boolean;
  /** The editor's language model, where there is an editor. */
  readonly editor?: AskEditor;
  /** Default: this user's. */
  readonly home?: string;
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

async function openDataFolder(
  options: OpenOptions,
): Promise<{ readonly home: string; readonly dataDir: string; readonly log: Log }> {
  const home = options.home ?? homedir();
  const dataDir = dataDirectory(options.env, options.dataDir);
  const log = options.log ?? createLog({ sink: fileSink(join(dataDir, 'memdir.log')), home });
  await makePrivate({ folder: dataDir, env: options.env, platform: process.platform, log });
  return { home, dataDir, log };
}

/** The settings, and what of those that were given is not used, told in the log. */
async function settingsOf({ settings, env }: OpenOptions, dataDir: string, log: Log): Promise<CheckedSettings> {
  if (settings) return { settings, ignored: [] };
  const checked = await effectiveSettings(dataDir, env, parseSettings);
  for (const sentence of checked.ignored) log.warn(sentence);
  return checked;
}

/** Opens everything; nothing is embedded and no process started before it is needed. Rejects with `unavailable` when SQLite cannot run here. */
export async function openMemdir(options: OpenOptions): Promise<OpenMemdir> {
  const { home, dataDir, log } = await openDataFolder(options);
  const { settings, ignored } = await settingsOf(options, dataDir, log);
  const env =
    settings.claudeConfigDir === '' ? options.env : { ...options.env, CLAUDE_CONFIG_DIR: settings.claudeConfigDir };
  const scope: RootScope = { ...options.scope, extra: [...settings.directories, ...(options.scope.extra ?? [])] };
  const embedding = { distDir: options.distDir, dataDir, settings, env: options.env, log, home };
  const [embedder, otherLanguages] = [openEmbedder(embedding), openOtherLanguages(embedding)];
  const chat = openChatModel({ settings, env: options.env, ...(options.editor && { editor: options.editor }) });
  const index = await openIndex(dataDir, log);
  const places = { env, home, platform: process.platform, log, dataDir };
  const roots = createRoots(places);
  const remembering = options.follow ? learnProjectLocations(places) : undefined;
  let live = settings;
  const memdir = createMemdir(
    {
      files: createFiles({
        dataDir,
        followOutside: scope.trusted,
        mounted: teamMounts(mountsOf(env).mounts).map(({ name }) => name),
      }),
      roots,
      moves: createMoves({ ...places, roots, trusted: scope.trusted }),
      consolidation: createConsolidation({ ...places, trusted: scope.trusted }),
      models: createModels(embedding),
      home,
      connections: createConnections({ dataDir, distDir: options.distDir, env, home, platform: process.platform }),
      scope,
      index,
      embedder,
      ...(otherLanguages ? { otherLanguages } : {}),
      reranker: createHttpReranker({ apiKey: options.env.MEMDIR_RERANK_API_KEY }),
      ...(options.follow ? { events: createFileEvents(log) } : {}),
      // Whoever types is not kept waiting for the list of a large project's files.
      workspace: createWorkspace({ log, trusted: scope.trusted, patienceMs: options.follow ? 1_000 : 10_000 }),
      queue: queueOf(dataDir, options.serve ?? false, () => live),
      transcripts: createTranscripts({ dataDir, log }),
      drafts: createDrafts({ dataDir, log }),
      sessions: createSessions({ dataDir, log }),
      ...(chat
        ? {
            chat,
            selectModel: selectModelOf(chat),
            modelBudget: createModelBudget({ dataDir, clock: systemClock, log, limits: () => limitsOf(live) }),
          }
        : {}),
      clock: systemClock,
      rules: rulesInThread(join(options.distDir, 'rules.js')),
      ...(options.serve ? { pause } : {}),
      ...(ignored.length > 0 ? { ignored } : {}),
      log,
      hash: textHash,
      realPath: realPathOf,
      checks: () => machineChecks(dataDir, ignored),
    },
    toServiceSettings(settings),
  );
  const serving = options.serve
    ? serveHooks({ memdir, distDir: options.distDir, dataDir, folders: scope.folders, log, settings: () => live })
    : undefined;
  const close = async (): Promise<void> => {
    await serving?.close();
    await Promise.all([memdir.close(), remembering?.stop()]);
  };
  const configure = (changed: Settings): void => {
    live = changed;
    serving?.settingsChanged();
    memdir.configure(toServiceSettings(changed));
  };
  return { memdir, dataDir, configure, close };
}

const pause = (): Promise<void> => new Promise((done) => void setImmediate(done));

/** A host that works off what was observed leaves three quarters of its time to others. */
const queueOf = (dataDir: string, serve: boolean, settings: () => Settings): ObservationQueue =>
  createQueue({
    dataDir,
    clock: systemClock,
    rest: serve ? 3 : 0,
    enabled: () => settings()['capture.enabled'] && (serve || !isSwitchedOff(dataDir)),
    limits: () => limitsOf(settings()),
  });

const limitsOf = (settings: Settings): Limits => ({
  entries: settings['capture.dailyObservations'],
  tokens: settings['capture.dailyTokens'],
});

const doorSettings = (settings: Settings): DoorSettings => ({
  capturing: settings['capture.enabled'],
  ...(settings['inject.select'] === 'model' && settings['model.provider'] !== 'none'
    ? { recallMs: settings['inject.wait'] }
    : {}),
});

interface Serving extends Pick<DoorOptions, 'dataDir' | 'folders' | 'log'> {
  readonly memdir: Pick<Memdir, 'capture' | 'inject' | 'noteSession'>;
  readonly distDir: string;
  readonly settings: () => Settings;
}

/** Answers hooks, and works off what they observed. */
function serveHooks(parts: Serving): { readonly settingsChanged: () => void; readonly close: () => Promise<void> } {
  const { memdir, dataDir, log, settings } = parts;
  const capturing = startCaptureWorker({
    capture: memdir.capture,
    dataDir,
    log,
    enabled: () => settings()['capture.enabled'],
  });
  // Whoever opened waits for none of it: hooks do without a host until it answers.
  const door = answerHooks({ ...parts, observed: () => capturing.wake() });
  return {
    settingsChanged: () => {
      capturing.wake();
      void door.then((open) => open?.announce());
    },
    close: async () => {
      await Promise.all([door.then((open) => open?.close()), capturing.stop()]);
    },
  };
}

/** Hooks do without a host that cannot be reached, so that is no reason not to open. */
async function answerHooks({
  memdir,
  distDir,
  folders,
  settings,
  ...rest
}: Serving & Pick<DoorOptions, 'observed'>): Promise<Door | undefined> {
  try {
    await refreshLauncher(rest.dataDir, distDir);
    return await openDoor({
      ...rest,
      file: join(distDir, 'door.js'),
      folders: await Promise.all(folders.map(realPathOf)),
      settings: () => doorSettings(settings()),
      recall: recallFor(memdir, () => settings()['inject.enabled']),
    });
  } catch (error) {
    rest.log.warn(`Hooks of agents will do without this host: ${messageOf(error)}`);
    return undefined;
  }
}
