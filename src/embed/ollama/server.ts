/** Client of the Ollama server: a method for each request, with a timeout and typed failures. */
import { Ollama } from 'ollama/browser';
import * as z from 'zod';

import { cancelled, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { ChatQuestion } from '../../core/ports/chat-model.js';
import { placedFault } from '../../core/schema-faults.js';

export type FailureKind =
  /** Connection refused, or no such host. */
  | 'down'
  | 'timeout'
  /** The server answered with an error; see `status`. */
  | 'refused'
  /** An incomplete answer, or one that does not follow the protocol. */
  | 'garbled';

export class OllamaFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OllamaFailure';
  }
}

export interface OllamaModel {
  /** With its tag. */
  readonly name: string;
  /** SHA-256 of its manifest, in hex. */
  readonly digest: string;
}

export interface PullProgress {
  readonly status: string;
  /** Bytes of all layers known so far; 0 of 0 before the first. */
  readonly done: number;
  readonly total: number;
}

const MOST_ERROR_TEXT = 300;
const TALK_MS = 5_000;
const PULL_SILENCE_MS = 60_000;

const versionSchema = z.object({ version: z.string() });
const listSchema = z.object({ models: z.array(z.object({ name: z.string(), digest: z.string().min(8) })) });
const showSchema = z.object({ capabilities: z.array(z.string()).optional() });
const chatSchema = z.object({
  message: z.object({ content: z.string() }),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
});
const embedSchema = z.object({ embeddings: z.array(z.array(z.number())) });

export interface ServerTimeouts {
  /** Milliseconds for requests about the server itself. */
  readonly talkMs?: number | undefined;
  /** Milliseconds without a byte after which a download counts as dead. */
  readonly pullSilenceMs?: number | undefined;
}

export class OllamaServer {
  readonly #timeouts: ServerTimeouts;

  constructor(
    /** See {@link ollamaAddress}. */
    readonly url: string,
    timeouts: ServerTimeouts = {},
  ) {
    this.#timeouts = timeouts;
  }

