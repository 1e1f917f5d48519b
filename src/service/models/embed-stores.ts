/** Embeds store by store, so that several processes share the work: a store that another one is reading is left to it, and looked at again until it is done. */
import { messageOf, throwIfAborted } from '../../core/errors.js';
import type { StoreKey } from '../../core/memory.js';
import type { ClaimEmbedding } from '../../core/ports/embedding-lock.js';
import type { IndexProgress } from '../../core/results.js';
import { sleep } from '../async.js';
import { BATCH, embedMissing, type VectorPorts, type VectorRun } from './embed-missing.js';
import type { ModelRoute } from './model-routing.js';

export interface SharedVectorPorts extends VectorPorts {
  /** Absent: no other process embeds. */
  readonly claimEmbedding?: ClaimEmbedding | undefined;
}

/** Milliseconds between two looks at what another process embeds. */
const LOOK_MS = 1_000;

/** As {@link embedMissing}, of several stores. */
export async function embedStores(
  ports: SharedVectorPorts,
  route: ModelRoute,
  stores: readonly StoreKey[],
  progress: (at: IndexProgress) => void,
  signal: AbortSignal,
): Promise<VectorRun> {
  let embedded = 0;
  const taken = new Set<StoreKey>();
  for (;;) {
    let elsewhere = false;
    for (const store of stores) {
      const run = await embedAlone(ports, route, store, { stores, progress, taken }, signal);
      if (run === undefined) {
        elsewhere = true;
        taken.add(store);
      }
      embedded += run?.embedded ?? 0;
      if (run?.failure !== undefined) return { embedded, failure: run.failure };
    }
    if (!elsewhere || (await ports.mustRest?.())) return { embedded };
    const { ready, total } = await ports.index.vectorProgress(route.model.id, stores);
    progress({ phase: 'embedding', done: ready, total });
    await sleep(LOOK_MS, signal);
    throwIfAborted(signal);
  }
}

interface Turn {
  /** What the progress counts. */
  readonly stores: readonly StoreKey[];
  /** Stores that another process was found to embed. */
  readonly taken: ReadonlySet<StoreKey>;
  readonly progress: (at: IndexProgress) => void;
}

/** Undefined while another process embeds the store. A few texts are embedded without asking: their search waits for them. */
async function embedAlone(
  ports: SharedVectorPorts,
  route: ModelRoute,
  store: StoreKey,
  { stores, progress, taken }: Turn,
  signal: AbortSignal,
): Promise<VectorRun | undefined> {
  const embed = (): Promise<VectorRun> =>
    embedMissing(ports, route, { stores: [store], counted: stores }, progress, signal);
  const waiting = await ports.index.chunksToEmbed('vector', route.model.id, BATCH + 1, [store]);
  if (waiting.length === 0 || (waiting.length <= BATCH && !taken.has(store))) return embed();
  const release = await claim(ports, store);
  if (release === undefined) return undefined;
  try {
    throwIfAborted(signal);
    return await embed();
  } finally {
    await release();
  }
}

/** Where no lock can be made, doing the work twice is better than not doing it. */
async function claim({ claimEmbedding, log }: SharedVectorPorts, store: StoreKey): ReturnType<ClaimEmbedding> {
  const nothing = async (): Promise<void> => undefined;
  if (!claimEmbedding) return nothing;
  try {
    return await claimEmbedding(store);
  } catch (error) {
    log.warn(`Embedding is not shared with other processes: ${messageOf(error)}`);
    return nothing;
  }
}
