/** What nobody waits for begins after the tree: checking and watching a thousand files takes longer than showing them. */

/** Milliseconds in which an editor that shows the tree has asked for it. */
const ASKED_WITHIN_MS = 300;
/** Milliseconds after which the rest begins although the tree is still being made: its stores are slow to read. */
const LONGEST_MS = 5_000;

export class StartupOrder {
  #pending = 0;
  #waiting: (() => void)[] = [];

  /** Makes a tree. */
  async runTree<T>(work: () => Promise<T>): Promise<T> {
    this.#pending++;
    try {
      return await work();
    } finally {
      this.#pending--;
      // The answer is sent before anything else is begun.
      if (this.#pending === 0) setImmediate(() => this.#settle());
    }
  }

  /** Resolves when the trees asked for from now on were made, or when nobody asks. */
  async afterTree(): Promise<void> {
    const made = new Promise<void>((resolve) => this.#waiting.push(resolve));
    const unasked = setTimeout(() => this.#pending === 0 && this.#settle(), ASKED_WITHIN_MS);
    const late = setTimeout(() => this.#settle(), LONGEST_MS);
    await made;
    clearTimeout(unasked);
    clearTimeout(late);
  }

  #settle(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
