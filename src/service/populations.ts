/** Which embedding model speaks for which memories: one for all, or a second one for those in languages the first does not know. */
import { MemdirError, throwIfAborted } from '../core/errors.js';
import type { MemoryId } from '../core/memory.js';
import type { Embedder, ModelInfo } from '../core/ports/embedder.js';
import { modelReads, modelReadsName } from '../core/search/query.js';
import type { ServicePorts } from './ports.js';

export interface Population {
  readonly embedder: Embedder;
  /** `id` is what its vectors are kept under. */
  readonly model: ModelInfo;
  /** Vectors of this model count in place of those of this one. */
  readonly instead?: string;
  /** Whether it speaks for memories in other languages than those of the main model. */
  readonly others: boolean;
  /** Throws `unavailable` when its embedder has another model by now; see {@link requireModel}. */
  check(): void;
  /** Which of the texts it speaks for. Rejects as the embedder does. */
  claims(texts: readonly string[], signal?: AbortSignal): Promise<readonly boolean[]>;
}

/** The main one first; none when there is no main model. */
export function populationsOf(ports: Pick<ServicePorts, 'embedder' | 'otherLanguages'>): readonly Population[] {
  const { model } = ports.embedder;
  if (!model) return [];
  const other = ports.otherLanguages === undefined ? undefined : otherPopulation(ports.otherLanguages, model.languages);
  const main: Population = {
    embedder: ports.embedder,
    model,
    others: false,
    check: () => requireModel(ports.embedder, model.id),
    // Where nobody else speaks for a memory, at least its name is understood.
    claims: async (texts) =>
      texts.map((text) => modelReads(model.languages, text) || (!other && modelReadsName(model.languages, text))),
    ...(other ? { instead: other.model.id } : {}),
  };
  return other ? [main, other] : [main];
}

/** Why memories in other languages are left to the main model, for people; undefined when they are not. */
export function othersOff(embedder: Embedder): string | undefined {
  const state = embedder.state();
  if (state.state !== 'off' && state.state !== 'failed') return undefined;
  return `The model for other languages does not run, so the main one reads them too: ${state.reason.replace(/ Search uses keywords only;.*$/, '')}`;
}

/** Undefined when there is nothing that the main model does not know, or no model for it. */
function otherPopulation(embedder: Embedder, known: readonly string[]): Population | undefined {
  const { model } = embedder;
  if (!model || known.includes('*') || othersOff(embedder) !== undefined) return undefined;
  return {
    embedder,
    others: true,
    // Other vectors than those of the same model where it reads everything.
    model: { ...model, id: `${model.id}!${[...known].sort().join(',')}` },
    check: () => requireModel(embedder, model.id),
    claims: async (texts, signal) => {
      const languages = await embedder.languages?.(texts, signal);
      throwIfAborted(signal);
      return texts.map((text, at) => !modelReads(known, text) || isOther(languages?.[at], known));
    },
  };
}

const isOther = (language: string | undefined, known: readonly string[]): boolean =>
  language !== undefined && !known.includes(language);

/** Something of each chunk of some memories, from the one population that speaks for them. */
export interface OfPopulation<T> {
  readonly population: Population;
  readonly byId: ReadonlyMap<MemoryId, T>;
}

/** Asks for each memory the last population that has something of it. */
export async function fromEach<T>(
  populations: readonly Population[],
  ids: readonly MemoryId[],
  ask: (model: string, ids: readonly MemoryId[]) => Promise<ReadonlyMap<MemoryId, T>>,
): Promise<readonly OfPopulation<T>[]> {
  const found: OfPopulation<T>[] = [];
  let left = ids;
  for (const population of [...populations].reverse()) {
    const byId = await ask(population.model.id, left);
    left = left.filter((id) => !byId.has(id));
    found.push({ population, byId });
  }
  return found;
}

/**
 * Vectors count only under the id they were made for: throws `unavailable` when the embedder's model is another one by now.
 * To be called after embedding, before the vectors are compared or kept.
 */
function requireModel(embedder: Pick<Embedder, 'model'>, id: string): void {
  if (embedder.model?.id !== id)
    throw new MemdirError(
      'unavailable',
      'The embedding model was just replaced by another one; its vectors are being made.',
    );
}
