interface Run {
  readonly controller: AbortController;
  readonly done: Promise<void>;
  /** Starts a delayed run now; does nothing once it runs. */
  start(): void;
}

/** Debounced work by key: scheduling a key again cancels its former run. */
export class DebouncedRuns {
  readonly #runs = new Map<string, Run>();

  readonly #onError: (key: string, error: unknown) => void;

  constructor(onError: (key: string, error: unknown) => void) {
    this.#onError = onError;
  }

  /** `delayMs` in milliseconds. */
  schedule(key: string, delayMs: number, work: (signal: AbortSignal) => Promise<void>): void {
    this.cancel(key);
    const controller = new AbortController();
    let started = false;
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const start = (): void => {
      if (started) return;
      started = true;
      clearTimeout(timer);
      work(controller.signal)
        .catch((error: unknown) => {
          if (!controller.signal.aborted) this.#onError(key, error);
        })
        .finally(() => {
          if (this.#runs.get(key) === run) this.#runs.delete(key);
          finish();
        });
    };
    const timer = setTimeout(start, delayMs);
    controller.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      if (!started) finish();
    });
    const run: Run = { controller, done, start };
    this.#runs.set(key, run);
  }

  cancel(key: string): void {
    const run = this.#runs.get(key);
    this.#runs.delete(key);
    run?.controller.abort();
  }

  /** Resolves when the key has no run left; a delayed run starts at once. */
  async settle(key: string): Promise<void> {
    for (let run = this.#runs.get(key); run; run = this.#runs.get(key)) {
      run.start();
      await run.done;
    }
  }

  close(): void {
    for (const key of [...this.#runs.keys()]) this.cancel(key);
  }
}
