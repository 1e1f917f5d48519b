/** A model of an Ollama server as an Embedder. The server may stop, come back, lose the model or get another one at any time. */
import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Embedder, EmbedderState, ModelInfo } from '../../core/ports/embedder.js';
import type { Log } from '../../core/ports/log.js';
import { type Recipe, RECIPE_VERSION, recipeOf } from './recipes.js';
import { Reconnection, retry } from './recovery.js';
import { failureSentence } from './sentences.js';
import { OllamaFailure, OllamaServer } from './server.js';
import type { OllamaAddress } from './url.js';

export interface OllamaEmbedderOptions {
  readonly place: OllamaAddress;
  /** As Ollama names it, with or without a tag. */
  readonly model: string;
  readonly log: Log;
  /** Milliseconds, each with a default: for a question, for a batch of passages, for other answers, before the first repetition and the first new attempt. */
  readonly limits?: {
    readonly queryMs?: number;
    readonly passageMs?: number;
    readonly talkMs?: number;
    readonly repeatMs?: number;
    readonly recoverMs?: number;
  };
}

/** The first answer may have to wait until the server has loaded the model. */
const QUERY_MS = 20_000;
const PASSAGE_MS = 120_000;
const REPEAT_MS = 300;
const RECOVER_MS = 5_000;
/** Texts of one request: few enough to be cancelled soon on a machine without a graphics card. */
const BATCH = 16;
/** Weight of the vector leg; measured with nomic-embed-text. The server gives no vectors of tokens. */
const VECTOR_WEIGHT = 0.4;
/** Halvings of a text that the server refuses. */
const MAX_CUTS = 5;

/** Sends nothing before the first use. */
export const createOllamaEmbedder = (options: OllamaEmbedderOptions): Embedder => new OllamaEmbedder(options);

/** Resolves when the promise does, or when the signal is aborted. */
async function settledOrAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return await promise;
  const stop = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => stop.resolve(), { once: true });
  await Promise.race([promise, stop.promise]);
}

class OllamaEmbedder implements Embedder {
  model: ModelInfo | undefined;
  readonly #server: OllamaServer;
  readonly #recipe: Recipe;
  readonly #closing = new AbortController();
  readonly #reconnection: Reconnection;
  readonly #listeners = new Set<() => void>();
  #digest: string | undefined;
  #failed: string | undefined;
  #connecting: Promise<void> | undefined;

  constructor(readonly options: OllamaEmbedderOptions) {
    this.#server = new OllamaServer(options.place.url, options.limits);
    this.#recipe = recipeOf(options.model);
    this.#reconnection = new Reconnection(() => this.prepare(), options.limits?.recoverMs ?? RECOVER_MS);
  }

