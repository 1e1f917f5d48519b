/** Drains the observation queue in the background of a host. Of several hosts one holds the lock and works. */
import { mkdir, rm, writeFile } from 'node:fs/promises';

import { messageOf } from '../../core/errors.js';
import type { CaptureService } from '../../core/memdir.js';
import type { Log } from '../../core/ports/log.js';
import { type QueuePaths, queuePaths, statRegular } from './queue-files.js';
import { readState } from './queue-state.js';

export interface CaptureWorkerOptions {
  readonly capture: Pick<CaptureService, 'work' | 'handlers'>;
  readonly dataDir: string;
  readonly enabled: () => boolean;
  readonly log: Log;
  /** Whether its switch is the one that counts, so that hooks are told by a file. Default true: VS Code's. */
  readonly isDeciding?: boolean;
  /** Polling interval in milliseconds. Default 3,000. */
  readonly everyMs?: number;
}

export interface CaptureWorker {
  /** To be called after an observation or a change of settings: checks the queue soon. */
  wake(): void;
  /** Stops after the current step. */
  stop(): Promise<void>;
}

const EVERY_MS = 3_000;
/** Milliseconds to wait after an observation, because more of them follow. */
const SOON_MS = 300;
/** Milliseconds after which it runs without a visible change: a pause may have ended, or a file be old enough to be removed. */
const ANYWAY_MS = 60_000;

export function startCaptureWorker(options: CaptureWorkerOptions): CaptureWorker {
  const worker = new Background(options);
  worker.wake();
  return { wake: () => worker.wake(), stop: () => worker.stop() };
}

class Background {
  readonly #ending = new AbortController();
  readonly #places: QueuePaths;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = Infinity;
  #working: Promise<void> | undefined;
  #seen = '';
  #workedMs = 0;
  #said = '';
  #noted: boolean | undefined;
  /** Delay of the first run: the rules take a tenth of a second to load, and must not slow the start of the process. */
  readonly #notBeforeMs: number;

  constructor(readonly options: CaptureWorkerOptions) {
    this.#notBeforeMs = performance.now() + (options.everyMs ?? EVERY_MS);
    this.#places = queuePaths(options.dataDir);
  }

  wake(): void {
    this.#later(SOON_MS);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#working;
  }

  #later(ms: number): void {
    const due = performance.now() + ms;
    // Continuous observations must not delay it for ever.
    if (this.#ending.signal.aborted || this.#working !== undefined || due > this.#dueMs) return;
    clearTimeout(this.#timer);
    this.#dueMs = due;
    this.#timer = setTimeout(() => {
      this.#dueMs = Infinity;
      this.#working = this.#look().finally(() => {
        this.#working = undefined;
        this.#later(this.options.everyMs ?? EVERY_MS);
      });
    }, ms);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      await this.#noteWhetherEnabled();
      if (this.options.enabled() && performance.now() >= this.#notBeforeMs && (await this.#isWorthIt()))
        await this.#work();
      this.#said = '';
    } catch (error) {
      const message = messageOf(error);
      if (!this.#ending.signal.aborted && message !== this.#said) this.options.log.warn(message);
      this.#said = message;
    }
  }

  async #work(): Promise<void> {
    const { capture, log } = this.options;
    if (capture.handlers === undefined) return;
    this.#workedMs = performance.now();
    const before = await this.#sizeNow();
    const came = await capture.work(capture.handlers, this.#ending.signal);
    this.#seen = came === 'busy' ? '' : `${before} ${await this.#restNow()}`;
    if (came === 'paused') log.info('The queue of observations rests. “memdir queue” says why.');
  }

  /** Two file times are enough to see that nothing changed. */
  async #isWorthIt(): Promise<boolean> {
    return (
      performance.now() - this.#workedMs > ANYWAY_MS ||
      `${await this.#sizeNow()} ${await this.#restNow()}` !== this.#seen
    );
  }

  /** The pause may have been lifted by another process. */
  async #restNow(): Promise<number> {
    return (await readState(this.#places.state, Date.now())).pause?.untilMs ?? 0;
  }

  async #sizeNow(): Promise<string> {
    const current = await statRegular(this.#places.current);
    return `${current?.size ?? 0} ${current?.ctimeMs ?? 0}`;
  }

  /** Hooks cannot read the settings of VS Code, so the switch is a file. */
  async #noteWhetherEnabled(): Promise<void> {
    if (this.options.isDeciding === false) return;
    const { off, folder } = this.#places;
    const enabled = this.options.enabled();
    if (enabled === this.#noted) return;
    if (enabled) {
      await rm(off, { force: true });
    } else {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(off, '', { mode: 0o600 });
    }
    this.#noted = enabled;
  }
}
