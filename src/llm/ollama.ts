/** A chat model of an Ollama server that answers in JSON. */
import { MemdirError, messageOf, throwIfAborted } from '../core/errors.js';
import type { ChatModel } from '../core/ports/chat-model.js';
import { OllamaFailure, OllamaServer } from '../embed/ollama.js';
import type { OllamaPlace } from '../embed/ollama/url.js';
import { estimateTokens, parseJsonReply } from './json-reply.js';

export interface OllamaChatOptions {
  readonly place: OllamaPlace;
  /** Name in Ollama, with or without a tag. */
  readonly model: string;
  /** Milliseconds for an answer; the first one may have to wait until the server has loaded the model. Default 120,000. */
  readonly answerMs?: number;
}

const ANSWER_MS = 120_000;

/** Sends no request before the first question. */
export function createOllamaChat({ place, model, answerMs = ANSWER_MS }: OllamaChatOptions): ChatModel {
  const server = new OllamaServer(place.url);
  return {
    label: `${model} of Ollama at ${place.url}`,
    ask: async (question, signal) => {
      throwIfAborted(signal);
      try {
        const { text, whole, tokens: counted } = await server.chat(model, question, answerMs, signal);
        const tokens = counted > 0 ? counted : estimateTokens(question, text);
        if (!whole)
          throw new MemdirError('bad-input', `The answer of ${model} is cut off after ${question.mostTokens} tokens.`, {
            tokens,
          });
        return { value: parseJsonReply(model, { text, tokens }, question), tokens };
      } catch (error) {
        throwIfAborted(signal);
        throw error instanceof MemdirError ? error : failureOf(error, place, model);
      }
    },
  };
}

function failureOf(error: unknown, { url, note }: OllamaPlace, model: string): MemdirError {
  const sentence =
    error instanceof OllamaFailure ? sentenceOf(error, url, model) : `Ollama at ${url} failed: ${messageOf(error)}.`;
  return new MemdirError(
    error instanceof OllamaFailure && error.kind === 'garbled' ? 'bad-input' : 'unavailable',
    note === undefined ? sentence : `${sentence} ${note}`,
    { cause: error },
  );
}

function sentenceOf({ kind, status, message }: OllamaFailure, url: string, model: string): string {
  if (kind === 'down')
    return `Ollama does not answer at ${url}. Start it, or choose another provider in memdir.model.provider.`;
  if (kind === 'timeout') return `Ollama at ${url} takes too long to answer.`;
  if (kind === 'garbled') return `Ollama at ${url} gave no usable answer: ${message}.`;
  if (status === 404 && /model/i.test(message))
    return `Ollama has no model ${model}. Get it with “Memdir: Set up Ollama…”, “memdir model pull --language” or “ollama pull ${model}”, or name another in memdir.model.name.`;
  return `Ollama at ${url} refused: ${message}.`;
}
