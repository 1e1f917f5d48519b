/** The embedded model behind the Embedder port, in a process of its own that exists only while there is work. */
import { existsSync } from 'node:fs';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { searchConsequence } from '../../core/models/consequence.js';
import type { Embedder, EmbedderState, ModelInfo, TokenEmbedder } from '../../core/ports/embedder.js';
import type { Log } from '../../core/ports/log.js';
import { type ModelFolder, readModelFolder } from '../model-folder.js';
import { createNoEmbedder } from '../no-embedder.js';
import { type EmbedderProcess, ProcessLost, startProcess } from './child.js';
import { createFallback, type Fallback, type RuntimeChoice } from './fallback.js';
import { type Job, JobQueue } from './job-queue.js';
import type { BackendName, EmbeddedText, TextKind } from './messages.js';

export interface OnnxEmbedderOptions {
  /** The built entry of the process, dist/embedder.js. */
  readonly processFile: string;
  readonly modelDir: string;
  /** `auto` is native, and WebAssembly where that does not load or has crashed twice. */
  readonly runtime: RuntimeChoice;
  readonly log: Log;
  /** Milliseconds without work after which the process is ended; 60,000 unless given. */
  readonly idleMs?: number;
  /** Milliseconds for an answer, plus 2 s a text, after which the process counts as hung; 30,000 unless given. */
  readonly answerMs?: number;
}

/** A model in a process of its own. */
export interface LocalEmbedder extends Embedder {
  /** Bytes of memory that the process uses; undefined where none runs. Rejects when it is lost. */
  resident?(): Promise<number | undefined>;
}

/** Starts nothing yet. With a wrong or missing file the embedder is off, and the reason is logged once. */
export function createOnnxEmbedder(options: OnnxEmbedderOptions): LocalEmbedder {
  try {
    if (!existsSync(options.processFile)) {
      throw new MemdirError(
        'bad-input',
        t('{file} is missing: reinstall Memdir, or build it.', { file: options.processFile }),
      );
    }
    return new OnnxEmbedder(options, readModelFolder(options.modelDir));
  } catch (error) {
    const reason = t('No semantic search: {reason}', { reason: messageOf(error) });
    options.log.error(reason);
    return createNoEmbedder(() => reason);
  }
}

const tooSlow = (): string =>
  t(
    'This model is too slow for WebAssembly (about 0.3 s per question, 1 s per memory). It requires the native runtime.',
  );

/** `reason` is asked each time, because agents and people read it in different languages. */
const failedFor = (reason: () => string): Exclude<EmbedderState, { backend: unknown }> => ({
  state: 'failed',
  get reason() {
    return reason();
  },
});

class OnnxEmbedder implements LocalEmbedder {
  readonly model: ModelInfo;
  readonly tokens?: TokenEmbedder;
  readonly #options: OnnxEmbedderOptions;
  readonly #folder: ModelFolder;
  readonly #queue = new JobQueue();
  readonly #fallback: Fallback;
  #process: EmbedderProcess | undefined;
  #loaded = false;
  #working = 0;
  #passageInFlight = false;
  #ending: Promise<void> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #off: Exclude<EmbedderState, { backend: unknown }> | undefined;

