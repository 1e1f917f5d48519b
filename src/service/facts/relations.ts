/** Which memories of a store say nearly the same, or contradict one another. */
import type { StoreKey } from '../../core/memory.js';
import { holdsMemories } from '../../core/lint/scope.js';
import { Relations } from '../../core/similar.js';
import type { MakeFactSource } from '../facts.js';

/** Stores whose relations are kept, each used lately. */
const MOST_STORES = 16;

export const relationFacts: MakeFactSource = () => {
  const known = new Map<StoreKey, Relations>();
  return async ({ info, files }) => {
    if (!holdsMemories(info)) return {};
    const relations = known.get(info.key) ?? new Relations();
    known.delete(info.key);
    known.set(info.key, relations);
    const [oldest] = known.keys();
    if (known.size > MOST_STORES && oldest !== undefined) known.delete(oldest);
    return { relations: relations.update(files) };
  };
};
