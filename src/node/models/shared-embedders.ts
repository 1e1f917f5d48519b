/** Embedding models of a process with several engines: each is loaded once, and ends with the process. */
import type { Embedder } from '../../core/ports/embedder.js';
import { type EmbedderPaths, type Embedders, openEmbedders } from './embedder.js';

export class SharedEmbedders {
  readonly #opened = new Map<string, Embedders>();
  readonly #idleMs: number;

  /** @param idleMs milliseconds without work after which the process of a model ends */
  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  /** Those for these settings; closing them leaves them open for others. */
  readonly open = (places: EmbedderPaths): Embedders => {
    const { settings, env, home } = places;
    const chosen = Object.entries(settings).filter(([name]) => /^(?:embedding|ollama)\./.test(name));
    const key = JSON.stringify([chosen, env['OLLAMA_HOST'], home]);
    const opened = this.#opened.get(key) ?? openEmbedders({ ...places, idleMs: this.#idleMs });
    this.#opened.set(key, opened);
    const { embedder, former, otherLanguages } = opened;
    return {
      embedder: borrowed(embedder),
      former: former && borrowed(former),
      otherLanguages: otherLanguages && borrowed(otherLanguages),
    };
  };

  async close(): Promise<void> {
    const all = [...this.#opened.values()].flatMap(({ embedder, former, otherLanguages }) =>
      [embedder, former, otherLanguages].filter((each) => each !== undefined),
    );
    await Promise.all(all.map((each) => each.close()));
  }
}

/** The same embedder, except that closing it only stops its listeners. */
function borrowed(embedder: Embedder): Embedder {
  const stops = new Set<() => void>();
  return {
    get model() {
      return embedder.model;
    },
    get tokens() {
      return embedder.tokens;
    },
    state: () => embedder.state(),
    ...(embedder.prepare && { prepare: (signal?: AbortSignal) => embedder.prepare?.(signal) ?? Promise.resolve() }),
    ...(embedder.onChange && {
      onChange: (listener: () => void) => {
        const stop = embedder.onChange?.(listener) ?? (() => undefined);
        stops.add(stop);
        return stop;
      },
    }),
    embed: (texts, kind, signal) => embedder.embed(texts, kind, signal),
    ...(embedder.languages && {
      languages: async (texts: readonly string[], signal?: AbortSignal) =>
        (await embedder.languages?.(texts, signal)) ?? texts.map(() => undefined),
    }),
    close: () => {
      for (const stop of stops) stop();
      return Promise.resolve();
    },
  };
}
