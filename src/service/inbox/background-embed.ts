/** Embeds the drafts that a list did not come to, a few at a time while nobody types or searches, and tells whoever watches the inbox when all are done. */
import { MemdirError, messageOf } from '../../core/errors.js';
import { compareDrafts } from './compare.js';
import { type InboxContext, isInScope, parseDraftFile } from './context.js';

/** Texts that are embedded in one pass. */
const MOST_AT_ONCE = 8;
/** Milliseconds between two passes, and those for which nobody may have asked for anything. */
const REST_MS = 500;
const QUIET_MS = 2_000;

export class BackgroundEmbedder {
  readonly #watchers = new Set<() => void>();
  #stopping = new AbortController();
  #running: Promise<void> | undefined;

  /** @param askedMs when somebody typed or searched last, on the service's clock */
  constructor(
    private readonly context: () => InboxContext,
    private readonly askedMs: () => number,
  ) {}

  /** `changed` is told when drafts are compared by meaning that were not. Returns the function that ends it. */
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

  /** Some drafts are left. Where nobody watches, nobody waits for them either. */
  schedule(): void {
    if (this.#watchers.size === 0 || this.#running !== undefined) return;
    this.#running = this.#run(this.#stopping.signal).finally(() => (this.#running = undefined));
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.context().ports;
    try {
      for (let at: string | undefined = ''; at !== undefined;) {
        await rested(REST_MS, signal);
        if (signal.aborted) return;
        if (clock.now() - this.askedMs() < QUIET_MS) continue;
        const next: string | undefined = await pass(this.context(), signal);
        // Those before it took all that may be embedded, and are none the further: a model that fails.
        if (next === at) throw new MemdirError('unavailable', 'the model embeds none of them.');
        at = next;
      }
      for (const changed of this.#watchers) changed();
    } catch (error) {
      if (error instanceof MemdirError && error.code === 'cancelled') return;
      log.warn(`Drafts were compared by words only: ${messageOf(error)}`);
    }
  }
}

/** Resolves with the id of the first that is left; undefined when none is. */
async function pass(context: InboxContext, signal: AbortSignal): Promise<string | undefined> {
  const comparison = compareDrafts(context, signal, MOST_AT_ONCE);
  for (const file of await context.drafts.list()) {
    const draft = parseDraftFile(file);
    if (typeof draft !== 'string' && isInScope(context, draft)) await comparison.related(file, draft);
    if (comparison.unfinished()) return file.id;
  }
  return undefined;
}

const rested = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
