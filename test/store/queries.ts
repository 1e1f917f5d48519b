/** Parts of the answers of an index, asked for one by one. */
import type { IndexedDocument } from '../../src/core/ports/documents.js';
import type { IndexStore, ModelTokens, SearchFilter } from '../../src/core/ports/index-store.js';
import type { VectorLeg, WordsLeg } from '../../src/core/ports/search-legs.js';

export const documentOf = async (store: IndexStore, id: string): Promise<IndexedDocument | undefined> =>
  (await store.documents([id])).get(id);

export const wordsLeg = async (
  store: IndexStore,
  terms: readonly string[],
  filter: SearchFilter,
  limit: number,
  asWritten?: boolean,
): Promise<WordsLeg> => (await store.words({ terms, filter, limit, asWritten })).leg;

export async function vectorLeg(
  store: IndexStore,
  question: Float32Array,
  model: string,
  filter: SearchFilter,
  limit: number,
  overriddenBy?: string,
): Promise<VectorLeg> {
  const plan = { terms: [], filter, limit };
  const { legs } = await store.meaning(plan, { questions: [{ model, vector: question, overriddenBy }] });
  return legs.vectors[0] as VectorLeg;
}

/** Undefined when none of the memories has tokens. */
export async function modelTokens(
  store: IndexStore,
  model: string,
  ids: readonly string[],
): Promise<ModelTokens | undefined> {
  const plan = { terms: [], filter: {}, limit: 1 };
  return (await store.meaning(plan, { questions: [], tokens: { models: [model], choose: () => ids } })).tokens[0];
}

export const tokenBits = async (
  store: IndexStore,
  model: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Uint8Array[]>> => (await modelTokens(store, model, ids))?.bits ?? new Map();

export const chunkVectors = async (
  store: IndexStore,
  model: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Float32Array[]>> =>
  (await store.present(ids, [model])).vectors[0]?.byId ?? new Map();
