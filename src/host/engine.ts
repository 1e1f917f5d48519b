import { MemdirError, messageOf } from '../core/errors.js';
import type { AskEditor } from '../core/ports/chat-model.js';
import type { Log } from '../core/ports/log.js';
import type { Settings } from '../protocol/settings.js';
import { raceAbort } from '../service/async.js';
import type { Memdir } from '../service/memdir.js';

/** What an engine is opened for. A change of anything here but the settings of the service opens a new one. */
export interface EngineRequest {
  readonly dataDir: string | undefined;
  /** Absolute paths of the workspace folders. */
  readonly folders: readonly string[];
  readonly trusted: boolean;
  readonly settings: Settings;
  readonly claudeEnvironment: Readonly<Record<string, string>>;
}

export interface OpenedEngine {
  readonly memdir: Memdir;
  /** Takes over the settings that need no new engine. */
  configure(settings: Settings): void;
  close(): Promise<void>;
}

/** Composes the product; rejects with a sentence for people. */
export type OpenEngine = (request: EngineRequest, log: Log, editor?: AskEditor) => Promise<OpenedEngine>;

/** The part of a request that an open engine cannot change. */
const fixedPart = ({ dataDir, folders, trusted, settings, claudeEnvironment }: EngineRequest): string =>
  JSON.stringify([
    dataDir,
    folders,
    trusted,
    claudeEnvironment,
    settings.directories,
    settings.claudeConfigDir,
    Object.entries(settings).filter(([key]) => /^(embedding|ollama|model)\./.test(key)),
  ]);

interface Attempt {
  readonly request: EngineRequest;
  readonly engine: Promise<OpenedEngine>;
  /** When it failed, in milliseconds since the epoch. */
  failedMs?: number;
}

/** Milliseconds after a failed opening until the next request tries again: what was in the way may be gone. */
const RETRY_MS = 5_000;

/**
 * The one engine of the host. Requests wait for it; when folders, trust or places change, the old one is closed and a
 * new one opened in its place.
 */
export class EngineHolder {
  #attempt: Attempt | undefined;
  #closed = false;

  constructor(
    private readonly open: OpenEngine,
    private readonly log: Log,
    /** Called with each engine that opened, and with the reason when one could not. */
    private readonly opened: (memdir: Memdir) => Promise<void>,
    private readonly failed: (reason: string) => void,
  ) {}

  /** Opens, reconfigures or replaces the engine, whatever the request needs. */
  use(request: EngineRequest): void {
    if (this.#closed) return;
    const before = this.#attempt;
    if (before && fixedPart(before.request) === fixedPart(request)) {
      this.#attempt = { ...before, request };
      before.engine
        .then((engine) => engine.configure(request.settings))
        .catch((error: unknown) => this.log.warn(`Settings kept for when the engine opens: ${messageOf(error)}`));
      return;
    }
    const engine = this.#replace(before, request);
    this.#attempt = { request, engine };
    this.#greet(engine).catch((error: unknown) => {
      if (!this.#attempt || !this.#current(engine)) return;
      this.#attempt.failedMs = Date.now();
      this.log.error('Memdir could not open its engine.', error);
      this.failed(messageOf(error));
    });
  }

  /** The engine once it is open. Rejects when it could not be opened or the signal is aborted first. */
  async memdir(signal?: AbortSignal): Promise<Memdir> {
    this.#retry();
    const engine = this.#attempt?.engine;
    if (!engine || this.#closed) throw new MemdirError('unavailable', 'The background host is shutting down.');
    try {
      const { memdir } = await raceAbort(engine, signal);
      if (this.#current(engine)) return memdir;
    } catch (error) {
      if (signal?.aborted || this.#current(engine)) throw error;
    }
    return this.memdir(signal);
  }

  #retry(): void {
    const failed = this.#attempt;
    if (failed?.failedMs === undefined || Date.now() - failed.failedMs < RETRY_MS) return;
    this.#attempt = undefined;
    this.use(failed.request);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#release(this.#attempt);
  }

  /** Whether no other engine has taken this one's place, and none will. */
  #current(engine: Promise<OpenedEngine>): boolean {
    return !this.#closed && this.#attempt?.engine === engine;
  }

  async #greet(engine: Promise<OpenedEngine>): Promise<void> {
    const { memdir } = await engine;
    if (this.#current(engine)) await this.opened(memdir);
  }

  async #replace(before: Attempt | undefined, request: EngineRequest): Promise<OpenedEngine> {
    await this.#release(before);
    return this.open(request, this.log);
  }

  async #release(attempt: Attempt | undefined): Promise<void> {
    if (!attempt) return;
    try {
      await (await attempt.engine).close();
    } catch (error) {
      this.log.warn(`The engine did not close cleanly: ${messageOf(error)}`);
    }
  }
}
