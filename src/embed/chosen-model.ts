/** The embedder that a choice names now: models are installed and removed while the program runs. */
import { MemdirError } from '../core/errors.js';
import type { Embedder, EmbedderState, ModelInfo, TokenEmbedder } from '../core/ports/embedder.js';

export interface ModelChoice {
  /** Changes with the model. */
  readonly key: string;
  open(): Embedder;
}

/** Milliseconds for which a choice counts; it looks at a few files. */
const LOOK_MS = 1_000;

/** @param choose the model to use now; undefined where there is none @param absent gives a sentence: why there is none */
export const createChosenModel = (choose: () => ModelChoice | undefined, absent: () => string): Embedder =>
  new ChosenModel(choose, absent);

class ChosenModel implements Embedder {
  readonly #choose: () => ModelChoice | undefined;
  readonly #absent: () => string;
  readonly #listeners = new Set<() => void>();
  readonly #opened = new Set<Embedder>();
  #current: { readonly key: string | undefined; readonly embedder: Embedder | undefined } | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #nextLook: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(choose: () => ModelChoice | undefined, absent: () => string) {
    this.#choose = choose;
    this.#absent = absent;
  }

  get model(): ModelInfo | undefined {
    return this.#look()?.model;
  }

  get tokens(): TokenEmbedder | undefined {
    return this.#look()?.tokens;
  }

  state(): EmbedderState {
    return this.#look()?.state() ?? { state: 'off', reason: this.#absent(), absent: true };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#required().embed(texts, kind, signal);
  }

  async languages(texts: readonly string[], signal?: AbortSignal): Promise<readonly (string | undefined)[]> {
    return (await this.#required().languages?.(texts, signal)) ?? texts.map(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#nextLook);
    this.#listeners.clear();
    await Promise.all([...this.#opened].map((each) => each.close()));
  }

  #required(): Embedder {
    const embedder = this.#look();
    if (!embedder) throw new MemdirError('unavailable', this.#absent());
    return embedder;
  }

  #look(): Embedder | undefined {
    const now = performance.now();
    if (this.#isClosed) return this.#current?.embedder;
    if (now - this.#lookedMs < LOOK_MS) {
      // A choice made meanwhile is announced although nothing asks again.
      this.#nextLook ??= setTimeout(() => this.#lookAgain(), LOOK_MS).unref();
      return this.#current?.embedder;
    }
    this.#lookedMs = now;
    const choice = this.#choose();
    if (this.#current && choice?.key === this.#current.key) return this.#current.embedder;
    const isFirst = this.#current === undefined;
    const embedder = choice?.open();
    // The former one answers what it was asked; its process ends by itself when idle.
    this.#current = { key: choice?.key, embedder };
    if (embedder) this.#opened.add(embedder);
    embedder?.onChange?.(() => this.#announce());
    if (!isFirst) queueMicrotask(() => this.#announce());
    return embedder;
  }

  #lookAgain(): void {
    this.#nextLook = undefined;
    this.#lookedMs = Number.NEGATIVE_INFINITY;
    try {
      this.#look();
    } catch {
      // The next caller looks again and gets the error.
      this.#lookedMs = Number.NEGATIVE_INFINITY;
    }
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
