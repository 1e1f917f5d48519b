/** A model folder of the user with a fallback: the model that comes with Memdir runs when the other cannot. */
import { MemdirError } from '../core/errors.js';
import { t } from '../core/l10n.js';
import { withoutConsequence } from '../core/models/consequence.js';
import type { Embedder, EmbedderState, ModelInfo, TokenEmbedder } from '../core/ports/embedder.js';
import type { Log } from '../core/ports/log.js';

/** The same embedder, with a note that it is not the one the user chose. */
export const withNote = (embedder: Embedder, note: string): Embedder =>
  new ModelWithFallback({ chosen: embedder, note });

/** The same embedder, its vectors stored under another id. */
export const withId = (chosen: Embedder, id: string): Embedder => new ModelWithFallback({ chosen, id });

export interface FallbackModelOptions {
  readonly chosen: Embedder;
  /** Id under which vectors of the chosen model are stored. */
  readonly id: string;
  /** What chose it, as the subject of a sentence. */
  readonly chooser?: string;
  /** Called when the chosen model cannot run. */
  readonly openFallback: () => Embedder;
  readonly log: Log;
}

export const withFallbackModel = (options: FallbackModelOptions): Embedder => new ModelWithFallback(options);

interface Options extends Partial<FallbackModelOptions> {
  readonly chosen: Embedder;
  readonly note?: string;
}

class ModelWithFallback implements Embedder {
  #current: Embedder;
  #note: string | undefined;
  /** Whether the chosen model has ever answered: a later failure does not change the model. */
  #proven = false;
  readonly #listeners = new Set<() => void>();

  constructor(readonly options: Options) {
    this.#current = options.chosen;
    this.#note = options.note;
    const state = options.chosen.state();
    // It says at once that no runtime is left for it.
    if (state.state === 'failed' && options.openFallback) this.#replace(options.openFallback(), state.reason);
  }

  get model(): ModelInfo | undefined {
    const { model } = this.#current;
    const { id } = this.options;
    return model && id !== undefined && this.#current === this.options.chosen ? { ...model, id } : model;
  }

  get tokens(): TokenEmbedder | undefined {
    const { tokens } = this.#current;
    return (
      tokens && {
        question: (text, signal) => this.#try(() => tokens.question(text, signal)),
        chunks: (texts, signal) => this.#try(() => tokens.chunks(texts, signal)),
      }
    );
  }

  state(): EmbedderState {
    const state = this.#current.state();
    return this.#note === undefined || !('backend' in state) ? state : { ...state, note: this.#note, unused: true };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  embed(texts: readonly string[], kind: 'query' | 'passage', signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#try(() => this.#current.embed(texts, kind, signal));
  }

  async languages(texts: readonly string[], signal?: AbortSignal): Promise<readonly (string | undefined)[]> {
    return this.#try(async () => (await this.#current.languages?.(texts, signal)) ?? texts.map(() => undefined));
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([
      this.options.chosen.close(),
      this.#current === this.options.chosen ? undefined : this.#current.close(),
    ]);
  }

  async #try<T>(work: () => Promise<T>): Promise<T> {
    const asked = this.#current;
    try {
      const answer = await work();
      this.#proven ||= asked === this.options.chosen;
      return answer;
    } catch (error) {
      const state = asked.state();
      const { openFallback } = this.options;
      if (state.state !== 'failed' || this.#proven || !openFallback || asked !== this.options.chosen) throw error;
      if (this.#current === asked) this.#replace(openFallback(), state.reason);
      throw new MemdirError('unavailable', this.#note ?? state.reason, { cause: error });
    }
  }

  #replace(fallback: Embedder, reason: string): void {
    this.#current = fallback;
    // The reason ends with advice about the model that comes with Memdir, which runs now.
    this.#note = t('{model} can’t run, so the bundled model is used: {reason}', {
      model: this.options.chooser ?? t('The model from {setting}', { setting: 'memdir.embedding.modelPath' }),
      reason: withoutConsequence(reason).replace(/\.{2,}$/, '.'),
    });
    this.options.log?.error(this.#note);
    for (const listener of this.#listeners) listener();
  }
}
