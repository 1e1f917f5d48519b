/** The background process of a data folder: it answers hooks of agents in every folder, takes sessions of MCP servers, and works off what was observed. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { cancelled, messageOf } from '../../core/errors.js';
import type { Memdir } from '../../core/memdir.js';
import type { Log } from '../../core/ports/log.js';
import type { QueueHandlers, QueueOutcome } from '../../core/ports/observation-queue.js';
import type { RootScope } from '../../core/ports/roots.js';
import { parseSettings } from '../../protocol/check-settings.js';
import { HOSTS_FOLDER, type ProgramIdentity, type RecallAnswer, type RecallCall } from '../../protocol/hooks.js';
import { DEFAULT_SETTINGS, type Settings, SETTINGS_ENVIRONMENT } from '../../protocol/settings.js';
import { withTimeout } from '../../service/async.js';
import { tryLock } from '../../store/sqlite/lock.js';
import { startCaptureWorker } from '../capture/capture-worker.js';
import { isSwitchedOff } from '../capture/queue-files.js';
import { openMemdir } from '../compose.js';
import { hostFiles } from '../discovery.js';
import { newNonce } from '../hook-proof.js';
import { createRecallHandler, serverSettings } from '../hook-server/serve-hooks.js';
import { type HookServer, startHookServer } from '../hook-server/thread.js';
import { SharedEmbedders } from '../models/shared-embedders.js';
import { type Engine, SharedEngines } from './engines.js';
import { listenForSessions, type SessionServer } from './sessions.js';
import { startEnded } from './start.js';
import { lockFile } from './stop.js';
import { withVariables } from './variables.js';

export interface EngineRequest {
  readonly scope: RootScope;
  /** Variables of the requester's environment, see {@link VARIABLES}. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface ServeOptions {
  readonly distDir: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly program: ProgramIdentity;
  readonly log: Log;
  /** Milliseconds without a request after which it ends. */
  readonly idleMs: number;
  /** Folder whose memories are opened at once, and what is asked there, if anything. */
  readonly warm?: Pick<RecallCall, 'cwd' | 'env' | 'directories' | 'all' | 'prompt'> | undefined;
  /** Serves a session until its connection ends. */
  readonly session: (
    socket: Socket,
    request: unknown,
    open: (request: EngineRequest, tell: (sentence: string) => void) => Promise<Engine>,
  ) => Promise<void>;
  readonly signal: AbortSignal;
}

/** A question like that of a person, to load what answers one. */
// eslint-disable-next-line memdir/user-text -- no person reads it.
const WARM_PROMPT = 'what is known about this project and how it is worked on';
/** Milliseconds between two looks at whether it is still needed. */
const LOOK_MS = 5_000;
/** Milliseconds for which a model stays loaded without work. */
const MODEL_IDLE_MS = 300_000;
/** Milliseconds a process that ends may still hold the lock. */
const LOCK_MS = 5_000;
const WARM_MS = 30_000;

/** Serves until it is idle, stopped or aborted. Resolves at once with `other` where another process serves this data folder. Rejects where it cannot. */
export async function serveBackground(options: ServeOptions): Promise<'ended' | 'other'> {
  const { dataDir } = options;
  mkdirSync(join(dataDir, HOSTS_FOLDER), { recursive: true, mode: 0o700 });
  const release = await takeLock(lockFile(dataDir));
  if (release === undefined) return 'other';
  const background = new Background(options);
  try {
    removeFormer(dataDir);
    await background.run();
    return 'ended';
  } finally {
    await background.close();
    release();
  }
}

