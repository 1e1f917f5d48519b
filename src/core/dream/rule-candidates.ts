/** Candidates found by rules, without a model, in the order in which they are proposed. */
import type { DreamCandidate, DreamStore } from './apply-changes.js';
import { checkEach } from './check.js';
import { duplicateCandidates } from './duplicates.js';
import { indexCandidates } from './index-repairs.js';
import { runSteps, type Steps } from './steps.js';
import { topicCandidates } from './topics.js';
import { versionCandidates } from './versions.js';

export const ruleCandidates = (store: DreamStore): DreamCandidate[] => runSteps(ruleCandidateSteps(store));

/** The same in steps. */
export function* ruleCandidateSteps(store: DreamStore): Steps<DreamCandidate[]> {
  const superseded = versionCandidates(store);
  yield;
  const replaced = [...superseded, ...duplicateCandidates(store)];
  yield;
  const { accepted } = yield* checkEach(store, replaced);
  const busy = touchedBy(accepted.map(({ candidate }) => candidate));
  const topics = topicCandidates(store);
  yield;
  return [...indexCandidates(store, busy), ...replaced, ...topics];
}

/** Memories that candidates retire, and their replacements. */
const touchedBy = (candidates: readonly DreamCandidate[]): ReadonlySet<string> =>
  new Set(
    candidates.flatMap(({ changes }) =>
      changes.flatMap((change) =>
        change.do === 'retire' ? [change.path, ...(change.by === undefined ? [] : [change.by])] : [],
      ),
    ),
  );
