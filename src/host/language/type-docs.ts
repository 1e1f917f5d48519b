import type { BUILT_IN_TYPES, TypeShape } from '../../core/memory-types.js';
import { staleAfterDays } from '../../core/staleness.js';
import { aboutDays } from './hover-text.js';

/** Descriptions of the built-in types. */
const MEANINGS: Readonly<Record<keyof typeof BUILT_IN_TYPES, string>> = {
  user: 'Who the user is: role, knowledge, goals.',
  feedback: 'How the user wants work to be done: corrections and what was approved, with the reason.',
  project: 'Ongoing work, goals and deadlines that neither the code nor git history says.',
  reference: 'Where something is found: documents, dashboards, trackers, systems.',
  decision: 'What was decided, and why.',
  context: 'What the work is about right now.',
  failure: 'What went wrong, why, and how to keep it from happening again.',
  pattern: 'A way of doing things that this code follows.',
  dependency: 'A fact about a library, service or tool that the work relies on.',
};

export const describeType = (type: string): string =>
  Object.hasOwn(MEANINGS, type) ? MEANINGS[type as keyof typeof MEANINGS] : 'A type of your settings.';

/** "Short-term. Listed for review about 60 days after its last update." */
export const decayText = (shape: TypeShape): string =>
  `${shape.level === 'short-term' ? 'Short-term' : 'Long-term'}. Listed for review ${aboutDays(staleAfterDays(shape))} after its last update.`;
