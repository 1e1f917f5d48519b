import type { Embedder, QuestionPieces } from '../../core/ports/embedder.js';

const KEPT = 64;

export interface EmbeddedQuestion {
  readonly vector: Float32Array;
  /** Absent where the embedder has none. */
  readonly pieces?: QuestionPieces;
}

/** Vectors of the last questions: typing back and forth asks the model once. */
export class QueryVectors {
  readonly #questions = new Map<string, EmbeddedQuestion>();

  /** Rejects as the embedder does. */
  async get(embedder: Embedder, text: string, signal?: AbortSignal): Promise<EmbeddedQuestion> {
    const key = `${embedder.model?.id ?? ''}\n${text}`;
    const known = this.#questions.get(key);
    if (known) {
      this.#questions.delete(key);
      this.#questions.set(key, known);
      return known;
    }
    const question = await embedQuestion(embedder, text, signal);
    this.#questions.set(key, question);
    if (this.#questions.size > KEPT) this.#questions.delete(this.#questions.keys().next().value ?? '');
    return question;
  }
}

async function embedQuestion(
  embedder: Embedder,
  text: string,
  signal: AbortSignal | undefined,
): Promise<EmbeddedQuestion> {
  if (embedder.pieces) return embedder.pieces.question(text, signal);
  const [vector] = await embedder.embed([text], 'query', signal);
  if (!vector) throw new Error('The embedder gave no vector.');
  return { vector };
}
