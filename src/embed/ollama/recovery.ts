/** Retries of a request, and periodic reconnection until the server is back. */
import { setTimeout as sleep } from 'node:timers/promises';

import { throwIfAborted } from '../../core/errors.js';
import { OllamaFailure } from './server.js';

const MAX_TRIES = 3;
/** Each wait is this many times the one before. */
const GROWTH = 3;
/** Milliseconds between two attempts to find the server again, at most. */
const LONGEST_MS = 60_000;

/** Errors of the server and broken answers are worth a retry; a server that is not there, a timeout and a refusal are not. */
const isTransient = (error: unknown): boolean =>
  error instanceof OllamaFailure &&
  (error.kind === 'garbled' || (error.kind === 'refused' && (error.status ?? 0) >= 500));

/** Tries up to three times, waiting `repeatMs` and three times that in between. Rejects with the last failure, or when cancelled. */
export async function retry<T>(
  ask: () => Promise<T>,
  { repeatMs, signal }: { readonly repeatMs: number; readonly signal: AbortSignal },
): Promise<T> {
  for (let attempt = 1, wait = repeatMs; ; attempt++, wait *= GROWTH) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === MAX_TRIES || !isTransient(error)) throw error;
    }
    // An aborted sleep rejects with an error of its own.
    await sleep(wait, undefined, { signal }).catch(() => throwIfAborted(signal));
  }
}

/** Reconnects until it is stopped, each time after twice as long. Never keeps the process alive. */
export class Reconnection {
  #timer: NodeJS.Timeout | undefined;
  #ms: number;

  readonly #reconnect: () => Promise<void>;
  readonly #firstMs: number;

  /** @param reconnect never rejects */
  constructor(reconnect: () => Promise<void>, firstMs: number) {
    this.#reconnect = reconnect;
    this.#firstMs = firstMs;
    this.#ms = firstMs;
  }

  /** Does nothing while it waits already. */
  start(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#ms = Math.min(this.#ms * 2, LONGEST_MS);
      void this.#reconnect();
    }, this.#ms).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#ms = this.#firstMs;
  }
}
