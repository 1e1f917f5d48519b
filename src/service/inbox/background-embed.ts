/** Embeds the drafts beyond the limit of one list, a few at a time while the user is idle, and notifies the watchers of the inbox when all are done. */
import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { sleep } from '../async.js';
import { DraftComparer } from './compare.js';
import { type InboxContext, isInScope, parseDraftFile } from './context.js';

/** Texts that are embedded in one pass. */
const MOST_AT_ONCE = 8;
/** Milliseconds between two passes. */
const PAUSE_MS = 500;
/** Milliseconds without a request of the user before a pass. */
const IDLE_MS = 2_000;

export class BackgroundEmbedder {
  readonly #watchers = new Set<() => void>();
  readonly #context: () => InboxContext;
  readonly #askedMs: () => number;
  #stopping = new AbortController();
  #running: Promise<void> | undefined;

  /** @param askedMs time of the user's last request (typing or search), on the service's clock */
  constructor(context: () => InboxContext, askedMs: () => number) {
    this.#context = context;
    this.#askedMs = askedMs;
  }

  /** Calls `changed` when further drafts have been compared by their vectors. Returns the stop function. */
  watch(changed: () => void): () => Promise<void> {
    this.#watchers.add(changed);
    return async () => {
      this.#watchers.delete(changed);
      if (this.#watchers.size > 0) return;
      this.#stopping.abort();
      await this.#running;
      this.#stopping = new AbortController();
    };
  }

  /** Starts embedding the remaining drafts, unless the inbox has no watcher. */
  schedule(): void {
    if (this.#watchers.size === 0 || this.#running !== undefined) return;
    this.#running = this.#run(this.#stopping.signal).finally(() => (this.#running = undefined));
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#context().ports;
    try {
      for (let at: string | undefined = ''; at !== undefined;) {
        await sleep(PAUSE_MS, signal);
        if (signal.aborted) return;
        if (clock.now() - this.#askedMs() < IDLE_MS) continue;
        const next: string | undefined = await pass(this.#context(), signal);
        // The limit was used up without progress: the model fails.
        if (next === at) throw new MemdirError('unavailable', t('the model returned no vectors.'));
        at = next;
      }
      for (const changed of this.#watchers) changed();
    } catch (error) {
      if (error instanceof MemdirError && error.code === 'cancelled') return;
      log.warn(`Drafts were compared by words only: ${messageOf(error)}`);
    }
  }
}

/** Embeds one batch. Resolves with the id of the first draft that remains; undefined when none does. */
async function pass(context: InboxContext, signal: AbortSignal): Promise<string | undefined> {
  const comparer = new DraftComparer(context, signal, MOST_AT_ONCE);
  for (const file of await context.drafts.list()) {
    const draft = parseDraftFile(file);
    if (typeof draft !== 'string' && (await isInScope(context, draft))) await comparer.related(file, draft);
    if (comparer.unfinished) return file.id;
  }
  return undefined;
}
