/** What a store could do with, found without any model, in the order in which it is proposed. */
import type { Candidate, DreamStore } from './change.js';
import { checkAll } from './check.js';
import { duplicateCandidates } from './duplicates.js';
import { expiredCandidates } from './expired.js';
import { indexCandidates } from './index-lines.js';
import { supersededCandidates } from './superseded.js';
import { topicCandidates } from './topics.js';

export function ruleCandidates(store: DreamStore): Candidate[] {
  const replaced = [...supersededCandidates(store), ...duplicateCandidates(store)];
  const busy = touchedBy(checkAll(store, replaced).accepted.map(({ candidate }) => candidate));
  const expired = expiredCandidates(store).filter(({ sources }) => !sources.some((path) => busy.has(path)));
  return [...indexCandidates(store, new Set([...busy, ...touchedBy(expired)])), ...replaced, ...topicCandidates(store), ...expired];
}

/** Memories that candidates retire, and those that take their place. */
const touchedBy = (candidates: readonly Candidate[]): ReadonlySet<string> => new Set(candidates.flatMap(({ changes }) => changes.flatMap((change) => (change.do === 'retire' ? [change.path, ...(change.by === undefined ? [] : [change.by])] : []))));
