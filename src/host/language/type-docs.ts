import { t } from '../../core/l10n.js';
import type { BUILT_IN_TYPES, TypeShape } from '../../core/memory-types.js';
import { staleAfterDays } from '../../core/staleness.js';
import { aboutDays } from './hover-text.js';

/** Descriptions of the built-in types. */
const MEANINGS: Readonly<Record<keyof typeof BUILT_IN_TYPES, () => string>> = {
  user: () => t('Who the user is: role, knowledge, goals.'),
  feedback: () => t('How the user wants work to be done: corrections and approvals, with the reason.'),
  project: () => t('Ongoing work, goals and deadlines that are in neither the code nor the Git history.'),
  reference: () => t('Where to find something: documents, dashboards, trackers, systems.'),
  decision: () => t('What was decided, and why.'),
  context: () => t('What the work is about right now.'),
  failure: () => t('What went wrong, why, and how to prevent it.'),
  pattern: () => t('A way of doing things that this code follows.'),
  dependency: () => t('A fact about a library, service or tool that the work depends on.'),
};

export const describeType = (type: string): string =>
  Object.hasOwn(MEANINGS, type) ? MEANINGS[type as keyof typeof MEANINGS]() : t('A type from your settings.');

/** "Short-term. Listed for review about 60 days after its last update." */
export const decayText = (shape: TypeShape): string =>
  shape.level === 'short-term'
    ? t('Short-term. Listed for review {time} after the last update.', { time: aboutDays(staleAfterDays(shape)) })
    : t('Long-term. Listed for review {time} after the last update.', { time: aboutDays(staleAfterDays(shape)) });
