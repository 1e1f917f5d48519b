/** Embeds chunks without a vector in the background; stops at the first failure and continues at the next change. */
import { MemdirError, messageOf, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { StoreKey } from '../../core/memory.js';
import type { Embedder } from '../../core/ports/embedder.js';
import type { ChunkText, HashedVector, IndexStore } from '../../core/ports/index-store.js';
import type { Log } from '../../core/ports/log.js';
import type { IndexProgress } from '../../core/results.js';
import type { ModelRoute } from './model-routing.js';

/** Chunks handed to the embedder at once: about a second of work for the slower runtime. */
export const BATCH = 32;
/** Chunks looked up at once: finding them takes as long for few as for many. */
const PAGE = 16 * BATCH;

export interface VectorPorts {
  readonly index: IndexStore;
  readonly log: Log;
  /** Asked before each batch; true ends the run, which goes on where it was the next time. */
  readonly mustRest?: (() => Promise<boolean>) | undefined;
}

export interface VectorRun {
  readonly embedded: number;
  /** Why some chunks have no vector yet, for people. */
  readonly failure?: string | undefined;
}

/** Why there can be no vectors at all; undefined when there can. */
export function vectorsOff(embedder: Embedder): string | undefined {
  const state = embedder.state();
  if (state.state === 'off' || state.state === 'failed') return state.reason;
  if (embedder.model) return undefined;
  return embedder.prepare ? t('The embedding model is still being located.') : t('There is no embedding model.');
}

export interface EmbeddedStores {
  readonly stores: readonly StoreKey[];
  /** Whose memories the progress counts; default: the same. */
  readonly counted?: readonly StoreKey[];
}

/** Embeds the chunks of these stores that belong to a route and have no vector. Rejects only when cancelled; vectors made until then stay. */
export async function embedMissing(
  ports: VectorPorts,
  route: ModelRoute,
  { stores, counted = stores }: EmbeddedStores,
  progress: (at: IndexProgress) => void,
  signal?: AbortSignal,
): Promise<VectorRun> {
  const { embedder, model } = route;
  const { index, log, mustRest } = ports;
  let embedded = 0;
  const put = async (rows: readonly HashedVector[]): Promise<void> => {
    route.check();
    await index.putVectors(model.id, rows);
    if (route.crossedId !== undefined)
      await index.putVectors(
        route.crossedId,
        rows.map(({ hash }) => ({ hash })),
      );
    embedded += rows.length;
    const { ready, total } = await index.vectorProgress(model.id, counted);
    progress({ phase: 'embedding', done: ready, total });
  };
  try {
    const work = { embedder, put, mustRest };
    let failure = await drain(work, () => missingVectors(index, route, stores, signal), signal);
    // An index from before tokens were stored; search uses the vectors in the meantime.
    if (embedder.tokens)
      failure ??= await drain(work, () => index.chunksToEmbed('tokens', model.id, PAGE, stores), signal);
    return { embedded, failure };
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof MemdirError && error.code === 'cancelled') throw error;
    log.warn(`Embedding stopped: ${messageOf(error)}`);
    return { embedded, failure: messageOf(error) };
  }
}

/** Chunks to embed. Those that another model reads, or none, are marked as skipped. */
async function missingVectors(
  index: IndexStore,
  route: ModelRoute,
  stores: readonly StoreKey[],
  signal: AbortSignal | undefined,
): Promise<readonly ChunkText[]> {
  for (;;) {
    const chunks = await index.chunksToEmbed('vector', route.model.id, PAGE, stores);
    if (chunks.length === 0) return chunks;
    const claimed = await route.claims(
      chunks.map(({ text }) => text),
      signal,
    );
    const read = chunks.filter((_, at) => claimed[at]);
    if (read.length === chunks.length) return chunks;
    await index.putVectors(
      route.model.id,
      chunks.filter((_, at) => !claimed[at]).map(({ hash }) => ({ hash })),
    );
    if (read.length > 0) return read;
  }
}

interface DrainWork extends Pick<VectorPorts, 'mustRest'> {
  readonly embedder: Embedder;
  readonly put: (rows: readonly HashedVector[]) => Promise<void>;
}

/** Embeds the chunks that `missing` gives until it gives none. Returns why some are left. */
async function drain(
  { embedder, put, mustRest }: DrainWork,
  missing: () => Promise<readonly ChunkText[]>,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  let last = '';
  for (;;) {
    throwIfAborted(signal);
    const chunks = await missing();
    const first = chunks[0];
    if (!first) return undefined;
    if (first.hash === last) return t('The index didn’t store the vectors.');
    last = first.hash;
    for await (const rows of embedAhead(embedder, chunks, signal)) {
      await put(rows);
      if (await mustRest?.()) return undefined;
      throwIfAborted(signal);
    }
  }
}

/** Batch by batch; the embedder works on the next one while its reader deals with the last. */
async function* embedAhead(
  embedder: Embedder,
  chunks: readonly ChunkText[],
  signal: AbortSignal | undefined,
): AsyncGenerator<HashedVector[]> {
  const embed = (at: number): Promise<HashedVector[]> => {
    const batch = chunks.slice(at, at + BATCH);
    const vectors = embedPassages(
      embedder,
      batch.map(({ text }) => text),
      signal,
    ).then((found) => pair(batch, found));
    // A consumer that stops early leaves this promise without a handler.
    vectors.catch(() => undefined);
    return vectors;
  };
  let next: Promise<HashedVector[]> | undefined = embed(0);
  for (let at = BATCH; next; at += BATCH) {
    const vectors: HashedVector[] = await next;
    next = at < chunks.length ? embed(at) : undefined;
    yield vectors;
  }
}

const embedPassages = async (
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Omit<HashedVector, 'hash'>[]> =>
  embedder.tokens
    ? embedder.tokens.chunks(texts, signal)
    : (await embedder.embed(texts, 'passage', signal)).map((vector) => ({ vector }));

function pair(
  chunks: readonly { readonly hash: string }[],
  vectors: readonly Omit<HashedVector, 'hash'>[],
): HashedVector[] {
  if (vectors.length !== chunks.length)
    throw new MemdirError(
      'unavailable',
      t('The embedding model returned {vectors} vectors for {texts} texts.', {
        vectors: vectors.length,
        texts: chunks.length,
      }),
    );
  return chunks.map(({ hash }, i) => ({ hash, ...(vectors[i] as Omit<HashedVector, 'hash'>) }));
}
