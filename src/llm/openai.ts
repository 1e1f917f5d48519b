/** A chat model behind OpenAI's chat protocol (`POST …/chat/completions`), as many servers speak it. */
import * as z from 'zod';

import { MemdirError, messageOf, throwIfAborted } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { ChatModel, ChatQuestion } from '../core/ports/chat-model.js';
import { maskForDisplay } from '../core/secrets/secrets.js';
import { requireSendable } from '../core/secrets/sendable-key.js';
import { estimateTokens, parseJsonReply } from './json-reply.js';
import { KEY_VARIABLE, type ServerAddress } from './openai-address.js';

/** The form of the reply, as a model is told it. */
const jsonInstruction = (schema: object): string =>
  // eslint-disable-next-line memdir/user-text -- a model reads it.
  `Answer with one JSON object and nothing else. It must match this JSON schema: ${JSON.stringify(schema)}`;

export interface OpenAiChatOptions {
  readonly place: ServerAddress;
  readonly model: string;
  /** Sent as a bearer token when there is one. */
  readonly key?: string | undefined;
  /** Milliseconds for an answer. Default 120,000. */
  readonly answerMs?: number;
}

const ANSWER_MS = 120_000;
/** Bytes of an answer: a reply has at most some thousand tokens. */
const MOST_BYTES = 2_000_000;
/** UTF-16 units of a server's message that are shown. */
const MOST_MESSAGE = 200;

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ total_tokens: z.number().nonnegative().optional() }).nullish(),
});
const errorSchema = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

/** Sends no request before the first question. */
export function createOpenAiChat({ place, model, key, answerMs = ANSWER_MS }: OpenAiChatOptions): ChatModel {
  const server: Server = { place, model, key: key?.trim(), answerMs };
  return {
    get label() {
      return t('{model} at {url}', { model, url: place.url });
    },
    ask: async (question, signal) => {
      throwIfAborted(signal);
      requireSendable(server.key, KEY_VARIABLE);
      const { text, tokens: counted, reason } = await reply(server, question, signal);
      const tokens = counted ?? estimateTokens(question, text);
      if (reason === 'length')
        throw new MemdirError(
          'bad-input',
          t('The response from {model} is truncated after {n} tokens.', { model, n: question.mostTokens }),
          {
            tokens,
          },
        );
      if (reason === 'content_filter')
        throw new MemdirError('declined', t('{model} at {url} refused to answer.', { model, url: place.url }), {
          tokens,
        });
      return { value: parseJsonReply(model, { text, tokens }, question), tokens };
    },
  };
}

type Server = Required<Omit<OpenAiChatOptions, 'key'>> & Pick<OpenAiChatOptions, 'key'>;

interface Reply {
  readonly text: string;
  readonly tokens: number | undefined;
  readonly reason: string;
}

async function reply(server: Server, question: ChatQuestion, signal: AbortSignal | undefined): Promise<Reply> {
  const overdue = AbortSignal.timeout(server.answerMs);
  const either = signal ? AbortSignal.any([signal, overdue]) : overdue;
  try {
    const messages = messagesOf(question);
    const first = await post(server, { messages, ...limitsOf(question) }, either);
    // Servers differ in the limits they know; what no server refuses is the messages alone.
    const response = first.status === 400 ? await post(server, { messages }, either) : first;
    const body = await textOf(response, server);
    if (response.status !== 200) throw refusal(response.status, body, server);
    return replyIn(body, server);
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof MemdirError) throw error;
    const { url } = server.place;
    throw new MemdirError(
      'unavailable',
      overdue.aborted
        ? t('{url} takes too long to respond.', { url })
        : t('{url} can’t be reached ({reason}). Check memdir.model.url.', { url, reason: causeOf(error) }),
      { cause: error },
    );
  }
}

const MASKED_KEY = '[masked:key]';

/** The schema is told in words as well, as not every server knows it. */
const messagesOf = ({ system, text, schema }: ChatQuestion): readonly object[] => [
  {
    role: 'system',
    content: `${system}\n${jsonInstruction(schema)}`,
  },
  { role: 'user', content: text },
];

const limitsOf = ({ schema, mostTokens }: ChatQuestion): object => ({
  temperature: 0,
  max_tokens: mostTokens,
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
});

const post = ({ place, model, key }: Server, body: object, signal: AbortSignal): Promise<Response> =>
  fetch(`${place.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({ model, stream: false, ...body }),
    // Texts and key go to this address alone.
    redirect: 'error',
    signal,
  });

/** The body, as long as it is not larger than any answer can be. */
async function textOf({ body }: Response, { place }: Server): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new MemdirError(
        'bad-input',
        t('{url} responded with more than {n} MB.', { url: place.url, n: MOST_BYTES / 1_000_000 }),
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function replyIn(body: string, { place }: Server): Reply {
  const parsed = answerSchema.safeParse(jsonOf(body));
  const [choice] = parsed.data?.choices ?? [];
  if (!parsed.success || choice === undefined)
    throw new MemdirError(
      'bad-input',
      t('The response from {url} doesn’t follow OpenAI’s chat API.', { url: place.url }),
    );
  const { message, finish_reason: reason } = choice;
  return {
    text: message.content ?? '',
    tokens: parsed.data.usage?.total_tokens,
    reason: message.refusal ? 'content_filter' : (reason ?? ''),
  };
}

function refusal(status: number, body: string, { place: { url }, model, key }: Server): MemdirError {
  const found = errorSchema.safeParse(jsonOf(body)).data?.error;
  const message = (typeof found === 'object' ? found.message : (found ?? '')).replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const shown = maskForDisplay(key ? message.replaceAll(key, MASKED_KEY) : message).slice(0, MOST_MESSAGE);
  return new MemdirError(
    'unavailable',
    [
      sentenceOf(status, url, model),
      ...(shown === '' ? [] : [t('Server message: {message}', { message: shown })]),
    ].join(' '),
  );
}

function sentenceOf(status: number, url: string, model: string): string {
  if (status === 401 || status === 403)
    return t(
      '{url} doesn’t accept the key (status {status}). Set the environment variable {variable} to a key that can use {model}.',
      { url, status, variable: KEY_VARIABLE, model },
    );
  if (status === 404)
    return t(
      '{url} doesn’t have {model}, or isn’t the address of the API. Check memdir.model.url and memdir.model.name.',
      { url, model },
    );
  if (status === 429)
    return t('{url} isn’t accepting requests now (status 429: too many requests, or the quota is used up).', { url });
  return t('{url} failed (status {status}).', { url, status });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON: refused by the schema.
    return undefined;
  }
}

/** The message of fetch itself names no cause. */
const causeOf = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
