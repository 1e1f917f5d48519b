import { messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import type { ServiceStatus } from '../../core/results.js';

/** The current status of the service, and its listeners. */
export class StatusLine {
  #status: ServiceStatus = { kind: 'indexing', phase: 'reading', done: 0, total: 0 };
  readonly #listeners = new Set<(status: ServiceStatus) => void>();

  constructor(readonly log: Log) {}

  get now(): ServiceStatus {
    return this.#status;
  }

  set(status: ServiceStatus): void {
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    for (const listener of this.#listeners) {
      try {
        listener(status);
      } catch (error) {
        this.log.error(`A status listener failed: ${messageOf(error)}`, error);
      }
    }
  }

  listen(listener: (status: ServiceStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
