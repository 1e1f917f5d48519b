/** Delays background work until the tree is shown: checking and watching a thousand files takes longer than listing them. */

/** Milliseconds within which an editor that shows the tree requests it. */
const REQUEST_WITHIN_MS = 300;
/** Milliseconds after which background work begins although the tree is not done: its stores are slow to read. */
const MAX_WAIT_MS = 5_000;

export class StartupOrder {
  #pending = 0;
  #waiting: (() => void)[] = [];

  /** Runs a request for the tree. */
  async runTree<T>(work: () => Promise<T>): Promise<T> {
    this.#pending++;
    try {
      return await work();
    } finally {
      this.#pending--;
      // The answer is sent before background work begins.
      if (this.#pending === 0) setImmediate(() => this.#settle());
    }
  }

  /** Resolves when pending and following requests for the tree are answered, or none arrives in time. */
  async afterTree(): Promise<void> {
    const settled = new Promise<void>((resolve) => this.#waiting.push(resolve));
    const requestTimeout = setTimeout(() => this.#pending === 0 && this.#settle(), REQUEST_WITHIN_MS);
    const maxTimeout = setTimeout(() => this.#settle(), MAX_WAIT_MS);
    await settled;
    clearTimeout(requestTimeout);
    clearTimeout(maxTimeout);
  }

  #settle(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
