import { LRUCache } from 'lru-cache';

import { t } from '../../core/l10n.js';
import type { Embedder, QuestionTokens } from '../../core/ports/embedder.js';

const MAX_QUESTIONS = 64;

export interface EmbeddedQuestion {
  readonly vector: Float32Array;
  /** Absent where the embedder gives none. */
  readonly tokens?: QuestionTokens;
}

/** Vectors of the last questions: typing back and forth asks the model once. */
export class QueryVectors {
  readonly #questions = new LRUCache<string, EmbeddedQuestion>({ max: MAX_QUESTIONS });

  /** Rejects as the embedder does. */
  async get(embedder: Embedder, text: string, signal?: AbortSignal): Promise<EmbeddedQuestion> {
    const key = `${embedder.model?.id ?? ''}\n${text}`;
    const known = this.#questions.get(key);
    if (known) return known;
    const question = await embedQuestion(embedder, text, signal);
    this.#questions.set(key, question);
    return question;
  }
}

async function embedQuestion(
  embedder: Embedder,
  text: string,
  signal: AbortSignal | undefined,
): Promise<EmbeddedQuestion> {
  if (embedder.tokens) return embedder.tokens.question(text, signal);
  const [vector] = await embedder.embed([text], 'query', signal);
  if (!vector) throw new Error(t('The embedding model returned no vector.'));
  return { vector };
}
