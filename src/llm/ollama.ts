/** A chat model of an Ollama server that answers in JSON. */
import { MemdirError, messageOf, throwIfAborted } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { ChatModel } from '../core/ports/chat-model.js';
import { OllamaFailure, OllamaServer } from '../embed/ollama/server.js';
import type { OllamaAddress } from '../embed/ollama/url.js';
import { estimateTokens, parseJsonReply } from './json-reply.js';

export interface OllamaChatOptions {
  readonly place: OllamaAddress;
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
    get label() {
      return t('{model} (Ollama at {url})', { model, url: place.url });
    },
    ask: async (question, signal) => {
      throwIfAborted(signal);
      try {
        const { text, whole, tokens: counted } = await server.chat(model, question, answerMs, signal);
        const tokens = counted > 0 ? counted : estimateTokens(question, text);
        if (!whole)
          throw new MemdirError(
            'bad-input',
            t('The response from {model} is truncated after {n} tokens.', { model, n: question.mostTokens }),
            {
              tokens,
            },
          );
        return { value: parseJsonReply(model, { text, tokens }, question), tokens };
      } catch (error) {
        throwIfAborted(signal);
        throw error instanceof MemdirError ? error : failureOf(error, place, model);
      }
    },
  };
}

function failureOf(error: unknown, { url, note }: OllamaAddress, model: string): MemdirError {
  const sentence =
    error instanceof OllamaFailure
      ? sentenceOf(error, url, model)
      : t('Ollama at {url} failed: {reason}.', { url, reason: messageOf(error) });
  return new MemdirError(
    error instanceof OllamaFailure && error.kind === 'garbled' ? 'bad-input' : 'unavailable',
    note === undefined ? sentence : `${sentence} ${note}`,
    { cause: error },
  );
}

function sentenceOf({ kind, status, message }: OllamaFailure, url: string, model: string): string {
  if (kind === 'down')
    return t('Ollama doesn’t respond at {url}. Start it, or choose another provider in memdir.model.provider.', {
      url,
    });
  if (kind === 'timeout') return t('Ollama at {url} takes too long to respond.', { url });
  if (kind === 'garbled') return t('Ollama at {url} sent an unusable response: {reason}.', { url, reason: message });
  if (status === 404 && /model/i.test(message))
    return t(
      'Ollama doesn’t have the model {model}. Get it with “Memdir: Set up Ollama…”, “memdir model pull --language” or “ollama pull {model}”, or choose another in memdir.model.name.',
      { model },
    );
  return t('Ollama at {url} refused the request: {reason}.', { url, reason: message });
}
