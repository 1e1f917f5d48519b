/** The main model: the one that is wanted, or the one that comes with Memdir until the wanted one has all vectors. */
import type { Embedder, EmbedderState, ModelInfo, TokenEmbedder } from '../../core/ports/embedder.js';

export class ModelSwitch implements Embedder {
  readonly #wanted: Embedder;
  readonly #former: Embedder;
  /** Id of the model that was last found to have all vectors. */
  #adopted: string | undefined;
  readonly #listeners = new Set<() => void>();

  /** It owns both. */
  constructor(wanted: Embedder, former: Embedder) {
    this.#wanted = wanted;
    this.#former = former;
    wanted.onChange?.(() => this.#announce());
  }

  get model(): ModelInfo | undefined {
    return this.#answering.model;
  }

  get tokens(): TokenEmbedder | undefined {
    return this.#answering.tokens;
  }

  get next(): Embedder | undefined {
    return this.#answering === this.#wanted ? undefined : this.#wanted;
  }

  /** The next model answers from now on. */
  adopt(): void {
    if (!this.next) return;
    this.#adopted = this.#wanted.model?.id;
    this.#announce();
  }

  state(): EmbedderState {
    return this.#answering.state();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#answering.embed(texts, kind, signal);
  }

  async languages(texts: readonly string[], signal?: AbortSignal): Promise<readonly (string | undefined)[]> {
    return (await this.#answering.languages?.(texts, signal)) ?? texts.map(() => undefined);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([this.#wanted.close(), this.#former.close()]);
  }

  get #answering(): Embedder {
    const wanted = this.#wanted.model?.id;
    const isWanted = wanted === undefined || wanted === this.#adopted || wanted === this.#former.model?.id;
    return isWanted ? this.#wanted : this.#former;
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
