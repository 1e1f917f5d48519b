import type { Embedder, QuestionPieces } from '../core/ports.js';

const KEPT = 64;

export interface EmbeddedQuestion {
  readonly vector: Float32Array;
  /** Absent where the embedder has none. */
  readonly pieces?: QuestionPieces;
}

/** Vectors of the last questions: typing back and forth asks the model once. */
export class QueryVectors {
  readonly #questions = new Map<string, EmbeddedQuestion>();

  constructor(readonly embedder: Embedder) {}

  /** Rejects as the embedder does. */
  async get(text: string, signal?: AbortSignal): Promise<EmbeddedQuestion> {
    const key = `${this.embedder.model?.id ?? ''}\n${text}`;
    const known = this.#questions.get(key);
    if (known) {
      this.#questions.delete(key);
      this.#questions.set(key, known);
      return known;
    }
    const question = await this.#embed(text, signal);
    this.#questions.set(key, question);
    if (this.#questions.size > KEPT) this.#questions.delete(this.#questions.keys().next().value ?? '');
    return question;
  }

  async #embed(text: string, signal: AbortSignal | undefined): Promise<EmbeddedQuestion> {
    if (this.embedder.pieces) return this.embedder.pieces.question(text, signal);
    const [vector] = await this.embedder.embed([text], 'query', signal);
    if (!vector) throw new Error('The embedder gave no vector.');
    return { vector };
  }
}