/** A process that was asked to end is waited for. */
async function takeLock(file: string): Promise<(() => void) | undefined> {
  for (const end = performance.now() + LOCK_MS; ;) {
    const release = await tryLock(file);
    if (release !== undefined || performance.now() >= end) return release;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Discovery files of processes that were killed; only the owner of the lock may remove them. */
function removeFormer(dataDir: string): void {
  for (const { file, address } of hostFiles(dataDir)) if (address?.background) rmSync(file, { force: true });
}

class Background {
  readonly #options: ServeOptions;
  readonly #embedders = new SharedEmbedders(MODEL_IDLE_MS);
  readonly #engines: SharedEngines<EngineRequest>;
  readonly #ending = new AbortController();
  readonly #sessions = new Set<Promise<void>>();
  #activeMs = performance.now();
  /** What was asked for last, and its engine. */
  #latest: { readonly request: EngineRequest; readonly memdir: Memdir } | undefined;
  #settings: { readonly text: string; readonly value: Settings } = { text: '', value: DEFAULT_SETTINGS };
  #hooks: HookServer | undefined;
  #listener: SessionServer | undefined;
  #stopWork: () => Promise<void> = () => Promise.resolve();

  constructor(options: ServeOptions) {
    this.#options = options;
    const { log } = options;
    this.#engines = new SharedEngines({
      open: (request, tell) => this.#open(request, tell),
      keyOf: ({ scope, variables }) => JSON.stringify([normal(scope), variables, this.#textOf(variables)]),
      log,
    });
    options.signal.addEventListener('abort', () => this.#ending.abort());
  }

  async run(): Promise<void> {
    const { dataDir, distDir, program, log, warm, signal } = this.#options;
    if (signal.aborted) return;
    const key = newNonce();
    this.#listener = await listenForSessions({ key, opened: (socket, request) => this.#serve(socket, request), log });
    const worker = startCaptureWorker({
      capture: this.#capture(),
      dataDir,
      log,
      enabled: () => this.#latest !== undefined && this.#current()['capture.enabled'] && !isSwitchedOff(dataDir),
      isDeciding: false,
    });
    this.#stopWork = () => worker.stop();
    this.#hooks = await startHookServer({
      file: join(distDir, 'hook-server.js'),
      dataDir,
      folders: [],
      log,
      settings: () => serverSettings(this.#current()),
      recall: (call, aborted) => this.#recall(call, aborted),
      onObserved: () => {
        this.#active();
        worker.wake();
      },
      background: {
        address: { key, program, sessionsPort: this.#listener.port },
        warm: (call) => this.#warm(call),
        end: () => this.#ending.abort(),
      },
    });
    startEnded(dataDir);
    log.info(`The background process answers agents (process ${process.pid}).`);
    if (warm) this.#warm({ session: '', ...warm });
    await this.#whileNeeded();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#hooks?.close();
    await this.#listener?.close();
    await Promise.all(this.#sessions);
    await this.#stopWork();
    await this.#engines.close();
    await this.#embedders.close();
  }

  #active(): void {
    this.#activeMs = performance.now();
  }

  /** Resolves when it is to end: it was asked to, was not used for long, or its data folder is gone. */
  #whileNeeded(): Promise<void> {
    const { dataDir, idleMs } = this.#options;
    const { signal } = this.#ending;
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.#sessions.size > 0 || this.#isEmbedding()) this.#active();
        const isIdle = performance.now() - this.#activeMs >= idleMs;
        if (signal.aborted || isIdle || !this.#isAnnounced(dataDir)) end();
        else if (this.#textOf({}) !== this.#settings.text) this.#hooks?.announce();
      };
      const timer = setInterval(look, Math.min(LOOK_MS, idleMs));
      const end = (): void => {
        clearInterval(timer);
        resolve();
      };
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });
  }

  /** What a command left to it is done before it ends. */
  #isEmbedding(): boolean {
    const status = this.#latest?.memdir.status();
    return status?.kind === 'indexing' && status.phase === 'embedding';
  }

  /** Whether agents find it: a thread that broke down is away for a moment. */
  #isAnnounced(dataDir: string): boolean {
    return existsSync(join(dataDir, HOSTS_FOLDER));
  }

  async #open({ scope, variables }: EngineRequest, tell: (sentence: string) => void): Promise<Engine> {
    const { distDir, dataDir, log } = this.#options;
    const home = (process.platform === 'win32' ? variables['USERPROFILE'] : variables['HOME']) || homedir();
    return await openMemdir({
      distDir,
      dataDir,
      scope,
      env: withVariables(process.env, variables),
      home,
      log,
      tell,
      follow: true,
      forAgents: true,
      isShared: true,
      embedders: this.#embedders.open,
    });
  }

  async #recall(call: RecallCall, signal: AbortSignal): Promise<RecallAnswer> {
    this.#active();
    const startMs = performance.now();
    const borrowed = this.#borrow(requestOf(call));
    const engine = await withTimeout(borrowed, call.deadline ?? WARM_MS);
    if (engine === undefined) {
      borrowed
        .then((late) => late.close())
        .catch((error: unknown) => this.#options.log.warn(`Memories could not be opened: ${messageOf(error)}`));
      return { text: '', late: true };
    }
    try {
      const settings = this.#settingsOf(call.env ?? {});
      const left = Math.max(1, Math.round((call.deadline ?? 0) - (performance.now() - startMs)));
      const recall = createRecallHandler(engine.memdir, () => settings['inject.enabled']);
      return await recall(call.deadline === undefined ? call : { ...call, deadline: left }, signal);
    } finally {
      await engine.close();
    }
  }

  /** Opens stores and models, so that the first prompt need not wait for them. */
  #warm(call: RecallCall): void {
    this.#active();
    const request = requestOf(call);
    this.#engines
      .use(request, async (memdir) => {
        this.#latest = { request, memdir };
        await memdir.inject({ prompt: WARM_PROMPT, folder: call.cwd, deadline: WARM_MS });
        // What a question needs is prepared once it is asked: a question in another language needs vectors of its own.
        if (call.prompt !== '') await memdir.search({ query: call.prompt, vectorTimeoutMs: WARM_MS });
      })
      .catch((error: unknown) => this.#options.log.warn(`Memories were not opened ahead: ${messageOf(error)}`));
  }

  async #borrow(request: EngineRequest, tell?: (sentence: string) => void): Promise<Engine> {
    const engine = await this.#engines.borrow(request, tell);
    this.#latest = { request, memdir: engine.memdir };
    return engine;
  }

  #serve(socket: Socket, request: unknown): void {
    this.#active();
    const session = this.#options
      .session(socket, request, (engine, tell) => this.#borrow(engine, tell))
      .catch((error: unknown) => this.#options.log.warn(`A session ended: ${messageOf(error)}`))
      .finally(() => {
        socket.destroy();
        this.#sessions.delete(session);
        this.#active();
      });
    this.#sessions.add(session);
  }

  /**
   * Work on the queue for what was asked for last. Each observation is handled by the settings of its moment: who switches a model off
   * need not wait for the next prompt, or for the end of a long queue.
   */
  #capture(): Pick<Memdir['capture'], 'work' | 'handlers'> {
    const now = async (work: (handlers: QueueHandlers) => Promise<QueueOutcome> | undefined): Promise<QueueOutcome> => {
      const request = this.#latest?.request;
      if (request === undefined) throw cancelled();
      return await this.#engines.use(request, async (memdir) => {
        this.#latest = { request, memdir };
        const { handlers } = memdir.capture;
        return (await (handlers && work(handlers))) ?? { status: 'done', made: 0 };
      });
    };
    return {
      handlers: {
        observation: (seen, signal) => now((handlers) => handlers.observation(seen, signal)),
        turn: (turn, signal) => now((handlers) => handlers.turn?.(turn, signal)),
      },
      work: async (handlers, signal) => (await this.#latest?.memdir.capture.work(handlers, signal)) ?? 'busy',
    };
  }

  #current(): Settings {
    return this.#settingsOf({});
  }

  /** The settings of who asks. Parsed again only when their text is another one. */
  #settingsOf(variables: Readonly<Record<string, string>>): Settings {
    const text = this.#textOf(variables);
    if (text !== this.#settings.text) this.#settings = { text, value: parsed(text) };
    return this.#settings.value;
  }

  #textOf(variables: Readonly<Record<string, string>>): string {
    const override = variables[SETTINGS_ENVIRONMENT];
    if (override !== undefined) return override;
    try {
      return readFileSync(join(this.#options.dataDir, 'settings.json'), 'utf8');
    } catch {
      // Missing: the defaults count. An unreadable file is reported where an engine is opened.
      return '{}';
    }
  }
}

function parsed(text: string): Settings {
  try {
    return parseSettings({ from: 'settings.json', text }).settings;
  } catch {
    // What is wrong with it is reported where an engine is opened.
    return DEFAULT_SETTINGS;
  }
}

const requestOf = ({ cwd, env = {}, directories, all }: RecallCall): EngineRequest => ({
  scope: { folders: [cwd], ...(directories && { directories }), ...(all && { all }) },
  variables: env,
});

const normal = ({ folders, directories = [], extra = [], all = false, trusted }: RootScope): unknown => [
  folders,
  directories,
  extra,
  all,
  trusted ?? null,
];
