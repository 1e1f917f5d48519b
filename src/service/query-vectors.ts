import type { Embedder } from '../core/ports.js';

const KEPT = 64;

/** Vectors of the last questions: typing back and forth asks the model once. */
export class QueryVectors {
  readonly #vectors = new Map<string, Float32Array>();

  constructor(readonly embedder: Embedder) {}

  /** Rejects as the embedder does. */
  async get(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const key = `${this.embedder.model?.id ?? ''}\n${text}`;
    const known = this.#vectors.get(key);
    if (known) {
      this.#vectors.delete(key);
      this.#vectors.set(key, known);
      return known;
    }
    const [vector] = await this.embedder.embed([text], 'query', signal);
    if (!vector) throw new Error('The embedder gave no vector.');
    this.#vectors.set(key, vector);
    if (this.#vectors.size > KEPT) this.#vectors.delete(this.#vectors.keys().next().value ?? '');
    return vector;
  }
}
