/** The engine of the MCP server: opened at the first call for the folders of the client, brought up to date once, replaced when the folders change. */
import { messageOf } from '../core/errors.js';
import type { Memdir } from '../core/memdir.js';
import type { StoreKey } from '../core/memory.js';
import type { Log } from '../core/ports/log.js';
import { raceAbort } from '../core/race-abort.js';
import type { IndexProgress } from '../core/results.js';
import { EngineHolder, type OpenedEngine } from '../service/engine-holder.js';
import { agentView } from '../service/tools/agent-view.js';

/** Opens Memdir for absolute folders, with watching; tells what a person must know at once. Rejects with a sentence for people. */
export type OpenForFolders = (folders: readonly string[], tell: (sentence: string) => void) => Promise<OpenedEngine>;

export interface McpEngineOptions {
  readonly open: OpenForFolders;
  /** Where the client works now, absolute. */
  readonly folders: () => Promise<readonly string[]>;
  /** Stores that changed; also called once for each engine when it is ready. */
  readonly changed: (memdir: Memdir, stores: readonly StoreKey[]) => void;
  readonly log: Log;
}

export type ProgressListener = (at: IndexProgress) => void;

export class McpEngine {
  readonly #options: McpEngineOptions;
  readonly #holder: EngineHolder<readonly string[], OpenedEngine>;
  readonly #listeners = new Set<ProgressListener>();
  #folders: Promise<readonly string[]> | undefined;

  constructor(options: McpEngineOptions) {
    this.#options = options;
    this.#holder = new EngineHolder({
      open: (folders) => options.open(folders, (sentence) => options.log.warn(sentence)),
      keyOf: (folders) => JSON.stringify(folders),
      prepare: (memdir, isCurrent) => this.#prepare(agentView(memdir), isCurrent),
      waitForPrepare: true,
      retryMs: 0,
      handover: 'overlap',
      closedMessage: 'The server is shutting down.',
      log: options.log,
    });
  }

  /** Works with Memdir once it is ready; `progress` is told of the first indexing. Rejects when it cannot be opened, or is cancelled. */
  async use<T>(work: (memdir: Memdir) => Promise<T>, signal?: AbortSignal, progress?: ProgressListener): Promise<T> {
    if (progress) this.#listeners.add(progress);
    try {
      this.#folders ??= this.#options.folders();
      this.#holder.request(await raceAbort(this.#folders, signal));
      return await this.#holder.use((memdir) => work(agentView(memdir)), signal);
    } finally {
      if (progress) this.#listeners.delete(progress);
    }
  }

  /** The client works elsewhere: the next call gets an engine for its folders of then. */
  foldersChanged(): void {
    this.#folders = undefined;
  }

  close(): Promise<void> {
    return this.#holder.close();
  }

  /** Follows the stores and indexes everything once. An index that cannot be brought up to date now is reported by what is asked then. */
  async #prepare(memdir: Memdir, isCurrent: () => boolean): Promise<void> {
    const { log, changed } = this.#options;
    await memdir.follow((stores) => changed(memdir, stores));
    try {
      const { files, changed: fresh, tookMs } = await memdir.index({ embed: 'later' }, (at) => this.#report(at));
      if (isCurrent()) log.info(`Ready: ${files} files, ${fresh} of them new to the index, ${Math.round(tookMs)} ms.`);
    } catch (error) {
      if (isCurrent()) log.warn(`The index could not be brought up to date: ${messageOf(error)}`);
    }
    changed(memdir, []);
  }

  #report(at: IndexProgress): void {
    for (const listener of this.#listeners) listener(at);
  }
}
