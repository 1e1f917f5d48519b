/**
 * Memories in other languages than English while no model reads them: people are told of the model that would. Each text is looked at once: the index
 * keeps what was found as it keeps vectors, one of a single dimension for a text in another language, none for an English one.
 */
import type { StoreKey } from '../../core/memory.js';
import type { Embedder } from '../../core/ports/embedder.js';
import type { SearchPorts } from '../ports.js';
import { embedMissing, type VectorPorts } from './embed-missing.js';
import { areForeign, type ModelRoute, modelRoutes, secondaryModelOff } from './model-routing.js';

type ForeignPorts = Pick<SearchPorts, 'index' | 'embedder' | 'otherLanguages'>;

// eslint-disable-next-line memdir/user-text -- an id
const MARK_ID = 'not en';
const MARK = new Float32Array([1]);

/** Marks texts instead of reading them. */
const marker: Embedder = {
  model: undefined,
  state: () => ({ state: 'ready', backend: 'wasm' }),
  embed: async (texts) => texts.map(() => MARK),
  close: async () => undefined,
};

/** Undefined where a second model reads such memories, or the main one is not of English alone. */
function foreignRoute(ports: Pick<ForeignPorts, 'embedder' | 'otherLanguages'>): ModelRoute | undefined {
  const [main, second] = modelRoutes(ports);
  if (!main || second || main.model.languages.join() !== 'en') return undefined;
  // What is wrong with the one that is there is told instead.
  if (ports.otherLanguages && secondaryModelOff(ports.otherLanguages) !== undefined) return undefined;
  return {
    embedder: marker,
    model: { ...main.model, id: MARK_ID, dimensions: MARK.length },
    secondary: true,
    check: () => undefined,
    claims: (texts, signal) => areForeign(ports.embedder, main.model.languages, texts, signal),
  };
}

/** Looks at the texts that were not looked at yet. Rejects only when cancelled. */
export async function markForeign(
  ports: ForeignPorts & VectorPorts,
  stores: readonly StoreKey[],
  signal: AbortSignal,
): Promise<void> {
  const route = foreignRoute(ports);
  if (route) await embedMissing(ports, route, { stores }, () => undefined, signal);
}

/** How many memories of these stores are in another language, as far as they were looked at. */
export async function countForeign(ports: ForeignPorts, stores: readonly StoreKey[]): Promise<number> {
  const route = foreignRoute(ports);
  return route ? (await ports.index.vectorProgress(route.model.id, stores)).embedded : 0;
}