  async version(signal?: AbortSignal): Promise<string> {
    return (await this.#ask(versionSchema, (ollama) => ollama.version(), this.#talkMs, signal)).version;
  }

  async models(signal?: AbortSignal): Promise<readonly OllamaModel[]> {
    return (await this.#ask(listSchema, (ollama) => ollama.list(), this.#talkMs, signal)).models;
  }

  /** The model on the server that a name means; undefined when it is not there. */
  async find(name: string, signal?: AbortSignal): Promise<OllamaModel | undefined> {
    const tagged = /:[^/]*$/.test(name) ? name : `${name}:latest`;
    return (await this.models(signal)).find((model) => model.name === tagged || model.name === name);
  }

  /** What the model can do; undefined where the server is too old to say. */
  async capabilities(name: string, signal?: AbortSignal): Promise<readonly string[] | undefined> {
    return (await this.#ask(showSchema, (ollama) => ollama.show({ model: name }), this.#talkMs, signal)).capabilities;
  }

  /** Vectors in order, as the server gives them. */
  async embed(
    name: string,
    texts: readonly string[],
    ms: number,
    signal?: AbortSignal,
  ): Promise<readonly (readonly number[])[]> {
    const { embeddings } = await this.#ask(
      embedSchema,
      (ollama) => ollama.embed({ model: name, input: [...texts], truncate: true }),
      ms,
      signal,
    );
    if (embeddings.length !== texts.length)
      throw new OllamaFailure(
        'garbled',
        t('{vectors} vectors for {texts} texts', { vectors: embeddings.length, texts: texts.length }),
      );
    return embeddings;
  }

  /** What a chat model answers in the form of a JSON schema, as text; `whole` is false when it ran out of tokens. */
  async chat(
    name: string,
    { system, text, schema, mostTokens }: ChatQuestion,
    ms: number,
    signal?: AbortSignal,
  ): Promise<{ readonly text: string; readonly whole: boolean; readonly tokens: number }> {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: text },
    ];
    const options = {
      temperature: 0,
      num_predict: mostTokens,
      num_ctx: contextFor(system.length + text.length, mostTokens),
    };
    const {
      message,
      done_reason: reason,
      prompt_eval_count: read = 0,
      eval_count: written = 0,
    } = await this.#ask(
      chatSchema,
      (ollama) => ollama.chat({ model: name, messages, format: schema, stream: false, think: false, options }),
      ms,
      signal,
    );
    return { text: message.content, whole: reason !== 'length', tokens: read + written };
  }

  /** Downloads a model. An interrupted download is continued by the server at the next call. */
  async pull(name: string, progress: (at: PullProgress) => void, signal?: AbortSignal): Promise<void> {
    const silence = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const alive = (): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () => silence.abort(new DOMException('timeout', 'TimeoutError')),
        this.#timeouts.pullSilenceMs ?? PULL_SILENCE_MS,
      );
    };
    const layers = new Map<string, { readonly done: number; readonly total: number }>();
    const sum = (key: 'done' | 'total'): number => [...layers.values()].reduce((total, layer) => total + layer[key], 0);
    alive();
    try {
      for await (const { status, digest, completed, total } of await client(this.url, [silence.signal, signal]).pull({
        model: name,
        stream: true,
      })) {
        alive();
        if (digest && total > 0) layers.set(digest, { done: completed ?? 0, total });
        progress({ status, done: sum('done'), total: sum('total') });
      }
    } catch (error) {
      throw failureOf(error, signal, silence.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  get #talkMs(): number {
    return this.#timeouts.talkMs ?? TALK_MS;
  }

  async #ask<T>(
    schema: z.ZodType<T>,
    call: (ollama: Ollama) => Promise<unknown>,
    ms: number,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const limit = AbortSignal.timeout(ms);
    let answer: unknown;
    try {
      answer = await call(client(this.url, [limit, signal]));
    } catch (error) {
      throw failureOf(error, signal, limit);
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success)
      throw new OllamaFailure(
        'garbled',
        t('unexpected format ({reason})', { reason: parsed.error.issues.slice(0, 1).map(placedFault).join('') }),
      );
    return parsed.data;
  }
}

/** Tokens of context for a question of so many UTF-16 units: the server's own default is short, and it drops what is beyond without a word. */
const contextFor = (units: number, mostTokens: number): number =>
  Math.min(32_768, Math.max(4_096, 1_024 * Math.ceil((units / 2.5 + mostTokens) / 1_024)));

/** The package has neither signal nor timeout, prints what it cannot parse, and follows every redirect: it gets a fetch function without these faults. */
function client(host: string, signals: readonly (AbortSignal | undefined)[]): Ollama {
  const guarded: typeof fetch = async (input, init) => {
    const signal = AbortSignal.any([...signals, init?.signal].filter((one) => one !== undefined && one !== null));
    const response = await fetch(input, { ...init, redirect: 'error', signal });
    if (!response.ok) throw new OllamaFailure('refused', await errorText(response), response.status);
    return response;
  };
  return new Ollama({ host, fetch: guarded });
}

async function errorText(response: Response): Promise<string> {
  const text = await response.text();
  let message = text;
  try {
    const parsed = z.object({ error: z.string() }).safeParse(JSON.parse(text));
    if (parsed.success) message = parsed.data.error;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const line = message
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST_ERROR_TEXT);
  return line === '' ? t('status {status}', { status: response.status }) : line;
}

function failureOf(error: unknown, signal: AbortSignal | undefined, limit: AbortSignal): Error {
  if (signal?.aborted) return cancelled();
  if (error instanceof OllamaFailure) return error;
  if (limit.aborted) return new OllamaFailure('timeout', t('no response in time'), undefined, { cause: error });
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const code = cause && 'code' in cause ? String(cause.code) : '';
  if (
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(code) ||
    cause instanceof AggregateError
  ) {
    return new OllamaFailure('down', t('no server responds there'), undefined, { cause: error });
  }
  return new OllamaFailure('garbled', cause ? messageOf(cause) : messageOf(error), undefined, { cause: error });
}
