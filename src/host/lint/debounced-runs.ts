interface Run {
  readonly controller: AbortController;
  readonly done: Promise<void>;
  /** Starts now what still waits; does nothing once it runs. */
  start(): void;
}

/** Runs work a while after it was last asked for. A newer request for the same key cancels the older one. */
export class DebouncedRuns {
  readonly #runs = new Map<string, Run>();

  constructor(private readonly failed: (key: string, error: unknown) => void) {}

  /** `delayMs` in milliseconds. */
  schedule(key: string, delayMs: number, work: (signal: AbortSignal) => Promise<void>): void {
    this.cancel(key);
    const controller = new AbortController();
    let started = false;
    let finish!: () => void;
    const done = new Promise<void>((resolve) => (finish = resolve));
    const start = (): void => {
      if (started) return;
      started = true;
      clearTimeout(timer);
      work(controller.signal)
        .catch((error: unknown) => {
          if (!controller.signal.aborted) this.failed(key, error);
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

  /** Resolves when nothing is asked for under this key any more; what still waits runs at once. */
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
