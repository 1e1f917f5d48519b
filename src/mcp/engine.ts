/** Memdir behind the server: opened when first needed, brought up to date once, and opened anew when the client's folders change. */
import { messageOf } from '../core/errors.js';
import type { StoreKey } from '../core/memory.js';
import type { Log } from '../core/ports/log.js';
import type { IndexProgress } from '../core/results.js';
import { raceAbort } from '../service/async.js';
import type { Memdir } from '../service/memdir.js';

export interface OpenedMemdir {
  readonly memdir: Memdir;
  close(): Promise<void>;
}

/** Opens Memdir for absolute folders, with watching. Rejects with a sentence for people. */
export type OpenForFolders = (folders: readonly string[]) => Promise<OpenedMemdir>;

export interface EngineParts {
  readonly open: OpenForFolders;
  /** Where the client works now, absolute. */
  readonly folders: () => Promise<readonly string[]>;
  /** Stores that changed; also called once for each engine when it is ready. */
  readonly changed: (memdir: Memdir, stores: readonly StoreKey[]) => void;
  readonly log: Log;
}

export type ProgressListener = (at: IndexProgress) => void;

interface Attempt {
  readonly folders: string;
  readonly opened: Promise<OpenedMemdir>;
  readonly ready: Promise<Memdir>;
  users: number;
  retired: boolean;
  closing: boolean;
}

export class Engine {
  #attempt: Attempt | undefined;
  #starting: Promise<Attempt> | undefined;
  #closed = false;
  readonly #listeners = new Set<ProgressListener>();
  readonly #ends = new Set<Promise<void>>();

  constructor(private readonly parts: EngineParts) {}

  /** Works with Memdir once it is ready; `progress` hears of the first look at everything. Rejects when it cannot be opened, or is cancelled. */
  async use<T>(work: (memdir: Memdir) => Promise<T>, signal?: AbortSignal, progress?: ProgressListener): Promise<T> {
    if (progress) this.#listeners.add(progress);
    let attempt: Attempt | undefined;
    try {
      attempt = await raceAbort(this.#current(), signal);
      attempt.users++;
      return await work(await raceAbort(attempt.ready, signal));
    } finally {
      if (progress) this.#listeners.delete(progress);
      if (attempt) {
        attempt.users--;
        this.#release(attempt);
      }
    }
  }

  /** The client works elsewhere: whoever asks next gets an engine for where it is then. */
  foldersChanged(): void {
    this.#starting = undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#attempt) this.#retire(this.#attempt, true);
    await Promise.all(this.#ends);
  }

  #current(): Promise<Attempt> {
    if (this.#closed) return Promise.reject(new Error('The server is shutting down.'));
    this.#starting ??= this.#start();
    const starting = this.#starting;
    // What could not be opened is tried again by whoever asks next.
    starting.catch(() => {
      if (this.#starting === starting) this.#starting = undefined;
    });
    return starting;
  }

  async #start(): Promise<Attempt> {
    const folders = await this.parts.folders();
    const key = JSON.stringify(folders);
    const before = this.#attempt;
    if (before && before.folders === key && !before.retired) return before;
    if (before) this.#retire(before);
    const opened = this.parts.open(folders);
    const attempt: Attempt = {
      folders: key,
      opened,
      ready: opened.then((each) => this.#prepare(each.memdir, () => attempt.retired)),
      users: 0,
      retired: false,
      closing: false,
    };
    this.#attempt = attempt;
    attempt.ready.catch(() => {
      attempt.retired = true;
      if (this.#attempt === attempt) {
        this.#attempt = undefined;
        this.#starting = undefined;
      }
    });
    return attempt;
  }

  /** Follows the stores and looks at everything once; what cannot be looked at now is said by what is asked then. Of an engine that ends meanwhile nothing is said. */
  async #prepare(memdir: Memdir, isRetired: () => boolean): Promise<Memdir> {
    const { log, changed } = this.parts;
    await memdir.follow((stores) => changed(memdir, stores));
    try {
      const { files, changed: fresh, tookMs } = await memdir.index({ embed: 'later' }, (at) => this.#report(at));
      if (!isRetired()) log.info(`Ready: ${files} files, ${fresh} of them new to the index, ${Math.round(tookMs)} ms.`);
    } catch (error) {
      if (!isRetired()) log.warn(`The index could not be brought up to date: ${messageOf(error)}`);
    }
    changed(memdir, []);
    return memdir;
  }

  #report(at: IndexProgress): void {
    for (const listener of this.#listeners) listener(at);
  }

  #retire(attempt: Attempt, now = false): void {
    attempt.retired = true;
    if (this.#attempt === attempt) this.#attempt = undefined;
    this.#release(attempt, now);
  }

  /** Closes a retired engine once nobody uses it. */
  #release(attempt: Attempt, now = false): void {
    if (!attempt.retired || attempt.closing || (attempt.users > 0 && !now)) return;
    attempt.closing = true;
    const end = attempt.opened
      .then((opened) => opened.close())
      .catch((error: unknown) => this.parts.log.warn(`Memdir did not close cleanly: ${messageOf(error)}`));
    this.#ends.add(end);
    end.finally(() => this.#ends.delete(end)).catch(() => undefined);
  }
}
