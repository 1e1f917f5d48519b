/** Runs `work` once at a time; calls that arrive during a run share one run after it. */
export class SingleFlight<T> {
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(readonly work: () => Promise<T>) {}

  /** Resolves with a run that began after this call. */
  run(): Promise<T> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  get busy(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when no run is active or scheduled; never rejects. */
  async idle(): Promise<void> {
    while (this.#running) await Promise.allSettled([this.#running, this.#next]);
  }

  #begin(): Promise<T> {
    this.#next = undefined;
    return this.#start();
  }

  #start(): Promise<T> {
    const run = this.work().finally(() => {
      if (this.#running === run) this.#running = undefined;
    });
    this.#running = run;
    return run;
  }
}

/** Resolves with undefined when the promise takes longer than `ms`. The promise itself goes on; the caller handles its rejection. */
export function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, 2_000_000_000), undefined);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Maps with at most `width` concurrent calls; results in order. */
export async function mapLimited<T, R>(items: readonly T[], width: number, map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array<R>(items.length);
  let at = 0;
  const lane = async (): Promise<void> => {
    for (let index = at++; index < items.length; index = at++) results[index] = await map(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}

/** Runs its tasks one after the other, in the order of the calls. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** Resolves after the time, or as soon as the signal is aborted. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
  });
