/** What a store could do with, found without any model, in the order in which it is proposed. */
import type { Candidate, DreamStore } from './change.js';
import { checkEach } from './check.js';
import { duplicateCandidates } from './duplicates.js';
import { expiredCandidates } from './expired.js';
import { indexCandidates } from './index-lines.js';
import { finished, type Pieces } from './pieces.js';
import { supersededCandidates } from './superseded.js';
import { topicCandidates } from './topics.js';

export const ruleCandidates = (store: DreamStore): Candidate[] => finished(ruleCandidatesOf(store));

/** The same in pieces. */
export function* ruleCandidatesOf(store: DreamStore): Pieces<Candidate[]> {
  const superseded = supersededCandidates(store);
  yield;
  const replaced = [...superseded, ...duplicateCandidates(store)];
  yield;
  const { accepted } = yield* checkEach(store, replaced);
  const busy = touchedBy(accepted.map(({ candidate }) => candidate));
  const topics = topicCandidates(store);
  yield;
  const expired = expiredCandidates(store).filter(({ sources }) => !sources.some((path) => busy.has(path)));
  return [...indexCandidates(store, new Set([...busy, ...touchedBy(expired)])), ...replaced, ...topics, ...expired];
}

/** Memories that candidates retire, and those that take their place. */
const touchedBy = (candidates: readonly Candidate[]): ReadonlySet<string> =>
  new Set(
    candidates.flatMap(({ changes }) =>
      changes.flatMap((change) =>
        change.do === 'retire' ? [change.path, ...(change.by === undefined ? [] : [change.by])] : [],
      ),
    ),
  );