  state(): EmbedderState {
    const { place } = this.options;
    if (this.#closing.signal.aborted) return { state: 'off', reason: t('The connection to Ollama is closed.') };
    if (this.#failed !== undefined) return { state: 'failed', reason: this.#failed };
    const note = place.remote
      ? t('Texts of memories are sent to {url}, as set in memdir.ollama.url.', { url: place.url })
      : undefined;
    return { state: this.model ? 'ready' : 'idle', backend: 'ollama', ...(note === undefined ? {} : { note }) };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async prepare(signal?: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    if (this.#closing.signal.aborted || (this.model && this.#failed === undefined)) return;
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined));
    await settledOrAborted(this.#connecting, signal);
    throwIfAborted(signal);
  }

  async embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]> {
    throwIfAborted(signal);
    if (this.#failed === undefined) await this.prepare(signal);
    const [model, digest] = [this.model, this.#digest];
    if (!model || this.#failed !== undefined)
      throw this.#unavailable(this.#failed ?? t('The connection to Ollama is closed.'));
    const until = this.#untilClosed(signal);
    const prefix = kind === 'query' ? this.#recipe.queryPrefix : this.#recipe.passagePrefix;
    const vectors: Float32Array[] = [];
    try {
      for (let at = 0; at < texts.length; at += BATCH) {
        const batch = texts.slice(at, at + BATCH).map((text) => prefix + text);
        vectors.push(...toUnitVectors(await this.#batch(batch, kind, until), model.dimensions));
      }
      if (texts.length > 0) await this.#checkDigest(digest, until);
      return vectors;
    } catch (error) {
      throwIfAborted(signal);
      throw this.#unavailable(this.#failWith(error), error);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#reconnection.stop();
    this.#listeners.clear();
    await this.#connecting;
  }

  /** Looks up the model and embeds one text: only that proves that it works, and tells its dimensions. Never rejects. */
  async #connect(): Promise<void> {
    const { model: name, log, place } = this.options;
    const signal = this.#closing.signal;
    try {
      const found = await this.#server.find(name, signal);
      if (!found) throw new OllamaFailure('refused', `model:${name}`, 404);
      const capabilities = await this.#server.capabilities(name, signal);
      if (capabilities && !capabilities.includes('embedding'))
        throw new MemdirError(
          'bad-input',
          t('The Ollama model {model} can’t create vectors. Choose an embedding model in memdir.embedding.model.', {
            model: name,
          }),
        );
      const [vector] = await this.#batch([`${this.#recipe.queryPrefix}logs`], 'query', signal);
      toUnitVectors(vector ? [vector] : [], vector?.length ?? 0);
      this.#setModel(found.digest, vector?.length ?? 0);
      log.info(`Ollama at ${place.url} answers with ${name} (${this.model?.dimensions ?? 0} dimensions).`);
    } catch (error) {
      if (!signal.aborted) this.#failWith(error);
    }
  }

  #setModel(digest: string, dimensions: number): void {
    const { languages, duplicate, related } = this.#recipe;
    this.#digest = digest;
    this.#failed = undefined;
    this.#reconnection.stop();
    this.model = {
      // With the digest the vectors of two models of the same name are never compared.
      id: `ollama:${this.options.model}@${digest.replace(/^sha256:/, '').slice(0, 12)}.${dimensions}.${RECIPE_VERSION}`,
      dimensions,
      vectorWeight: VECTOR_WEIGHT,
      lateWeight: 0,
      duplicate,
      related,
      languages,
    };
    this.#notifyListeners();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Vectors as the server gives them; a text it refuses is embedded by its beginning. */
  async #batch(
    texts: readonly string[],
    kind: 'query' | 'passage',
    signal: AbortSignal,
    cuts = 0,
  ): Promise<readonly (readonly number[])[]> {
    const { queryMs, passageMs, repeatMs } = this.options.limits ?? {};
    const ms = kind === 'query' ? (queryMs ?? QUERY_MS) : (passageMs ?? PASSAGE_MS);
    try {
      return await retry(() => this.#server.embed(this.options.model, texts, ms, signal), {
        repeatMs: repeatMs ?? REPEAT_MS,
        signal,
      });
    } catch (error) {
      if (!(error instanceof OllamaFailure) || error.status !== 400 || cuts >= MAX_CUTS) throw error;
      const vectors: (readonly number[])[] = [];
      for (const text of texts)
        vectors.push(
          ...(await this.#batch([texts.length > 1 ? text : text.slice(0, text.length / 2)], kind, signal, cuts + 1)),
        );
      return vectors;
    }
  }

  /** Rejects when the model on the server is another one: its vectors do not fit the known model. */
  async #checkDigest(digest: string | undefined, signal: AbortSignal): Promise<void> {
    const { model: name } = this.options;
    const found = await this.#server.find(name, signal);
    if (!found) throw new OllamaFailure('refused', `model:${name}`, 404);
    if (found.digest !== digest)
      throw new MemdirError(
        'unavailable',
        t('The model {model} was replaced on the Ollama server; its vectors are being recreated.', { model: name }),
      );
  }

  /** Records the failure and starts reconnecting; returns the sentence for people. A refused text is no failure of the server. */
  #failWith(error: unknown): string {
    const sentence = failureSentence(error, this.options);
    if (this.#closing.signal.aborted || (error instanceof OllamaFailure && error.status === 400)) return sentence;
    const before = this.#failed;
    this.#failed = sentence;
    this.model = undefined;
    this.#reconnection.start();
    if (before === sentence) return sentence;
    this.options.log.warn(sentence);
    this.#notifyListeners();
    return sentence;
  }

  #unavailable(reason: string, cause?: unknown): MemdirError {
    return new MemdirError('unavailable', reason, cause === undefined ? {} : { cause });
  }

  #untilClosed(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
  }
}

/** Copies of length 1. Throws a `garbled` failure for one of other dimensions, without direction, or not of numbers. */
function toUnitVectors(vectors: readonly (readonly number[])[], dimensions: number): Float32Array[] {
  return vectors.map((vector) => {
    if (vector.length !== dimensions)
      throw new OllamaFailure(
        'garbled',
        t('a vector has {n} dimensions instead of {expected}', { n: vector.length, expected: dimensions }),
      );
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (!(length > 0) || !Number.isFinite(length)) throw new OllamaFailure('garbled', t('a vector has no direction'));
    return Float32Array.from(vector, (value) => value / length);
  });
}
