/** What a store could do with, found without any model, in the order in which it is proposed. */
import type { Candidate, DreamStore } from './change.js';
import { duplicateCandidates } from './duplicates.js';
import { expiredCandidates } from './expired.js';
import { indexCandidates } from './index-lines.js';
import { supersededCandidates } from './superseded.js';
import { topicCandidates } from './topics.js';

export const ruleCandidates = (store: DreamStore): Candidate[] => [
  ...indexCandidates(store), ...supersededCandidates(store), ...duplicateCandidates(store), ...topicCandidates(store), ...expiredCandidates(store),
];
