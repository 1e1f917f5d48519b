/** Memories of a store that are nearly the same, or contradict one another. */
import { LRUCache } from 'lru-cache';

import { isSeenTogether } from '../../../core/agent-scope.js';
import { containsMemories } from '../../../core/file-kinds.js';
import type { StoreKey } from '../../../core/memory.js';
import type { Relation } from '../../../core/parsed-store.js';
import { RelationIndex } from '../../../core/similarity/relation-index.js';
import type { StoreSnapshot } from '../../stores/snapshot.js';
import { TimeSlice } from '../../time-slice.js';
import type { MakeFactSource } from './source.js';

/** New memories that are compared in a quick run. */
const MOST_AT_ONCE = 20;

export const relationFacts: MakeFactSource = ({ clock }) => {
  const known = new LRUCache<StoreKey, RelationIndex>({ max: 16 });
  /** Keyed by the map of files, which stays the same while only the index is edited. */
  const found = new WeakMap<StoreSnapshot['files'], readonly Relation[]>();
  return async ({ info, files }, wanted, signal) => {
    if (!containsMemories(info)) return {};
    const before = found.get(files);
    if (before !== undefined) return { relations: before };
    const relations = known.get(info.key) ?? new RelationIndex();
    known.set(info.key, relations);
    if (wanted === 'quick' && relations.pending(files) > MOST_AT_ONCE) return {};
    const pace = new TimeSlice(clock, signal);
    // Concurrent runs may add other texts in between; `update` below corrects that.
    for (const [path, file] of files) {
      relations.add(path, file);
      await pace.yieldIfDue();
    }
    const agentOf = (path: string): string | undefined => files.get(path)?.memory.agentId;
    const all = relations.update(files).filter(({ newer, older }) => isSeenTogether(agentOf(newer), agentOf(older)));
    found.set(files, all);
    return { relations: all };
  };
};