  constructor(options: OnnxEmbedderOptions, folder: ModelFolder) {
    this.#options = options;
    this.#folder = folder;
    this.model = folder.info;
    if (folder.info.lateWeight > 0)
      this.tokens = tokenEmbedder((texts, kind, signal) => this.#ask(texts, kind, signal));
    this.#fallback = createFallback(options.runtime, folder.nativeOnly);
    if (!this.#fallback.current()) this.#off = failedFor(tooSlow);
  }

  state(): EmbedderState {
    return this.#off ?? { state: this.#loaded ? 'ready' : 'idle', backend: this.#fallback.current() ?? 'wasm' };
  }

  async embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]> {
    return (await this.#ask(texts, kind, signal)).map(({ vector }) => vector);
  }

  async languages(texts: readonly string[], signal?: AbortSignal): Promise<(string | undefined)[]> {
    return (await this.#ask(texts, 'language', signal)).map(({ language }) => language);
  }

  async resident(): Promise<number | undefined> {
    return this.#loaded ? await this.#process?.resident() : undefined;
  }

  async #ask(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<EmbeddedText[]> {
    if (this.#off) throw new MemdirError('unavailable', this.#off.reason);
    const embedded = this.#queue.add(texts, kind, signal);
    this.#pump();
    return embedded;
  }

  async close(): Promise<void> {
    this.#giveUp({ state: 'off', reason: t('The embedding model is closed.') });
    await this.#stop();
  }

  /** Sends the jobs that may be sent now: all queries, and one batch of passages at a time. Starts the process, or lets it end when idle. */
  #pump(): void {
    if (this.#off) return;
    if (this.#queue.isEmpty && this.#working === 0) return this.#restartIdleTimer();
    clearTimeout(this.#idleTimer);
    const process = this.#process;
    if (!process) return void this.#start();
    process.hold(true);
    if (!this.#loaded) return;
    for (const kind of ['query', 'language'] as const) {
      for (let job = this.#queue.take(kind); job; job = this.#queue.take(kind)) void this.#send(process, job);
    }
    if (this.#passageInFlight) return;
    const batch = this.#queue.take('passage');
    if (batch) void this.#send(process, batch);
  }

  async #start(): Promise<void> {
    const backend = this.#fallback.current();
    if (!backend || this.#ending) return;
    const startedMs = Date.now();
    const process = startProcess({
      processFile: this.#options.processFile,
      answerMs: this.#options.answerMs ?? 30_000,
    });
    this.#process = process;
    try {
      await process.load(this.#folder, backend);
      if (this.#process !== process) return;
      this.#loaded = true;
      this.#options.log.info(`Embedding model ${this.model.id} ready (${backend}, ${Date.now() - startedMs} ms).`);
    } catch (error) {
      this.#onFailure(process, backend, error);
    }
    this.#pump();
  }

  async #send(process: EmbedderProcess, job: Job): Promise<void> {
    this.#working++;
    if (job.kind === 'passage') this.#passageInFlight = true;
    try {
      const embedded = await process.embed(job.texts, job.kind);
      job.settled = true;
      job.resolve(embedded);
    } catch (error) {
      if (error instanceof ProcessLost) {
        this.#queue.requeue(job);
        this.#onFailure(process, this.#fallback.current(), error);
        if (this.#off) this.#rejectWaiting(this.#off.reason);
      } else {
        job.settled = true;
        job.reject(
          new MemdirError('unavailable', t('The embedding model failed: {reason}', { reason: messageOf(error) }), {
            cause: error,
          }),
        );
      }
    }
    this.#working--;
    if (job.kind === 'passage') this.#passageInFlight = false;
    this.#pump();
  }

  /** A process was lost or cannot load: logged once, however many jobs it had. */
  #onFailure(process: EmbedderProcess, backend: BackendName | undefined, error: unknown): void {
    if (this.#process !== process) return;
    void this.#stop();
    if (error instanceof ProcessLost) this.#fallback.crashed(Date.now());
    else this.#fallback.cannotLoad();
    const next = this.#fallback.current();
    const values = { backend: backend ?? '', reason: messageOf(error) };
    const what = (): string =>
      error instanceof ProcessLost
        ? t('The embedding process ({backend}) ended unexpectedly: {reason}.', values)
        : t('The embedding process ({backend}) can’t load the model: {reason}.', values);
    if (next)
      this.#options.log.warn(
        next === backend ? `${what()} It is started again.` : `${what()} The slower WebAssembly runtime takes over.`,
      );
    else
      this.#giveUp(
        failedFor(() => [what(), ...(this.#folder.nativeOnly ? [tooSlow()] : []), searchConsequence()].join(' ')),
      );
  }

  #giveUp(off: Exclude<EmbedderState, { backend: unknown }>): void {
    if (!this.#off && off.state === 'failed') this.#options.log.error(off.reason);
    this.#off ??= off;
    this.#rejectWaiting(this.#off.reason);
  }

  #rejectWaiting(reason: string): void {
    this.#queue.rejectAll(new MemdirError('unavailable', reason));
  }

  #restartIdleTimer(): void {
    clearTimeout(this.#idleTimer);
    if (!this.#process) return;
    this.#process.hold(false);
    this.#idleTimer = setTimeout(() => void this.#stop(), this.#options.idleMs ?? 60_000).unref();
  }

  /** Ends the process, if there is one, and waits for it. Jobs added in the meantime then start the next one. */
  async #stop(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const process = this.#process;
    this.#process = undefined;
    this.#loaded = false;
    if (process) this.#ending = process.stop();
    const ending = this.#ending;
    await ending;
    if (this.#ending === ending) this.#ending = undefined;
    this.#pump();
  }
}

/** The process gives tokens for every text of a model with late interaction: vectors for questions, bits for passages. */
function tokenEmbedder(
  ask: (texts: readonly string[], kind: TextKind, signal?: AbortSignal) => Promise<EmbeddedText[]>,
): TokenEmbedder {
  const missing = (): MemdirError =>
    new MemdirError('unavailable', t('The embedding model returned no token vectors.'));
  return {
    question: async (text, signal) => {
      const [embedded] = await ask([text], 'query', signal);
      if (!(embedded?.tokens?.values instanceof Float32Array)) throw missing();
      return { vector: embedded.vector, tokens: { ids: embedded.tokens.ids, vectors: embedded.tokens.values } };
    },
    chunks: async (texts, signal) =>
      (await ask(texts, 'passage', signal)).map(({ vector, tokens }) => {
        if (!(tokens?.values instanceof Uint8Array)) throw missing();
        return { vector, tokens: { ids: tokens.ids, bits: tokens.values } };
      }),
  };
}
