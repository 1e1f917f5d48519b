import type { BUILT_IN_TYPES, TypeShape } from '../../core/memory-types.js';
import { aboutDays, decayDays } from './hover-text.js';

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

/** "Short-term. Half of such memories still hold after about 22 days; one counts as stale after about 60 days." */
export function decayText(shape: TypeShape): string {
  const { half, stale } = decayDays(shape);
  return `${shape.level === 'short-term' ? 'Short-term' : 'Long-term'}. Half of such memories still hold after ${aboutDays(half)}; one counts as stale after ${aboutDays(stale)}.`;
}
