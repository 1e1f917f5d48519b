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
  /** When the server is asked next whether or not something changed here, by `performance.now`. */
  #askAtMs = Number.POSITIVE_INFINITY;
  /** When the timer ends. */
  #wakeAtMs = Number.POSITIVE_INFINITY;
  /** The last failure that was logged. */
  #warned = '';
  /** Whether the next sync asks a server that refused: at the start, and when circumstances changed. */
  #mayAskAgain = true;

  /** @param onStatus called when the state of the folders may be another one */
  constructor(context: () => TeamContext, onStatus: () => void) {
    this.#context = context;
    this.#onStatus = onStatus;
    this.#askIn(0);
  }

  /** To be called when files may have changed. */
  hint(): void {
    this.#wake(Math.min(performance.now() + DEBOUNCE_MS, this.#askAtMs));
  }

  /** To be called when address, credentials or settings may have changed. */
  circumstancesChanged(): void {
    this.#mayAskAgain = true;
    this.#askIn(0);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#work;
  }

  /** What is planned sooner, also while a sync runs, stays. */
  #askIn(ms: number): void {
    this.#askAtMs = Math.min(this.#askAtMs, performance.now() + ms);
    this.#wake(Math.min(this.#wakeAtMs, this.#askAtMs));
  }

  /** Before the server is asked anyway, changes are looked for, and it is asked when there is one. */
  #wake(atMs: number): void {
    clearTimeout(this.#timer);
    this.#wakeAtMs = atMs;
    if (this.#closing.signal.aborted || atMs === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(
      () => {
        this.#wakeAtMs = Number.POSITIVE_INFINITY;
        this.#work = this.#work.then(() => this.#run(performance.now() < this.#askAtMs));
      },
      Math.max(0, atMs - performance.now()),
    );
    this.#timer.unref?.();
  }

  async #run(onlyChanges: boolean): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const context = this.#context();
    try {
      if ((await context.ports.team.server()) === undefined) return;
      if (onlyChanges && !(await hasChanges(context))) return this.#wake(Math.min(this.#wakeAtMs, this.#askAtMs));
      this.#askAtMs = Number.POSITIVE_INFINITY;
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
      this.#askIn(RETRY_MS.most);
    }
  }

  #next(folders: readonly TeamFolderStatus[]): void {
    if (!folders.some(({ way }) => way === 'server')) return;
    const offline = folders.some((folder) => folder.offline);
    this.#askIn(offline ? this.#retryMs : POLL_MS);
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
