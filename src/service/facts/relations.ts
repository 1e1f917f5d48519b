/** Which memories of a store say nearly the same, or contradict one another. */
import type { StoreKey } from '../../core/memory.js';
import { holdsMemories } from '../../core/lint/scope.js';
import { Relations } from '../../core/similar.js';
import type { MakeFactSource } from '../facts.js';
import { Pace } from '../pace.js';

/** Stores whose relations are kept, each used lately. */
const MOST_STORES = 16;
/** Memories compared with the others without a pause. */
const MOST_AT_ONCE = 20;

export const relationFacts: MakeFactSource = ({ clock }) => {
  const known = new Map<StoreKey, Relations>();
  return async ({ info, files }, wanted, signal) => {
    if (!holdsMemories(info)) return {};
    const relations = known.get(info.key) ?? new Relations();
    known.delete(info.key);
    known.set(info.key, relations);
    const [oldest] = known.keys();
    if (known.size > MOST_STORES && oldest !== undefined) known.delete(oldest);
    if (wanted === 'quick' && relations.unknown(files) > MOST_AT_ONCE) return {};
    const pace = new Pace(clock, signal);
    // What others add meanwhile, from their own texts, is put right at the end.
    for (const [path, file] of files) {
      relations.meet(path, file);
      await pace.breathe();
    }
    return { relations: relations.update(files) };
  };
};
