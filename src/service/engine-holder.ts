/** The one engine of a front end that runs for long: opened for a request, replaced when another request needs another one. */
import { MemdirError, messageOf } from '../core/errors.js';
import type { Memdir } from '../core/memdir.js';
import type { Log } from '../core/ports/log.js';
import { raceAbort } from '../core/race-abort.js';

export interface OpenedEngine {
  readonly memdir: Memdir;
  close(): Promise<void>;
}

export interface EngineHolderOptions<R, E extends OpenedEngine> {
  /** Rejects with a sentence for people. */
  readonly open: (request: R) => Promise<E>;
  /** Requests with equal keys are served by one engine. */
  readonly keyOf: (request: R) => string;
  /** Takes over the part of a request that is not in its key. */
  readonly configure?: ((engine: E, request: R) => void) | undefined;
  /** Prepares an engine that was opened. `isCurrent` is false once another one takes its place or the holder is closed. */
  readonly prepare: (memdir: Memdir, isCurrent: () => boolean) => Promise<void>;
  /** Whether work waits for {@link prepare} too. */
  readonly waitForPrepare: boolean;
  /** Called when the current engine could not be opened or prepared. */
  readonly failed?: ((error: unknown) => void) | undefined;
  /** Milliseconds after a failure until the next use opens another engine: the cause may be gone. */
  readonly retryMs: number;
  /** `close-first`: a replaced engine is closed at once, and before the next one opens. `overlap`: it is closed when its last user has finished. */
  readonly handover: 'close-first' | 'overlap';
  /** Sentence for uses after {@link EngineHolder.close}. */
  readonly closedMessage: string;
  readonly log: Pick<Log, 'warn'>;
}

interface Attempt<R, E> {
  request: R;
  readonly key: string;
  readonly opened: Promise<E>;
  /** Opened and prepared. */
  readonly ready: Promise<E>;
  users: number;
  retired: boolean;
  /** Milliseconds since the epoch. */
  failedMs?: number;
  closing?: Promise<void>;
}

export class EngineHolder<R, E extends OpenedEngine> {
  readonly #options: EngineHolderOptions<R, E>;
  #attempt: Attempt<R, E> | undefined;
  #closed = false;
  readonly #closings = new Set<Promise<void>>();

  constructor(options: EngineHolderOptions<R, E>) {
    this.#options = options;
  }

  /** Opens, configures or replaces the engine, as the request needs. */
  request(request: R): void {
    if (this.#closed) return;
    const current = this.#attempt;
    if (current?.key !== this.#options.keyOf(request)) return this.#open(request);
    current.request = request;
    const { configure, log } = this.#options;
    if (configure === undefined) return;
    current.opened
      .then((engine) => configure(engine, request))
      .catch((error: unknown) => log.warn(`Settings kept for when the engine opens: ${messageOf(error)}`));
  }

  /** The current engine, however often it is replaced meanwhile. Rejects when it cannot be opened, or the signal is aborted first. */
  async memdir(signal?: AbortSignal): Promise<Memdir> {
    const attempt = this.#usable();
    try {
      const { memdir } = await raceAbort(this.#opened(attempt), signal);
      if (this.#isCurrent(attempt)) return memdir;
    } catch (error) {
      if (signal?.aborted || this.#isCurrent(attempt)) throw error;
    }
    return this.memdir(signal);
  }

  /** Works with the engine that is current now; with `overlap` it stays open until then. Rejects as {@link memdir}. */
  async use<T>(work: (memdir: Memdir) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const attempt = this.#usable();
    attempt.users++;
    try {
      const { memdir } = await raceAbort(this.#opened(attempt), signal);
      return await work(memdir);
    } finally {
      attempt.users--;
      if (attempt.retired && attempt.users === 0) void this.#close(attempt);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#attempt) void this.#close(this.#attempt);
    await Promise.all(this.#closings);
  }

  #open(request: R): void {
    const { open, prepare, keyOf, handover } = this.#options;
    const closed = this.#attempt && this.#retire(this.#attempt);
    const opened = handover === 'overlap' ? open(request) : Promise.resolve(closed).then(() => open(request));
    const ready = opened.then(async (engine) => {
      if (this.#isCurrent(attempt)) await prepare(engine.memdir, () => this.#isCurrent(attempt));
      return engine;
    });
    const attempt: Attempt<R, E> = { request, key: keyOf(request), opened, ready, users: 0, retired: false };
    this.#attempt = attempt;
    ready.catch((error: unknown) => {
      if (!this.#isCurrent(attempt)) return;
      attempt.failedMs = Date.now();
      this.#options.failed?.(error);
    });
  }

  #opened({ opened, ready }: Attempt<R, E>): Promise<E> {
    return this.#options.waitForPrepare ? ready : opened;
  }

  /** The current attempt; one that failed long enough ago is replaced first. */
  #usable(): Attempt<R, E> {
    const failed = this.#attempt;
    if (!this.#closed && failed?.failedMs !== undefined && Date.now() - failed.failedMs >= this.#options.retryMs)
      this.#open(failed.request);
    if (!this.#attempt || this.#closed) throw new MemdirError('unavailable', this.#options.closedMessage);
    return this.#attempt;
  }

  /** Whether no other engine has taken this one's place, and none will. */
  #isCurrent(attempt: Attempt<R, E>): boolean {
    return !this.#closed && this.#attempt === attempt;
  }

  #retire(attempt: Attempt<R, E>): Promise<void> | undefined {
    attempt.retired = true;
    return this.#options.handover === 'overlap' && attempt.users > 0 ? undefined : this.#close(attempt);
  }

  /** Closes an engine once; one that could not be opened needs no closing. */
  #close(attempt: Attempt<R, E>): Promise<void> {
    attempt.closing ??= attempt.opened
      .then(
        (engine) => engine.close(),
        () => undefined,
      )
      .catch((error: unknown) => this.#options.log.warn(`The engine did not close cleanly: ${messageOf(error)}`));
    const { closing } = attempt;
    this.#closings.add(closing);
    void closing.finally(() => this.#closings.delete(closing));
    return closing;
  }
}
