/** Engines of the background process: one for each scope, environment and settings, shared by all that ask for the same. */
import { messageOf } from '../../core/errors.js';
import type { Memdir } from '../../core/memdir.js';
import type { StoreKey } from '../../core/memory.js';
import type { Log } from '../../core/ports/log.js';
import { raceAbort } from '../../core/race-abort.js';
import type { IndexProgress, IndexReport } from '../../core/results.js';

export interface Engine {
  readonly memdir: Memdir;
  close(): Promise<void>;
}

export interface SharedEnginesOptions<R> {
  /** `tell`: what a person must know at once, in a sentence. */
  readonly open: (request: R, tell: (sentence: string) => void) => Promise<Engine>;
  /** Requests with equal keys are served by one engine. */
  readonly keyOf: (request: R) => string;
  readonly log: Pick<Log, 'warn'>;
}

interface Shared {
  readonly opened: Promise<Engine>;
  users: number;
}

/** Milliseconds for which contents count while no change is seen: events can be lost. */
const CONTENTS_MS = 10_000;
/** Engines that are kept open, those without a user among them. */
const MOST = 4;

export class SharedEngines<R> {
  readonly #options: SharedEnginesOptions<R>;
  /** By key, least recently asked for first. */
  readonly #engines = new Map<string, Shared>();
  /** Listeners for what a person must know. All engines share one index. */
  readonly #tells = new Set<(sentence: string) => void>();
  /** Sentences that wait for the first listener. */
  #untold: readonly string[] = [];

  constructor(options: SharedEnginesOptions<R>) {
    this.#options = options;
  }

  /** The engine for a request; `close` gives it back. Rejects when it cannot be opened. */
  async borrow(request: R, tell?: (sentence: string) => void): Promise<Engine> {
    const key = this.#options.keyOf(request);
    const shared = this.#engines.get(key) ?? this.#open(request);
    if (tell) this.#listen(tell);
    this.#engines.delete(key);
    this.#engines.set(key, shared);
    shared.users++;
    const following = new Set<() => Promise<void>>();
    let isGivenBack = false;
    const close = async (): Promise<void> => {
      if (isGivenBack) return;
      isGivenBack = true;
      shared.users--;
      if (tell) this.#tells.delete(tell);
      for (const stop of following) await stop();
      this.#closeSurplus();
    };
    try {
      const { memdir } = await shared.opened;
      this.#closeSurplus();
      const follow: Memdir['follow'] = async (changed) => {
        const stop = await memdir.follow(changed);
        following.add(stop);
        return stop;
      };
      return { memdir: { ...memdir, follow }, close };
    } catch (error) {
      if (this.#engines.get(key) === shared) this.#engines.delete(key);
      throw error;
    }
  }

  /** Works with the engine for a request. */
  async use<T>(request: R, work: (memdir: Memdir) => Promise<T>): Promise<T> {
    const engine = await this.borrow(request);
    try {
      return await work(engine.memdir);
    } finally {
      await engine.close();
    }
  }

  async close(): Promise<void> {
    const engines = [...this.#engines.values()];
    this.#engines.clear();
    await Promise.all(engines.map((shared) => this.#close(shared)));
  }

  #open(request: R): Shared {
    const opened = this.#options.open(request, (sentence) => {
      if (this.#tells.size === 0) this.#untold = [...this.#untold, sentence];
      for (const tell of this.#tells) tell(sentence);
    });
    return {
      opened: opened.then((engine) => ({ memdir: sharedMemdir(engine.memdir), close: () => engine.close() })),
      users: 0,
    };
  }

  #listen(tell: (sentence: string) => void): void {
    for (const sentence of this.#untold) tell(sentence);
    this.#untold = [];
    this.#tells.add(tell);
  }

  #closeSurplus(): void {
    for (const [key, shared] of this.#engines) {
      if (this.#engines.size <= MOST) return;
      if (shared.users > 0) continue;
      this.#engines.delete(key);
      void this.#close(shared);
    }
  }

  async #close({ opened }: Shared): Promise<void> {
    try {
      await (await opened).close();
    } catch (error) {
      this.#options.log.warn(`An engine did not close cleanly: ${messageOf(error)}`);
    }
  }
}

/** Memdir for many users: its stores are watched and indexed once for all of them. */
function sharedMemdir(memdir: Memdir): Memdir {
  const listeners = new Set<(stores: readonly StoreKey[]) => void>();
  const progress = new Set<(at: IndexProgress) => void>();
  let following: Promise<unknown> | undefined;
  let contents: { readonly stores: ReturnType<Memdir['contents']>; readonly atMs: number } | undefined;
  let indexing: Promise<IndexReport> | undefined;
  return {
    ...memdir,
    follow: async (changed) => {
      listeners.add(changed);
      following ??= memdir.follow((stores) => {
        contents = undefined;
        for (const listener of listeners) listener(stores);
      });
      await following;
      return async () => void listeners.delete(changed);
    },
    contents: async (signal) => {
      if (contents === undefined || following === undefined || performance.now() - contents.atMs > CONTENTS_MS) {
        const read = { stores: memdir.contents(), atMs: performance.now() };
        contents = read;
        read.stores.catch(() => {
          if (contents === read) contents = undefined;
        });
      }
      return await raceAbort(contents.stores, signal);
    },
    index: async (options, listener, signal) => {
      if (options.embed !== 'later' || options.full === true) return await memdir.index(options, listener, signal);
      if (listener) progress.add(listener);
      indexing ??= memdir.index(options, (at) => {
        for (const each of progress) each(at);
      });
      try {
        return await indexing;
      } catch (error) {
        indexing = undefined;
        throw error;
      } finally {
        if (listener) progress.delete(listener);
      }
    },
  };
}
