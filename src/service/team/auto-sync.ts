/** Syncs by itself: at the start, some time after a change, and again while the server cannot be reached. */
import { messageOf } from '../../core/errors.js';
import type { TeamFolderStatus } from '../../core/results.js';
import type { TeamContext } from './context.js';
import { targetedFolders } from './folders.js';
import { readLocal } from './local-files.js';
import { syncTeam } from './sync.js';
import { isRefused, stateOf } from './sync-folder.js';

/** Milliseconds after the last change. */
const DEBOUNCE_MS = 2_000;
/** Milliseconds until changes of others are looked for. */
const POLL_MS = 300_000;
/** Milliseconds until a server that could not be reached is tried again: at first, and at most. */
const RETRY_MS = { first: 5_000, most: 300_000 };

export class AutoSync {
  readonly #context: () => TeamContext;
  readonly #onStatus: () => void;
  readonly #closing = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #retryMs = RETRY_MS.first;
  /** Whether only a change is looked for: the server is asked when there is one. */
  #onlyChanges = false;
  /** The last failure that was logged. */
  #warned = '';
  /** Whether the next sync asks a server that refused: at the start, and when circumstances changed. */
  #mayAskAgain = true;

  /** @param onStatus called when the state of the folders may be another one */
  constructor(context: () => TeamContext, onStatus: () => void) {
    this.#context = context;
    this.#onStatus = onStatus;
    this.#later(0, false);
  }

  /** To be called when files may have changed. */
  hint(): void {
    this.#later(DEBOUNCE_MS, true);
  }

  /** To be called when address, credentials or settings may have changed. */
  circumstancesChanged(): void {
    this.#mayAskAgain = true;
    this.#later(0, false);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#work;
  }

  #later(ms: number, onlyChanges: boolean): void {
    if (this.#closing.signal.aborted) return;
    // What is planned and asks the server includes what looks for changes alone.
    const all = this.#timer !== undefined && !this.#onlyChanges && ms > 0;
    clearTimeout(this.#timer);
    this.#onlyChanges = onlyChanges && !all;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#work = this.#work.then(() => this.#run(this.#onlyChanges));
    }, ms);
    this.#timer.unref?.();
  }

  async #run(onlyChanges: boolean): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const context = this.#context();
    try {
      if ((await context.ports.team.server()) === undefined) return;
      if (onlyChanges && !(await hasChanges(context))) return this.#later(POLL_MS, false);
      const asked = this.#mayAskAgain;
      this.#mayAskAgain = false;
      const { folders } = await syncTeam(context, { pull: true, push: true, asked, unattended: true }, signal);
      this.#next(folders);
      this.#onStatus();
    } catch (error) {
      if (signal.aborted) return;
      const reason = messageOf(error);
      if (reason !== this.#warned) context.ports.log.warn(`Team memory was not synced: ${reason}`);
      this.#warned = reason;
      this.#later(RETRY_MS.most, false);
    }
  }

  #next(folders: readonly TeamFolderStatus[]): void {
    if (!folders.some(({ way }) => way === 'server')) return;
    const offline = folders.some((folder) => folder.offline);
    this.#later(offline ? this.#retryMs : POLL_MS, false);
    this.#retryMs = offline ? Math.min(2 * this.#retryMs, RETRY_MS.most) : RETRY_MS.first;
  }
}

/** Whether a file differs from what both sides had last, and was not refused as it is. */
async function hasChanges(context: TeamContext): Promise<boolean> {
  for (const { folder, target } of await targetedFolders(context)) {
    if (target.way !== 'server') continue;
    const state = await stateOf(context, folder.path, target.of);
    if (isRefused(state.failure, target)) continue;
    const { files } = await readLocal(context, folder.path, state.files);
    // A file that is blocked for its name or place stays so whatever its text is.
    const blocked = new Map(state.blocked.map((file) => [file.key, file.hash ?? files.get(file.key)?.hash]));
    for (const [key, { hash }] of files) if (state.files[key]?.hash !== hash && blocked.get(key) !== hash) return true;
    if (Object.keys(state.files).some((key) => !files.has(key))) return true;
  }
  return false;
}
